import { novaAdvice } from "./advice.js";
import { claudeAdaptive, claudeWithoutPrefill, converseBreakpoints, forcedChoice, noPrefill } from "./claude.js";
import { defineProfile } from "./define-profile.js";
import { publicReport, recordedRefusal, reference, vendorType } from "./evidence.js";
import type { FactBasis, ForbiddenOrder } from "./fact.js";
import { unrefused } from "./pairing-evidence.js";

/** What every rejection of Converse begins with. */
const invalid = { status: 400, code: "ValidationException" } as const;

const types = vendorType("@aws-sdk/client-bedrock-runtime 3.1164: ToolUseBlock, ToolResultBlock and ToolResultContentBlock", "2026-11");

const blankResults = publicReport("NousResearch/hermes-agent pull request 61318: tools that printed nothing", "2026-07");

const expected: FactBasis = {
  rejection: { ...invalid, gist: "toolResult blocks expected at messages.N.content for these ids" },
  evidence: recordedRefusal("ValidationException: expected toolResult blocks for these ids, recorded rejections", "2026-11"),
};

const surplus: FactBasis = {
  rejection: { ...invalid, gist: "more toolResult blocks at messages.N.content than toolUse blocks in the turn before" },
  evidence: recordedRefusal(
    "ValidationException: the number of toolResult blocks exceeds that of toolUse blocks, recorded rejections",
    "2026-11",
  ),
};

const usersInARow: ForbiddenOrder = {
  role: "user",
  after: "user",
  rejection: { ...invalid, gist: "the conversation must alternate between user and assistant" },
  evidence: recordedRefusal(
    "ValidationException, quoted in langchainjs issue 6724, langchain-aws issue 130 and semantic-kernel issue 10281",
    "2025-03",
  ),
};

const assistantsInARow: ForbiddenOrder = {
  role: "assistant",
  after: "assistant",
  rejection: { ...invalid, gist: "the conversation must alternate between user and assistant" },
  evidence: recordedRefusal(
    "ValidationException for two answers of the assistant in a row, quoted in semantic-kernel issues 10277 and 10281",
    "2025-01",
  ),
};

/**
 * Amazon Bedrock's Converse API, whatever model answers.
 *
 * Roles alternate and are not merged; results are in the one message directly after their calls. Some models ask for more: Claude wants
 * the results before that message (langchain-aws issue 451, 2025-04): that check is the model's own and is not judged here.
 */
export const bedrock = defineProfile({
  id: "bedrock",
  title: "Amazon Bedrock Converse",
  hosts: [".amazonaws.com"],
  models: [],
  formats: ["bedrock-converse"],
  pairing: {
    key: "id",
    placement: "next-message",
    mergesRoles: false,
    resultsFirst: false,
    callsLast: false,
    splitResults: false,
    severalResults: false,
    nameMustMatch: false,
    unanswered: expected,
    orphaned: surplus,
    misplaced: expected,
    duplicate: surplus,
    split: { ...expected, severity: "error" },
    mismatchedName: unrefused.mismatchedName,
  },
  ids: {
    call: {
      value: { pattern: /^[a-zA-Z0-9_.:-]{1,64}$/, maxLength: 64, description: "1 to 64 characters from a-z, A-Z, 0-9, _, ., : and -" },
      evidence: reference(
        "AWS API reference, ToolUseBlock and ToolResultBlock, as quoted by run-llama/llama_index pull request 22775",
        "2026-08",
      ),
    },
    required: { value: true, evidence: types },
  },
  names: {
    tool: {
      value: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, maxLength: 64, description: "1 to 64 characters from a-z, A-Z, 0-9, _ and -" },
      rejection: { ...invalid, at: "toolConfig.tools.N.member.toolSpec.name" },
      evidence: recordedRefusal(
        "ValidationException for toolUse.name (openclaw issue 12892) and toolConfig.tools.22.member.toolSpec.name (remote-swe-agents pull request 457)",
        "2026-09",
      ),
    },
  },
  calls: {
    argumentsContainer: "object",
  },
  results: {
    blocks: { value: ["text", "json", "image", "document", "video", "searchResult"], evidence: types },
    contentKinds: { value: ["array"], evidence: types },
    jsonObjects: {
      value: true,
      rejection: { ...invalid, at: "messages.N.content.M.toolResult.content.0.json" },
      evidence: recordedRefusal(
        "ValidationException for messages.3.content.0.toolResult.content.0.json, quoted in aws-sdk-js-v3 issue 7330",
        "2025-09",
      ),
    },
    // Claude rejects it on Converse; of other models it is not known.
    rejectsEmptyText: { value: true, evidence: blankResults, severity: "warning" },
    rejectsBlankText: { value: true, evidence: blankResults, severity: "warning" },
    rejectsEmptyError: {
      value: true,
      rejection: { ...invalid, at: "messages.N.content.M.toolResult" },
      evidence: recordedRefusal(
        "ValidationException for messages.n.content.0.toolResult, quoted in aws-samples/sample-multi-agent-orchestration-chat-on-agentcore issue 15",
        "2026-06",
      ),
    },
  },
  messages: {
    rejectsBlankText: {
      value: true,
      rejection: { ...invalid, gist: "the text field in the ContentBlock object is blank" },
      evidence: recordedRefusal(
        "ValidationException for a blank text field in the ContentBlock object, quoted in botocore issue 3525, continue issue 9767 and OpenHands issue 5339; of white space in langchainjs pull request 8618",
        "2026-01",
      ),
    },
    forbiddenOrders: [usersInARow, assistantsInARow],
    startsWithUser: {
      value: true,
      rejection: { ...invalid, gist: "a conversation must start with a user message" },
      evidence: recordedRefusal(
        "ValidationException, quoted in dify issue 12340 and kibana pull request 246393; strands harness-sdk issue 2085",
        "2026-04",
      ),
    },
  },
  thinking: {
    kept: {
      value: true,
      rejection: { ...invalid, gist: "expected thinking or redacted_thinking" },
      evidence: recordedRefusal(
        "ValidationException for messages.1.content.0.type, quoted in langchain-aws issue 844 and pydantic-ai issue 2453",
        "2025-08",
      ),
    },
  },
  declarations: {
    required: {
      value: true,
      rejection: { ...invalid, gist: "toolConfig must be defined beside toolUse and toolResult blocks" },
      evidence: recordedRefusal(
        "ValidationException: toolConfig must be defined beside toolUse and toolResult blocks, quoted in onyx issue 7842",
        "2026-01",
      ),
    },
  },
  parameters: {
    objectRoot: {
      value: true,
      evidence: reference("AWS API reference, ToolInputSchema; ValidationException names toolSpec.inputSchema.json.type", "2026-11"),
    },

    keys: {
      value: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, maxLength: 64, description: "1 to 64 characters from a-z, A-Z, 0-9, _, . and -" },
      rejection: invalid,
      evidence: recordedRefusal("ValidationException, quoted in accelerated-intelligent-document-processing-on-aws issue 709", "2026-08"),
    },
    strict: {
      value: {
        allRequired: false,
        rejectedKeywords: [
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "minLength",
          "maxLength",
          "maxItems",
        ],
      },
      rejection: invalid,
      evidence: recordedRefusal(
        "400 for open objects (vercel/ai issue 20681), minimum and maximum (pi issue 9953), maxItems (experiential pull request 804)",
        "2026-09",
      ),
      severity: "warning",
    },
  },
  requests: { forcedChoice: forcedChoice(false, invalid) },
  limits: { maxCacheBreakpoints: converseBreakpoints },
  variants: [
    novaAdvice,
    {
      when: { model: claudeWithoutPrefill },
      description: "Claude 4.6 and later",
      facts: noPrefill(invalid),
    },
    {
      when: { model: claudeAdaptive },
      description: "Claude 4.6 and 4.7",
      facts: { requests: { forcedChoice: forcedChoice(true, invalid) } },
    },
    {
      when: { model: /\b(?:meta\.llama|mistral\.)/ },
      description: "Llama and Mistral",
      facts: {
        messages: {
          rejectsMixedTurns: {
            value: true,
            rejection: {
              ...invalid,
              at: "messages.N.content",
              gist: "conversation blocks and tool blocks cannot be provided in the same turn",
            },
            evidence: recordedRefusal(
              "ValidationException: conversation blocks and tool use (or tool result) blocks cannot be provided in the same turn, quoted in langchain-aws issue 141 and pull request 1118, strands harness-sdk issue 1223 and browser-use issue 710",
              "2026-06",
            ),
          },
          rejectsPrefill: {
            value: [],
            rejection: { ...invalid, gist: "the model requires the last turn in the conversation to be a user message" },
            evidence: recordedRefusal(
              "400: the model that you are using requires the last turn in the conversation to be a user message, quoted for Llama in beeai-framework issue 753",
              "2025-04",
            ),
          },
        },
      },
    },
    {
      // Recorded 200s for two user messages in a row: of Nova Lite (pydantic-ai, cassettes of its Bedrock tests, 2026-11), of Titan Text
      // Express (openllmetry, cassettes of its Bedrock tests, 2026-12).
      when: { model: /\b(?:nova|titan-text)-/ },
      description: "Amazon Nova and Titan",
      facts: { messages: { forbiddenOrders: [assistantsInARow] } },
    },
  ],
});
