import type { JsonValue } from "../../src/json/value.js";
import type { Probe } from "./probes.js";
import {
  anthropic,
  bedrock,
  calls,
  chat,
  gemini,
  raw,
  responses,
  results,
  type Step,
  says,
  type TalkOptions,
  user,
  type Wire,
} from "./wires.js";

interface Talk {
  readonly steps: readonly Step[];
  readonly options?: TalkOptions;
  /** What the file claims to be, where the wire does not tell. */
  readonly mode?: "request";
}

function row(wire: Wire, rule: string, name: string, breach: Talk, twin: Talk): Probe {
  const recording = ({ steps, options, mode }: Talk): JsonValue =>
    mode === undefined ? { url: wire.url, request: wire.request(steps, options) } : { mode, transcript: wire.request(steps, options) };
  return { name, rule, format: wire.format, breach: recording(breach), twin: recording(twin) };
}

const answered: readonly Step[] = [user(), calls("a"), results("a")];
const called = (more: { readonly [key: string]: JsonValue }): Step =>
  raw({
    role: "assistant",
    content: "",
    tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
    ...more,
  });
const replays = (more: { readonly [key: string]: JsonValue }, options: TalkOptions = {}): Talk => ({
  steps: [user(), called(more), results("a"), says("x"), user()],
  options,
});
const asks = (options: TalkOptions): Talk => ({ steps: answered, options });
const noTools = (more: { readonly [key: string]: JsonValue }, options: TalkOptions = {}): Talk => ({
  steps: [user()],
  options: { tools: null, more, ...options },
});
const ends = (last: Step, options: TalkOptions = {}): Talk => ({ steps: [...answered, last], options, mode: "request" });
const many = (count: number): Step => calls(...Array.from({ length: count }, (_, index) => `c${index}`));
const all = (count: number): Step => results(...Array.from({ length: count }, (_, index) => `c${index}`));

/** Thinking that comes back, or must not, by the model that thinks. */
function thinkingOf(model: string, on: { readonly [key: string]: JsonValue } = {}): readonly Probe[] {
  const wanted = "thinking.returnedWithCalls";
  const options = { model, more: on };
  const off = { model, more: { thinking: { type: "disabled" } } };
  return [
    row(chat, "missing-thinking", `${wanted}: ${model}`, replays({}, options), replays({ reasoning_content: "r" }, options)),
    row(chat, "missing-thinking", `${wanted}: ${model}, null`, replays({ reasoning_content: null }, options), replays({}, off)),
    row(
      chat,
      "missing-thinking",
      `${wanted}: ${model}, other key`,
      replays({ reasoning: "r" }, options),
      replays({ reasoning_content: "" }, options),
    ),
    row(
      chat,
      "conflicting-parameters",
      `requests.forcedChoice: ${model}, required`,
      asks({ model, more: { ...on, tool_choice: "required" } }),
      asks({ model, more: { thinking: { type: "disabled" }, tool_choice: "required" } }),
    ),
    row(
      chat,
      "conflicting-parameters",
      `requests.forcedChoice: ${model}, named`,
      asks({ model, more: { ...on, tool_choice: { type: "function", function: { name: "f" } } } }),
      asks({ model, more: { ...on, tool_choice: "auto" } }),
    ),
  ];
}

const chatProbes: readonly Probe[] = [
  ...thinkingOf("deepseek-v4-pro"),
  ...thinkingOf("deepseek-chat", { thinking: { type: "enabled" } }),
  ...thinkingOf("kimi-k2.6"),
  ...thinkingOf("kimi-k3"),
  ...thinkingOf("mimo-v2.5-pro"),
  ...thinkingOf("qwen3.5-plus", { enable_thinking: true }),
  row(
    chat,
    "missing-thinking",
    "thinking.onByDefault: kimi-k2-0905-preview",
    replays({}, { model: "kimi-k2-0905-preview", more: { thinking: { type: "enabled" } } }),
    replays({}, { model: "kimi-k2-0905-preview" }),
  ),
  row(chat, "unwanted-thinking", "thinking.rejectedKeys: reasoning_content", replays({ reasoning_content: "r" }), replays({})),
  row(
    chat,
    "unwanted-thinking",
    "thinking.rejectedKeys: reasoning, llama",
    replays({ reasoning: "r" }, { model: "llama-3.3-70b-versatile" }),
    replays({ reasoning: null }, { model: "llama-3.3-70b-versatile" }),
  ),
  row(
    chat,
    "unwanted-thinking",
    "thinking.rejectedKeys: reasoning, gpt-oss",
    replays({ reasoning: "r" }, { model: "openai/gpt-oss-120b" }),
    replays({}, { model: "openai/gpt-oss-120b" }),
  ),
  row(
    chat,
    "missing-thought-signature",
    "thinking.callsSigned: in reasoning_details",
    { steps: [user(), called({}), results("a")], options: { model: "google/gemini-3-flash-preview" } },
    {
      steps: [user(), called({ reasoning_details: [{ type: "reasoning.encrypted", id: "a", data: "c2ln" }] }), results("a")],
      options: { model: "google/gemini-3-flash-preview" },
    },
  ),
  row(chat, "conflicting-parameters", "requests.parallelNeedsTools", noTools({ parallel_tool_calls: false }), {
    steps: [user()],
    options: { more: { parallel_tool_calls: false } },
  }),
  row(
    chat,
    "conflicting-parameters",
    "requests.choiceDeclared",
    asks({ more: { tool_choice: { type: "function", function: { name: "g" } } } }),
    asks({ more: { tool_choice: { type: "function", function: { name: "f" } } } }),
  ),
  row(chat, "conflicting-parameters", "requests.choiceNeedsTools: auto", noTools({ tool_choice: "auto" }), noTools({ tool_choice: null })),
  row(
    chat,
    "conflicting-parameters",
    "requests.choiceNeedsTools: required",
    noTools({ tool_choice: "required" }),
    asks({ more: { tool_choice: "required" } }),
  ),
  row(chat, "invalid-role-order", "messages.rejectsPrefill", ends(says("x")), { steps: answered, mode: "request" }),
  row(
    chat,
    "invalid-role-order",
    "messages.needsUser",
    { steps: [calls("a"), results("a")], mode: "request" },
    { steps: answered, mode: "request" },
  ),
  row(
    chat,
    "invalid-message",
    "messages.rejectsEmptyContent",
    { steps: [user(), raw({ role: "assistant", content: [], reasoning_content: "r" }), user()] },
    { steps: [user(), raw({ role: "assistant", content: "" }), user()] },
  ),
  row(
    chat,
    "exceeded-limit",
    "limits.maxCalls",
    { steps: [user(), many(129), all(129), says("x"), user()] },
    { steps: [user(), many(128), all(128), says("x"), user()] },
  ),
  row(
    chat,
    "unsupported-schema",
    "declarations.schemaRequired",
    asks({ tools: [{ name: "f", schema: { type: "object", properties: {} } }, { name: "g" }] }),
    asks({ tools: [{ name: "f", schema: { type: "object", properties: {} } }] }),
  ),
  row(
    chat,
    "unsupported-schema",
    "parameters.typeInBranches",
    asks({ tools: [{ name: "f", schema: { type: "object", properties: { a: { type: "string", anyOf: [{ type: "string" }] } } } }] }),
    asks({ tools: [{ name: "f", schema: { type: "object", properties: { a: { anyOf: [{ type: "string" }] } } } }] }),
  ),
  row(
    chat,
    "unsupported-schema",
    "parameters.requiredDeclared",
    asks({ tools: [{ name: "f", schema: { type: "object", properties: { a: { type: "string" } }, required: ["b"] } }] }),
    asks({ tools: [{ name: "f", schema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } }] }),
  ),
  row(
    chat,
    "unsupported-schema",
    "parameters.itemsAreOne",
    asks({
      tools: [
        {
          name: "f",
          schema: {
            $schema: "http://json-schema.org/draft-07/schema#",
            type: "object",
            properties: { a: { type: "array", items: [{ type: "string" }] } },
          },
        },
      ],
    }),
    asks({
      tools: [
        {
          name: "f",
          schema: {
            $schema: "http://json-schema.org/draft-07/schema#",
            type: "object",
            properties: { a: { type: "array", items: { type: "string" } } },
          },
        },
      ],
    }),
  ),
];

const opus = "claude-opus-4-6";
const thinking = { thinking: { type: "enabled", budget_tokens: 1024 } };
const cached = (count: number): Step =>
  raw({ role: "user", content: Array.from({ length: count }, () => ({ type: "text", text: "x", cache_control: { type: "ephemeral" } })) });
const byCode: readonly Step[] = [
  user(),
  raw({
    role: "assistant",
    content: [
      { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "f()" } },
      { type: "tool_use", id: "toolu_1", name: "f", input: {}, caller: { type: "code_execution_20260120", tool_id: "srvtoolu_1" } },
    ],
  }),
  results("toolu_1"),
];
const hosted = {
  rawTools: [
    { type: "code_execution_20260120", name: "code_execution" },
    { name: "f", input_schema: { type: "object" } },
  ],
  model: opus,
};
const deferred = (...flags: readonly boolean[]): Talk => ({
  steps: answered,
  options: {
    rawTools: flags.map((flag, index) => ({
      name: index === 0 ? "f" : `g${index}`,
      input_schema: { type: "object" },
      ...(flag && { defer_loading: true }),
    })),
  },
});

const anthropicProbes: readonly Probe[] = [
  row(
    anthropic,
    "conflicting-parameters",
    "requests.forcedChoice: any",
    { steps: [user()], options: { more: { ...thinking, tool_choice: { type: "any" } } } },
    { steps: [user()], options: { more: { ...thinking, tool_choice: { type: "auto" } } } },
  ),
  row(
    anthropic,
    "conflicting-parameters",
    "requests.forcedChoice: adaptive, Claude 4.6",
    { steps: [user()], options: { model: opus, more: { thinking: { type: "adaptive" }, tool_choice: { type: "tool", name: "f" } } } },
    {
      steps: [user()],
      options: { model: "claude-opus-4-8", more: { thinking: { type: "adaptive" }, tool_choice: { type: "tool", name: "f" } } },
    },
  ),
  row(
    anthropic,
    "conflicting-parameters",
    "requests.choiceNeedsTools",
    noTools({ tool_choice: { type: "any" } }),
    noTools({ tool_choice: { type: "none" } }),
  ),
  row(
    anthropic,
    "conflicting-parameters",
    "requests.choiceDeclared",
    asks({ more: { tool_choice: { type: "tool", name: "g" } } }),
    asks({ more: { tool_choice: { type: "tool", name: "f" } } }),
  ),
  row(
    anthropic,
    "missing-container",
    "requests.containerKept",
    { steps: byCode, options: hosted },
    { steps: byCode, options: { ...hosted, more: { container: "container_1" } } },
  ),
  row(anthropic, "invalid-toolset", "declarations.someLoaded", deferred(true, true), deferred(true, false)),
  row(anthropic, "exceeded-limit", "limits.maxCacheBreakpoints", { steps: [cached(5)] }, { steps: [cached(4)] }),
  row(
    anthropic,
    "invalid-role-order",
    "messages.rejectsPrefill: Claude 4.6",
    ends(says("x"), { model: opus }),
    ends(says("x"), { model: "claude-sonnet-4-5" }),
  ),
  row(
    anthropic,
    "invalid-message",
    "messages.rejectsEmptyContent",
    { steps: [user(), raw({ role: "assistant", content: [] }), user()] },
    { steps: [user(), says("x"), user()] },
  ),
];

const responsesProbes: readonly Probe[] = [
  row(
    responses,
    "unwanted-thinking",
    "thinking.rejectsItems: gpt-4.1",
    {
      steps: [user(), raw({ type: "reasoning", summary: [], encrypted_content: "e" }), calls("a"), results("a")],
      options: { model: "gpt-4.1" },
    },
    {
      steps: [user(), raw({ type: "reasoning", summary: [], encrypted_content: "e" }), calls("a"), results("a")],
      options: { model: "gpt-5" },
    },
  ),
];

const parts = (...list: readonly JsonValue[]): Talk => ({ steps: [user(), calls("a"), raw({ role: "user", parts: [...list] })] });
const answer: JsonValue = { functionResponse: { name: "f", response: { ok: true } } };

const geminiProbes: readonly Probe[] = [
  row(gemini, "invalid-message", "messages.partMembers: none", parts(answer, {}), parts(answer, { text: "" })),
  row(
    gemini,
    "invalid-message",
    "messages.partMembers: a trait alone",
    parts(answer, { thoughtSignature: "c2ln" }),
    parts(answer, { text: "x", thoughtSignature: "c2ln" }),
  ),
  row(
    gemini,
    "invalid-message",
    "messages.partMembers: two",
    parts(answer, { text: "x", inlineData: { mimeType: "image/png", data: "AA" } }),
    parts(answer, { text: "x" }),
  ),
  row(
    gemini,
    "conflicting-parameters",
    "requests.choiceNeedsTools",
    { steps: [user()], options: { rawTools: [], more: { toolConfig: { functionCallingConfig: { mode: "ANY" } } } } },
    { steps: [user()], options: { more: { toolConfig: { functionCallingConfig: { mode: "ANY" } } } } },
  ),
];

const mixed = { role: "assistant", content: [{ text: "x" }, { toolUse: { toolUseId: "a", name: "f", input: {} } }] };
const llama = { model: "us.meta.llama4-maverick-17b-instruct-v1:0" };
const point = { cachePoint: { type: "default" } };

const bedrockProbes: readonly Probe[] = [
  row(
    bedrock,
    "invalid-message",
    "messages.rejectsMixedTurns: Llama",
    { steps: [user(), raw(mixed), results("a")], options: llama },
    { steps: [user(), raw(mixed), results("a")], options: { model: "us.anthropic.claude-sonnet-4-5-v1:0" } },
  ),
  row(
    bedrock,
    "conflicting-parameters",
    "requests.forcedChoice",
    {
      steps: [user()],
      options: {
        more: {
          additionalModelRequestFields: thinking,
          toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: { type: "object" } } } }], toolChoice: { any: {} } },
        },
        tools: null,
      },
    },
    { steps: [user()], options: { more: { additionalModelRequestFields: thinking } } },
  ),
  row(
    bedrock,
    "invalid-role-order",
    "messages.rejectsPrefill: Llama",
    ends(says("x"), llama),
    ends(says("x"), { model: "amazon.nova-lite-v1:0" }),
  ),
  row(
    bedrock,
    "exceeded-limit",
    "limits.maxCacheBreakpoints",
    { steps: [raw({ role: "user", content: [{ text: "x" }, point, point, point, point, point] })] },
    { steps: [raw({ role: "user", content: [{ text: "x" }, point, point, point, point] })] },
  ),
];

/** What requests as a whole are held to, by the wire that they are written in. */
export const requestProbes: ReadonlyMap<string, readonly Probe[]> = new Map([
  ["openai-chat", chatProbes],
  ["anthropic", anthropicProbes],
  ["openai-responses", responsesProbes],
  ["gemini", geminiProbes],
  ["bedrock-converse", bedrockProbes],
]);
