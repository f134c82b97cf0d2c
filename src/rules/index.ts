import { alteredThinking } from "./altered-thinking.js";
import { ambiguousFormat } from "./ambiguous-format.js";
import { conflictingParameters } from "./conflicting-parameters.js";
import { contradictoryRecording } from "./contradictory-recording.js";
import { duplicateCallId } from "./duplicate-call-id.js";
import { duplicateKey } from "./duplicate-key.js";
import { duplicateResult } from "./duplicate-result.js";
import { duplicateTool } from "./duplicate-tool.js";
import { exceededLimit } from "./exceeded-limit.js";
import { harmfulStyle } from "./harmful-style.js";
import { incompleteStream } from "./incomplete-stream.js";
import { invalidArguments } from "./invalid-arguments.js";
import { invalidCallId } from "./invalid-call-id.js";
import { invalidJson } from "./invalid-json.js";
import { invalidMessage } from "./invalid-message.js";
import { invalidResult } from "./invalid-result.js";
import { invalidResultContent } from "./invalid-result-content.js";
import { invalidRoleOrder } from "./invalid-role-order.js";
import { invalidSchema } from "./invalid-schema.js";
import { invalidTool } from "./invalid-tool.js";
import { invalidToolName } from "./invalid-tool-name.js";
import { invalidToolset } from "./invalid-toolset.js";
import { leakedCall } from "./leaked-call.js";
import { loneSurrogate } from "./lone-surrogate.js";
import { malformedArguments } from "./malformed-arguments.js";
import { maskedResult } from "./masked-result.js";
import { mismatchedFinishReason } from "./mismatched-finish-reason.js";
import { mismatchedToolName } from "./mismatched-tool-name.js";
import { misplacedResult } from "./misplaced-result.js";
import { missingCallId } from "./missing-call-id.js";
import { missingContainer } from "./missing-container.js";
import { missingThinking } from "./missing-thinking.js";
import { missingThoughtSignature } from "./missing-thought-signature.js";
import { missingToolName } from "./missing-tool-name.js";
import { missingToolset } from "./missing-toolset.js";
import { noToolCalls } from "./no-tool-calls.js";
import { nonStrictSchema } from "./non-strict-schema.js";
import { orphanedHostedResult } from "./orphaned-hosted-result.js";
import { orphanedResult } from "./orphaned-result.js";
import { pendingResult } from "./pending-result.js";
import { refusedRequest } from "./refused-request.js";
import type { Rule } from "./rule.js";
import { splitResults } from "./split-results.js";
import { truncatedArguments } from "./truncated-arguments.js";
import { truncatedRecord } from "./truncated-record.js";
import { unansweredCall } from "./unanswered-call.js";
import { uncallableTool } from "./uncallable-tool.js";
import { unexpectedArguments } from "./unexpected-arguments.js";
import { unknownFormat } from "./unknown-format.js";
import { unknownTool } from "./unknown-tool.js";
import { unpairedReasoning } from "./unpaired-reasoning.js";
import { unreadCalls } from "./unread-calls.js";
import { unsupportedSchema } from "./unsupported-schema.js";
import { unusedSuppression } from "./unused-suppression.js";
import { unwantedThinking } from "./unwanted-thinking.js";
import { violatedPolicy } from "./violated-policy.js";
import { violatedToolChoice } from "./violated-tool-choice.js";

/** All rules in the catalogue's order: by category, and inside it in the order in which a reader meets the faults. */
export const rules = [
  // transcript
  invalidJson,
  truncatedRecord,
  unknownFormat,
  ambiguousFormat,
  duplicateKey,
  loneSurrogate,
  invalidMessage,
  incompleteStream,
  contradictoryRecording,
  refusedRequest,
  noToolCalls,
  unreadCalls,
  // declaration
  invalidTool,
  duplicateTool,
  invalidToolName,
  invalidSchema,
  unsupportedSchema,
  nonStrictSchema,
  exceededLimit,
  missingToolset,
  uncallableTool,
  invalidToolset,
  // call
  unknownTool,
  missingToolName,
  missingCallId,
  invalidCallId,
  duplicateCallId,
  malformedArguments,
  truncatedArguments,
  invalidArguments,
  unexpectedArguments,
  violatedToolChoice,
  mismatchedFinishReason,
  leakedCall,
  harmfulStyle,
  // pairing
  unansweredCall,
  orphanedResult,
  misplacedResult,
  splitResults,
  duplicateResult,
  mismatchedToolName,
  orphanedHostedResult,
  // result
  invalidResultContent,
  invalidResult,
  maskedResult,
  pendingResult,
  // conversation
  invalidRoleOrder,
  missingThinking,
  alteredThinking,
  unwantedThinking,
  conflictingParameters,
  missingContainer,
  missingThoughtSignature,
  unpairedReasoning,
  violatedPolicy,
  // config
  unusedSuppression,
] as const satisfies readonly Rule[];

/** The id of a rule: a misspelt one does not compile. */
export type RuleId = (typeof rules)[number]["id"];
