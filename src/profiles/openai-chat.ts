import { defineProfile } from "./define-profile.js";
import { recordedRefusal, vendorType } from "./evidence.js";
import { openaiLimits, openaiParameters, openaiRequests, openaiToolName } from "./openai-tools.js";
import { unrefused } from "./pairing-evidence.js";

/** What a rejection without a code of its own begins with. */
const badRequest = { status: 400, code: "invalid_request_error" } as const;

/** OpenAI Chat Completions at api.openai.com. */
export const openaiChat = defineProfile({
  id: "openai-chat",
  title: "OpenAI Chat Completions",
  hosts: ["api.openai.com"],
  // `gpt-oss` is an open model that OpenAI does not serve itself.
  models: [/^(?:ft:)?gpt-(?!oss\b)/i, /^(?:ft:)?o\d/i, /^chatgpt-/i, /^codex-/i],
  formats: ["openai-chat"],
  pairing: {
    key: "id",
    placement: "before-other-roles",
    mergesRoles: false,
    resultsFirst: false,
    callsLast: false,
    splitResults: true,
    severalResults: false,
    nameMustMatch: true,
    ...unrefused,
    unanswered: {
      rejection: { ...badRequest, at: "messages.[i].role", gist: "tool messages for each call id must follow the calls" },
      evidence: recordedRefusal("400 that lists the ids without response messages, quoted in agno issue 4345", "2025-08"),
    },
    orphaned: {
      rejection: { ...badRequest, at: "messages.[i].role", gist: "a tool message must respond to calls directly before it" },
      evidence: recordedRefusal("400 at messages.[3].role, quoted in miurla/morphic issue 136 and crewAI pull request 1620", "2024-11"),
    },
    misplaced: {
      rejection: { ...badRequest, at: "messages.[i].role", gist: "tool messages for each call id must follow the calls" },
      evidence: recordedRefusal("400 for a message between calls and results: the ids count as unanswered, recorded rejections", "2026-11"),
    },
    duplicate: {
      rejection: { ...badRequest, at: "messages.[i].tool_call_id", gist: "the same id in two tool messages" },
      evidence: recordedRefusal("400 at messages.[i].tool_call_id: duplicate value, quoted in agno issue 5116", "2025-10"),
    },
  },
  ids: {
    call: {
      value: { pattern: null, maxLength: 40, description: "at most 40 characters" },
      rejection: { status: 400, code: "string_above_max_length", at: "messages[i].tool_calls[j].id" },
      evidence: recordedRefusal(
        "400 string_above_max_length for messages[i].tool_calls[j].id, quoted in vercel/ai issue 5171 and openclaw pull request 875",
        "2026-01",
      ),
    },
    required: {
      value: true,
      evidence: vendorType(
        "openai 7.59: ChatCompletionMessageFunctionToolCall.id and ChatCompletionToolMessageParam.tool_call_id are required",
        "2026-11",
      ),
    },
  },
  names: {
    tool: { value: openaiToolName, evidence: vendorType("openai 7.59: comment on FunctionDefinition.name", "2026-11") },
  },
  calls: {
    argumentsContainer: "string",
    typeRequired: {
      value: true,
      rejection: { status: 400, code: "missing_required_parameter", at: "messages[i].tool_calls[j].type" },
      evidence: vendorType(
        "openai 7.59: ChatCompletionMessageFunctionToolCall.type is required; Azure rejects a call without it",
        "2026-11",
      ),
    },
    rejectsEmptyList: {
      value: true,
      rejection: { status: 400, code: "empty_array" },
      evidence: recordedRefusal(
        "400 empty_array for messages[i].tool_calls, quoted in openai-python issue 2061 and openai-node pull request 1341",
        "2025-02",
      ),
    },
  },
  results: {
    blocks: {
      value: ["text"],
      evidence: vendorType(
        "openai 7.59: ChatCompletionToolMessageParam.content is a text or a list of ChatCompletionContentPartText",
        "2026-11",
      ),
    },
    contentKinds: {
      value: ["string", "array"],
      evidence: vendorType("openai 7.59: ChatCompletionToolMessageParam.content is required, a text or a list of parts", "2026-11"),
    },
    blocksNeedType: {
      value: true,
      rejection: { status: 400, at: "messages[i].content[0].type", gist: "missing required parameter" },
      evidence: recordedRefusal(
        "400 for messages[i].content[0].type, quoted in langgraphjs issues 370 and 506, and neuron-ai issues 76 and 292",
        "2025-09",
      ),
    },
    blockMembers: {
      value: new Map([["text", ["text"]]]),
      evidence: vendorType("openai 7.59: ChatCompletionContentPartText.text is required", "2026-11"),
    },
  },
  messages: {
    contentRequired: {
      value: true,
      rejection: { ...badRequest, gist: "expected a string, got null" },
      evidence: recordedRefusal(
        "400 for messages.[i].content, expected a string, got null, quoted in llama_index issue 17555 and pull request 17921, and docker-agent issue 63",
        "2025-07",
      ),
    },
    toolAnswersToolCalls: {
      value: true,
      rejection: { ...badRequest, at: "messages.[i].role", gist: "must respond to a message with tool_calls" },
      evidence: recordedRefusal(
        "400 for messages.[3].role: must be a response to a message with tool_calls, quoted in morphic issue 136 and llm issue 937",
        "2025-05",
      ),
    },
    snakeCase: {
      value: true,
      rejection: { ...badRequest, gist: "role tool needs tool_call_id and calls before it" },
      evidence: recordedRefusal(
        "400 for messages.[3].tool_call_id: a message of role tool must have it, quoted in vercel/ai pull request 2177",
        "2024-07",
      ),
    },
  },
  declarations: {
    required: { value: false, evidence: vendorType("openai 7.59: tools is optional beside any history", "2026-11") },
    form: {
      value: {
        format: "openai-chat",
        // The legacy list of functions is written as tool specifications are.
        dialects: ["openai-chat", "openai-custom", "tool-spec"],
        description: '{"type": "function", "function": {…}}',
      },
      rejection: { status: 400, code: "missing_required_parameter", at: "tools[i].function" },
      evidence: recordedRefusal(
        "400 missing_required_parameter for tools[0].function, quoted in microsoft/semantic-kernel issue 6825",
        "2024-06",
      ),
    },
  },
  parameters: openaiParameters,
  requests: openaiRequests,
  limits: {
    ...openaiLimits,
    maxCalls: {
      value: 128,
      rejection: { status: 400, code: "array_above_max_length", at: "messages[i].tool_calls" },
      evidence: recordedRefusal(
        "400 array_above_max_length for messages[i].tool_calls, quoted in openai-dotnet issue 317, copilot-cli issue 669 and pydantic-ai issue 1105",
        "2025-11",
      ),
    },
  },
});
