import { duplicateCallId } from "./duplicate-call-id.js";
import { duplicateTool } from "./duplicate-tool.js";
import { exceededLimit } from "./exceeded-limit.js";
import { invalidCallId } from "./invalid-call-id.js";
import { invalidResultContent } from "./invalid-result-content.js";
import { invalidTool } from "./invalid-tool.js";
import { invalidToolName } from "./invalid-tool-name.js";
import { leakedCall } from "./leaked-call.js";
import { maskedResult } from "./masked-result.js";
import { mismatchedFinishReason } from "./mismatched-finish-reason.js";
import { missingCallId } from "./missing-call-id.js";
import { missingToolName } from "./missing-tool-name.js";
import { missingToolset } from "./missing-toolset.js";
import { nonStrictSchema } from "./non-strict-schema.js";
import { pendingResult } from "./pending-result.js";
import type { Rule } from "./rule.js";
import { unknownTool } from "./unknown-tool.js";
import { unsupportedSchema } from "./unsupported-schema.js";
import { violatedToolChoice } from "./violated-tool-choice.js";

/** All rules in the catalogue's order: by category, and inside it in the order in which a reader meets the faults. */
export const rules = [
  // declaration
  invalidTool,
  duplicateTool,
  invalidToolName,
  unsupportedSchema,
  nonStrictSchema,
  exceededLimit,
  missingToolset,
  // call
  unknownTool,
  missingToolName,
  missingCallId,
  invalidCallId,
  duplicateCallId,
  violatedToolChoice,
  mismatchedFinishReason,
  leakedCall,
  // result
  invalidResultContent,
  maskedResult,
  pendingResult,
] as const satisfies readonly Rule[];

/** The id of a rule: a misspelt one does not compile. */
export type RuleId = (typeof rules)[number]["id"];
