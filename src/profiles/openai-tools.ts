import { recordedRefusal, reference } from "./evidence.js";
import type { Fact } from "./fact.js";
import type { LimitFacts, ParameterFacts, StrictSubset } from "./profile.js";
import type { RequestFacts } from "./request-facts.js";

/** Function names as OpenAI and the endpoints that copied its check want them. */
export const openaiToolName = {
  pattern: /^[a-zA-Z0-9_-]{1,64}$/,
  maxLength: 64,
  description: "1 to 64 characters from a-z, A-Z, 0-9, _ and -",
} as const;

/** What OpenAI's structured outputs leave out; size limits and keywords of single types moved over time and are not judged. */
export const openaiStrict: Fact<StrictSubset> = {
  value: {
    allRequired: true,
    rejectedKeywords: ["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"],
  },
  evidence: reference(
    "OpenAI, guide to structured outputs, Supported schemas; a property left out of required is rejected in recorded traffic",
    "2026-11",
  ),
};

/** Endpoints that copied the wire, not its checks: what strict would need is worth a warning. */
export const compatibleParameters: ParameterFacts = { strict: { ...openaiStrict, severity: "warning" } };

/** What api.openai.com asks of the parameters of tools, on Chat Completions and on Responses. */
export const openaiParameters: ParameterFacts = {
  objectRoot: {
    value: true,
    rejection: { status: 400, code: "invalid_function_parameters", gist: "schema must be of type object" },
    evidence: recordedRefusal(
      "400 invalid_function_parameters: schema must be of type object, quoted in GPT_API_free issue 403",
      "2025-06",
    ),
  },
  rejectedAtRoot: {
    value: ["oneOf", "anyOf", "allOf", "enum", "not"],
    rejection: { status: 400, code: "invalid_function_parameters" },
    evidence: recordedRefusal(
      "400 invalid_function_parameters, quoted in google-calendar-mcp issue 39 and langchainjs issue 9804",
      "2026-01",
    ),
  },
  arraysNeedItems: {
    value: true,
    rejection: { status: 400, code: "invalid_function_parameters", gist: "array schema missing items" },
    evidence: recordedRefusal("400 invalid_function_parameters: array schema missing items, quoted in meilisearch-mcp issue 27", "2025-06"),
  },
  strict: openaiStrict,
};

/** How many tools api.openai.com takes, and how much of a description. */
export const openaiLimits: LimitFacts = {
  maxTools: { value: 128, evidence: reference("OpenAI API reference, tools: a max of 128 functions are supported", "2026-11") },
  maxDescriptionLength: {
    value: 1024,
    rejection: { status: 400, code: "string_above_max_length", at: "tools[i].function.description" },
    evidence: recordedRefusal("400 string_above_max_length for tools[i].function.description, quoted in sentry-mcp issue 106", "2025-04"),
    severity: "warning",
  },
};

/** What Chat Completions of api.openai.com and of Azure take beside tools alone. */
export const openaiRequests: RequestFacts = {
  parallelNeedsTools: {
    value: true,
    rejection: { status: 400, code: "invalid_request_error", at: "parallel_tool_calls", gist: "only allowed when 'tools' are specified" },
    evidence: recordedRefusal(
      "400 for parallel_tool_calls: only allowed when 'tools' are specified, quoted in openai/swarm issue 30 and Upsonic issue 323",
      "2024-07",
    ),
  },
  choiceDeclared: {
    value: true,
    rejection: { status: 400, code: "invalid_request_error", at: "tool_choice", gist: "tool choice not found in 'tools' parameter" },
    evidence: recordedRefusal("400 for tool_choice: not found in 'tools' parameter, quoted in public clients' tests and logs", "2026-04"),
  },
  choiceNeedsTools: {
    value: ["auto", "none", "required", "named", "allowed"],
    rejection: { status: 400, code: "invalid_request_error", at: "tool_choice", gist: "only allowed when 'tools' are specified" },
    evidence: recordedRefusal(
      "400 for tool_choice: only allowed when 'tools' are specified, quoted in azure-sdk-for-net issue 45598 and BerriAI/litellm pull request 41781",
      "2026-09",
    ),
  },
};
