import { anthropicRequests, claude, claudeAdaptive, claudeWithoutPrefill, forcedChoice, noPrefill } from "./claude.js";
import { defineProfile } from "./define-profile.js";
import { publicReport, recordedRefusal, reference, vendorType } from "./evidence.js";
import { unrefused } from "./pairing-evidence.js";

/** What every rejection of the Messages API begins with. */
const badRequest = { status: 400, code: "invalid_request_error" } as const;

const types = vendorType("@anthropic-ai/sdk 1.14: ToolUseBlockParam and ToolResultBlockParam", "2026-11");

const blockTypes = vendorType(
  "@anthropic-ai/sdk 1.14: type is required in TextBlockParam, ImageBlockParam and DocumentBlockParam, and so are text and source",
  "2026-11",
);

const ofRequests = anthropicRequests(badRequest);

/**
 * Anthropic's Messages API, at its own host and where clouds serve the same bodies (Bedrock InvokeModel, Vertex AI, Microsoft Foundry).
 *
 * Consecutive messages of one role are merged (comment on `MessageCreateParams.messages`, @anthropic-ai/sdk 1.14), yet results split over
 * two messages were rejected on several deployments (MoonshotAI/kosong issue 45, 2025-12), hence the warning. That nothing may be after
 * a client call and nothing before the results is reported by one refusal, "tool_use ids were found without tool_result blocks
 * immediately after"; for text before the results also by the reference (Handle tool calls, platform.claude.com, 2026-10).
 */
export const anthropic = defineProfile({
  id: "anthropic",
  title: "Anthropic Messages",
  hosts: ["api.anthropic.com", ".amazonaws.com", ".googleapis.com", ".services.ai.azure.com"],
  models: [claude],
  formats: ["anthropic"],
  pairing: {
    key: "id",
    placement: "next-message",
    mergesRoles: true,
    resultsFirst: true,
    callsLast: true,
    assistantMayContinue: true,
    splitResults: false,
    severalResults: false,
    nameMustMatch: false,
    unanswered: {
      rejection: { ...badRequest, at: "messages.N", gist: "tool_use ids without tool_result blocks immediately after" },
      evidence: recordedRefusal("400 at messages.N, quoted in anthropics/claude-code issue 3632", "2025-07"),
    },
    orphaned: {
      rejection: { ...badRequest, at: "messages.N.content.M", gist: "unexpected tool_use_id in tool_result blocks" },
      evidence: recordedRefusal("400 at messages.30.content.1, quoted in zacdcook/openclaw-billing-proxy issue 34", "2026-04"),
    },
    misplaced: {
      rejection: { ...badRequest, at: "messages.N", gist: "tool_use ids without tool_result blocks immediately after" },
      evidence: recordedRefusal(
        "400 at messages.1 for text after a call, recorded rejection; guide Handle tool calls for text before results",
        "2026-11",
      ),
    },
    duplicate: {
      rejection: { ...badRequest, at: "messages.N.content.M", gist: "several tool_result blocks for one tool_use" },
      evidence: recordedRefusal("400: each tool_use must have a single result, recorded rejections", "2026-11"),
    },
    split: { evidence: publicReport("MoonshotAI/kosong issue 45: rejected on several deployments", "2025-12"), severity: "warning" },
    mismatchedName: unrefused.mismatchedName,
  },
  ids: {
    call: {
      value: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: null, description: "one or more characters from a-z, A-Z, 0-9, _ and -" },
      rejection: { ...badRequest, at: "messages.N.content.M.tool_use.id" },
      evidence: recordedRefusal(
        "400 for messages.4.content.0.tool_use.id, quoted in vybestack/llxprt-code issue 964 and langchain-ai/langchain pull request 37756",
        "2026-05",
      ),
    },
    hostedCall: {
      value: {
        pattern: /^(?:srvtoolu|mcptoolu)_[a-zA-Z0-9_]+$/,
        maxLength: null,
        description: "srvtoolu_ or mcptoolu_, followed by characters from a-z, A-Z, 0-9 and _",
      },
      rejection: { ...badRequest, at: "messages.N.content.M.server_tool_use.id" },
      evidence: recordedRefusal(
        "400 for messages.1.content.2.server_tool_use.id, quoted in tingly-dev/tingly-box pull request 1401",
        "2026-07",
      ),
    },
    required: { value: true, evidence: types },
  },
  names: {
    tool: {
      value: { pattern: /^[a-zA-Z0-9_-]{1,128}$/, maxLength: 128, description: "1 to 128 characters from a-z, A-Z, 0-9, _ and -" },
      rejection: { ...badRequest, at: "tools.N.custom.name" },
      evidence: recordedRefusal(
        "400 for tools.18.custom.name (length) in anthropics/claude-code issue 96152, for tools.295.custom.name (pattern) in nicobailon/pi-mcp-adapter pull request 190",
        "2026-09",
      ),
    },
  },
  calls: {
    argumentsContainer: "object",
  },
  results: {
    blocks: {
      value: ["text", "image", "document", "search_result", "tool_reference", "browser_state"],
      evidence: vendorType("@anthropic-ai/sdk 1.14: BetaToolResultBlockParam.content", "2026-11"),
    },
    errorBlocks: {
      value: ["text"],
      rejection: { ...badRequest, gist: "all content must be type 'text' if 'is_error' is true" },
      evidence: recordedRefusal(
        "400: all content must be type 'text' if 'is_error' is true, quoted in vellum-ai/vellum-assistant pull request 18387",
        "2026-03",
      ),
    },
    contentKinds: { value: ["string", "array", "null"], evidence: types },
    blocksNeedType: { value: true, evidence: blockTypes },
    blockMembers: {
      value: new Map([
        ["text", ["text"]],
        ["image", ["source"]],
        ["document", ["source"]],
      ]),
      evidence: blockTypes,
    },
    // Refused in messages for certain; inside results it is reported of as the likely cause.
    rejectsEmptyText: {
      value: true,
      evidence: publicReport("anthropics/claude-code issue 23440: a tool that returned nothing", "2026-02"),
      severity: "warning",
    },
    rejectsBlankText: {
      value: true,
      evidence: publicReport("anthropics/claude-code issue 23440: a tool that returned nothing", "2026-02"),
      severity: "warning",
    },
    rejectsEmptyError: {
      value: true,
      rejection: { ...badRequest, gist: "content cannot be empty if is_error is true" },
      evidence: recordedRefusal(
        "400: content cannot be empty if is_error is true, quoted in jlevy/markform issue 153 and can1357/oh-my-pi pull request 2250",
        "2026-06",
      ),
    },
  },
  messages: {
    ...ofRequests.messages,
    forbiddenOrders: [
      {
        role: "user",
        after: "system",
        evidence: recordedRefusal("400 for messages.67, quoted in anthropics/claude-code issue 73821", "2026-07"),
        // Many recorders write the request's own system prompt as a first message.
        severity: "warning",
        rejection: { ...badRequest, gist: "a system message must precede an assistant message or end the list" },
      },
    ],
    rejectsEmptyAssistantText: {
      value: true,
      rejection: { ...badRequest, gist: "text content blocks must be non-empty" },
      evidence: recordedRefusal(
        "400: text content blocks must be non-empty, for assistant messages that call, quoted in anthropics/claude-code issue 62396, anthropic-sdk-python issue 461 and vercel/ai issue 5576",
        "2026-05",
      ),
    },
    rejectsEmptyUserText: {
      value: true,
      rejection: { ...badRequest, gist: "text content blocks must be non-empty" },
      evidence: recordedRefusal(
        "400: text content blocks must be non-empty, quoted in anthropics/claude-code issues 49171 and 59812",
        "2026-05",
      ),
    },
  },
  requests: { ...ofRequests.requests },
  limits: { ...ofRequests.limits },
  thinking: {
    ...ofRequests.thinking,
    kept: {
      value: true,
      rejection: { ...badRequest, gist: "expected thinking or redacted_thinking" },
      evidence: recordedRefusal(
        "400 for messages.N.content.0.type, quoted in pydantic-ai issue 2075 and anomalyco/opencode issue 3077",
        "2025-06",
      ),
    },
  },
  declarations: {
    ...ofRequests.declarations,
    required: {
      value: false,
      evidence: publicReport("no longer since 2025-02-27, says a maintainer in anthropics/anthropic-sdk-python issue 849", "2025-03"),
    },
    form: {
      value: {
        format: "anthropic",
        // A tool without any schema is reported where a schema is asked for.
        dialects: ["anthropic", "hosted", "openai-custom", "tool-spec"],
        description: '{"name": …, "input_schema": {…}}',
      },
      rejection: { ...badRequest, at: "tools.N", gist: "input tag 'function' does not match any of the expected tags" },
      evidence: recordedRefusal(
        "400 for tools.0: input tag 'function' does not match any of the expected tags, quoted in dirac-run/dirac issue 57",
        "2026-04",
      ),
    },
    schemaRequired: {
      value: "anthropic",
      rejection: { ...badRequest, at: "tools.N.custom.input_schema", gist: "Field required" },
      evidence: recordedRefusal(
        "400 for tools.92.custom.input_schema: Field required, quoted in mnfst/llm-gateway issue 1886; for one without type in Kilo-Org/kilocode issue 12238",
        "2026-07",
      ),
    },
  },
  parameters: {
    dialect: {
      value: "2020-12",
      rejection: { ...badRequest, gist: "JSON schema is invalid, it must match draft 2020-12" },
      evidence: recordedRefusal(
        "400: JSON schema is invalid, it must match draft 2020-12, quoted in anthropics/claude-code issue 86664",
        "2026-08",
      ),
    },
    objectRoot: {
      value: true,
      rejection: { ...badRequest, at: "tools.N.custom.input_schema.type", gist: "Field required" },
      evidence: recordedRefusal(
        "400 for tools.26.custom.input_schema.type: Field required, quoted in lidge-jun/opencodex issue 75",
        "2026-07",
      ),
    },
    rejectedAtRoot: {
      value: ["oneOf", "allOf", "anyOf"],
      rejection: { ...badRequest, at: "tools.N.custom.input_schema" },
      evidence: recordedRefusal(
        "400 for tools.19.custom.input_schema, quoted in windoze95/cantinarr issue 497 and anthropics/claude-code issue 44788",
        "2026-08",
      ),
    },
    keys: {
      value: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, maxLength: 64, description: "1 to 64 characters from a-z, A-Z, 0-9, _, . and -" },
      rejection: { ...badRequest, at: "tools.N.custom.input_schema.properties" },
      evidence: recordedRefusal("400 for tools.675.custom.input_schema.properties, quoted in decocms/studio pull request 6874", "2026-09"),
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
          "minProperties",
          "maxProperties",
        ],
      },
      evidence: reference(
        "Structured outputs, JSON Schema limitations (platform.claude.com), as quoted by the crate claude-agent 0.2.25",
        "2025-11",
      ),
      severity: "warning",
    },
  },
  variants: [
    { when: { model: claudeWithoutPrefill }, description: "Claude 4.6 and later", facts: noPrefill(badRequest) },
    {
      when: { model: claudeAdaptive },
      description: "Claude 4.6 and 4.7",
      facts: { requests: { forcedChoice: forcedChoice(true, badRequest) } },
    },
    {
      // Only Anthropic's own models write and want signatures: others take the same blocks without them.
      when: { model: claude },
      description: "Claude",
      facts: {
        thinking: {
          signed: {
            value: true,
            rejection: { ...badRequest, gist: "thinking.signature: Field required" },
            evidence: recordedRefusal(
              "400 for messages.1.content.0.thinking.signature: Field required, quoted in AIClient2API issue 437 and WordPress/ai-provider-for-anthropic pull request 27",
              "2026-07",
            ),
          },
        },
      },
    },
  ],
});
