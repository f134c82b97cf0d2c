import type { JsonValue } from "../../src/json/value.js";
import type { Profile } from "../../src/profiles/profile.js";
import { requestProbes } from "./request-probes.js";
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
  system,
  type TalkOptions,
  type ToolSketch,
  user,
  type Wire,
} from "./wires.js";

/** A transcript that breaks one fact, and its near miss, which every endpoint takes. */
export interface Probe {
  /** What is broken, in few words: the row of the table. */
  readonly name: string;
  /** The rule that tells of the breach. */
  readonly rule: string;
  /** The format to read it as. */
  readonly format: string;
  readonly breach: JsonValue;
  readonly twin: JsonValue;
}

/** The wire that a profile's own histories are written in; the neutral one where it has none of its own. */
export function wireOf({ id, formats }: Profile): Wire {
  if (id === "framework-anthropic" || formats.includes("anthropic")) return anthropic;
  if (formats.includes("openai-responses") || formats.includes("openai-realtime")) return responses;
  if (formats.some((format) => format.startsWith("gemini") || format === "google-adk")) return gemini;
  if (formats.includes("bedrock-converse")) return bedrock;
  return chat;
}

/** All probes that make sense of a profile: the same for all, written on its wire, those of its own formats, and those of its own. */
export function probesOf(profile: Profile): readonly Probe[] {
  const wire = wireOf(profile);
  return [
    ...neutral(wire),
    ...(own.get(wire.format) ?? []),
    ...(requestProbes.get(wire.format) ?? []),
    ...native.filter(({ format }) => profile.formats.includes(format)),
    ...lineOf(profile).flatMap(({ id }) => ofOne.get(id)?.(wire) ?? []),
  ];
}

/** A profile, what it extends, what that extends. */
function lineOf(profile: Profile): readonly Profile[] {
  return profile.extends === undefined ? [profile] : [profile, ...lineOf(profile.extends)];
}

interface Talk {
  readonly steps: readonly Step[];
  readonly options?: TalkOptions;
  /** What the file claims to be, where the wire does not tell. */
  readonly mode?: "request";
}

function probe(wire: Wire, rule: string, name: string, breach: Talk, twin: Talk): Probe {
  const recording = ({ steps, options, mode }: Talk): JsonValue =>
    mode === undefined ? { url: wire.url, request: wire.request(steps, options) } : { mode, transcript: wire.request(steps, options) };
  return { name, rule, format: wire.format, breach: recording(breach), twin: recording(twin) };
}

const object = (properties: { readonly [name: string]: JsonValue }, more: { readonly [key: string]: JsonValue } = {}): JsonValue => ({
  type: "object",
  properties,
  ...more,
});
const fits: JsonValue = object({ a: { type: "string" } });

function neutral(wire: Wire): readonly Probe[] {
  const talk = (...steps: readonly Step[]): Talk => ({ steps });
  const good = talk(user(), calls("call_abcd1"), results("call_abcd1"), says("done"), user());
  const id = (value: string): Talk => talk(user(), calls(value), results(value), says("done"), user());
  const withTool = (...tools: readonly ToolSketch[]): Talk => ({
    steps: good.steps,
    options: { tools: [{ name: "f", schema: fits }, ...tools] },
  });
  const schema = (value: JsonValue): Talk => withTool({ name: "g", schema: value });
  const named = (name: string): Talk => ({
    steps: [user(), calls({ id: "a", name }), results({ id: "a", name }), says("done"), user()],
    options: { tools: [{ name, schema: fits }] },
  });
  const many = (count: number) => withTool(...Array.from({ length: count - 1 }, (_, index) => ({ name: `g${index}`, schema: fits })));
  const ab = (...more: readonly Step[]): Talk => talk(user(), calls("a", "b"), ...more, says("done"), user());
  const order = (one: Step, other: Step): Talk =>
    talk(user(), calls("a"), results("a"), says("x"), user(), says("y"), one, other, says("z"), user());
  const list = (rule: string, fact: string, ...rows: readonly (readonly [string, Talk, Talk?])[]) =>
    rows.map(([name, breach, twin = good]) => probe(wire, rule, `${fact}: ${name}`, breach, twin));
  return [
    ...list("unanswered-call", "pairing.unanswered", ["the user goes on", talk(user(), calls("a"), user())]),
    ...list(
      "orphaned-result",
      "pairing.orphaned",
      ["no such call", talk(user(), calls("a"), results("a"), says("x"), results("b"), says("y"), user())],
      ["after the turn has ended", talk(user(), calls("a"), user(), says("x"), results("a"), says("y"), user())],
    ),
    ...list(
      "misplaced-result",
      "pairing.misplaced",
      ["a user message between", talk(user(), calls("a"), user(), results("a"), says("done"), user())],
      ["an assistant message between", talk(user(), calls("a"), says("x"), results("a"), says("done"), user())],
      [
        "text behind the call",
        talk(user(), { kind: "assistant", text: null, calls: [{ id: "a", name: "f" }], after: "x" }, results("a"), says("y"), user()),
      ],
      [
        "text in front of the result",
        talk(user(), calls("a"), { kind: "results", results: [{ id: "a" }], before: "x" }, says("y"), user()),
      ],
    ),
    ...list("split-results", "pairing.split", ["two messages", ab(results("a"), results("b")), ab(results("a", "b"))]),
    ...list("duplicate-result", "pairing.duplicate", ["twice", talk(user(), calls("a"), results("a", "a"), says("x"), user())]),
    ...list(
      "mismatched-tool-name",
      "pairing.mismatchedName",
      [
        "another tool",
        talk(user(), calls("a"), results({ id: "a", name: "g" }), says("x"), user()),
        talk(user(), calls("a"), results({ id: "a", name: "f" }), says("x"), user()),
      ],
      [
        "another tool, by order",
        talk(user(), calls({ id: null, name: "f" }), results({ id: null, name: "g" }), says("x"), user()),
        talk(user(), calls({ id: null, name: "f" }), results({ id: null, name: "f" }), says("x"), user()),
      ],
    ),
    ...list("invalid-schema", "parameters.takesPythonTypes", ["str", schema(object({ a: { type: "str" } })), schema(fits)]),
    ...list("missing-call-id", "ids.required", [
      "no id on the call",
      talk(user(), calls({ id: null, name: "f" }), results({ id: null, name: "f" }), says("x"), user()),
    ]),
    ...list("missing-call-id", "ids.optionalInResults", [
      "no id on the result",
      talk(user(), calls("a"), results({ id: null, name: "f" }), says("x"), user()),
    ]),
    ...list(
      "invalid-call-id",
      "ids.call",
      ["41 characters", id("c".repeat(41)), id("c".repeat(9))],
      ["65 characters", id("c".repeat(65)), id("c".repeat(9))],
      ["a dot", id("a.bcdefgh"), id("abcdefghi")],
      ["a space", id("a bcdefgh"), id("abcdefghi")],
      ["eight characters", id("abcdefgh"), id("abcdefghi")],
      [
        "eight characters, older model",
        { ...id("abcdefgh"), options: { model: "mistral-large-2411" } },
        { ...id("abcdefghi"), options: { model: "mistral-large-2411" } },
      ],
      [
        "eight characters, newer model",
        { ...id("abcdefgh"), options: { model: "mistral-large-2512" } },
        { ...id("abcdefghi"), options: { model: "mistral-large-2512" } },
      ],
    ),
    ...list(
      "invalid-tool-name",
      "names.tool",
      ["a space", named("a b"), named("a_b")],
      ["a dot", named("a.b"), named("a_b")],
      ["a digit first", named("1a"), named("a1")],
      ["65 characters", named("n".repeat(65)), named("n".repeat(32))],
      ["129 characters", named("n".repeat(129)), named("n".repeat(32))],
    ),
    ...list("missing-toolset", "declarations.required", ["no tools", { steps: good.steps, options: { tools: null } }]),
    ...list("exceeded-limit", "limits.maxTools", ["129", many(129), many(128)]),
    ...list("exceeded-limit", "limits.maxDescriptionLength", [
      "1025 characters",
      withTool({ name: "g", schema: fits, description: "d".repeat(1025) }),
      withTool({ name: "g", schema: fits, description: "d".repeat(1024) }),
    ]),
    ...list("unsupported-schema", "parameters.objectRoot", [
      "root without type",
      schema({ properties: { a: { type: "string" } } }),
      schema(fits),
    ]),
    ...list(
      "unsupported-schema",
      "parameters.rejectedAtRoot",
      ["anyOf at the root", schema(object({}, { anyOf: [{ required: [] }] })), schema(object({ a: { anyOf: [{ type: "string" }] } }))],
      ["not at the root", schema(object({}, { not: { required: ["a"] } })), schema(object({ a: { not: { type: "string" } } }))],
    ),
    ...list("unsupported-schema", "parameters.keys", [
      "argument name",
      schema(object({ "a b": { type: "string" } })),
      schema(object({ a_b: { type: "string" } })),
    ]),
    ...list("unsupported-schema", "parameters.arraysNeedItems", [
      "array without items",
      schema(object({ a: { type: "array" } })),
      schema(object({ a: { type: "array", items: { type: "string" } } })),
    ]),
    ...list("unsupported-schema", "parameters.dialect", [
      "draft-04",
      schema(object({ a: { type: "integer", minimum: 0, exclusiveMinimum: true } })),
      schema(object({ a: { type: "integer", minimum: 0 } })),
    ]),
    ...list("unsupported-schema", "declarations.schemaRequired", ["no schema", withTool({ name: "g" }), schema(fits)]),
    ...list(
      "non-strict-schema",
      "parameters.strict",
      [
        "open",
        withTool({ name: "g", strict: true, schema: fits }),
        withTool({ name: "g", strict: true, schema: object({ a: { type: "string" } }, { required: ["a"], additionalProperties: false }) }),
      ],
      [
        "optional",
        withTool({ name: "g", strict: true, schema: object({ a: { type: "string" } }, { additionalProperties: false }) }),
        withTool({ name: "g", strict: true, schema: object({ a: { type: "string" } }, { required: ["a"], additionalProperties: false }) }),
      ],
      [
        "minimum",
        withTool({
          name: "g",
          strict: true,
          schema: object({ a: { type: "integer", minimum: 1 } }, { required: ["a"], additionalProperties: false }),
        }),
        withTool({ name: "g", strict: true, schema: object({ a: { type: "integer" } }, { required: ["a"], additionalProperties: false }) }),
      ],
      [
        "dependentRequired",
        withTool({
          name: "g",
          strict: true,
          schema: object({ a: { type: "integer" } }, { required: ["a"], additionalProperties: false, dependentRequired: { a: ["a"] } }),
        }),
        withTool({ name: "g", strict: true, schema: object({ a: { type: "integer" } }, { required: ["a"], additionalProperties: false }) }),
      ],
    ),
    ...list(
      "invalid-role-order",
      "messages.forbiddenOrders",
      ["user after user", order(user("q"), user("r"))],
      ["assistant after assistant", talk(user(), calls("a"), results("a"), says("x"), says("y"), user(), says("z"), user())],
      ["system after assistant", talk(user(), calls("a"), results("a"), says("x"), system(), says("y"), user())],
      ["user after system", talk(user(), calls("a"), results("a"), says("x"), system(), user(), says("y"), user())],
      ["system after tool", talk(user(), calls("a"), results("a"), system(), says("y"), user())],
      ["user after tool", talk(user(), calls("a"), results("a"), user(), says("y"), user())],
      ["tool after user", talk(user(), calls("a"), user(), results("a"), says("y"), user())],
      ["tool after system", talk(user(), calls("a"), system(), results("a"), says("y"), user())],
    ),
    ...list("invalid-role-order", "messages.rejectsOpeningCall", [
      "a call at the beginning",
      talk(calls("a"), results("a"), says("x"), user()),
    ]),
    ...list("invalid-role-order", "messages.startsWithUser", [
      "an answer at the beginning",
      talk(says("x"), user(), calls("a"), results("a"), says("y"), user()),
    ]),
  ];
}

const anthropicTalk = (content: JsonValue, more: Partial<{ options: TalkOptions; isError: boolean }> = {}): Talk => ({
  steps: [user(), calls("a"), results({ id: "a", content, ...(more.isError === true && { isError: true }) }), says("x"), user()],
  ...(more.options !== undefined && { options: more.options }),
});
const thinking = (signature: JsonValue): JsonValue => ({ type: "thinking", thinking: "t", ...(signature !== null && { signature }) });
const claude: TalkOptions = { model: "claude-sonnet-4-5" };
const asked: TalkOptions = { ...claude, more: { thinking: { type: "enabled", budget_tokens: 1024 } } };
const thought = (...blocks: readonly JsonValue[]): readonly Step[] => [
  user(),
  raw({ role: "assistant", content: [...blocks, { type: "tool_use", id: "a", name: "f", input: {} }] }),
  results("a"),
];
const text = (value: string): JsonValue => ({ type: "text", text: value });
const image: JsonValue = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };

function row(wire: Wire, rule: string, name: string, breach: Talk, twin: Talk): Probe {
  return probe(wire, rule, name, breach, twin);
}

const parted = (parts: readonly JsonValue[]): Talk => ({
  steps: [user(), raw({ role: "model", parts: [...parts] }), results("a")],
  options: { model: "gemini-3-pro" },
});
const parameters = (value: JsonValue): Talk => ({ steps: [user()], options: { tools: [{ name: "f", schema: value }] } });
const geminiObject = (property: JsonValue, more: { readonly [key: string]: JsonValue } = {}): JsonValue => ({
  type: "OBJECT",
  properties: { a: property },
  ...more,
});
const converse = (content: JsonValue, isError = false): Talk => ({
  steps: [user(), calls("a"), results({ id: "a", content, isError }), says("x"), user()],
});
const item = (value: { readonly [key: string]: JsonValue }): Talk => ({ steps: [user(), raw(value), user()] });
const chatTalk = (...steps: readonly Step[]): Talk => ({ steps: [user(), ...steps, says("x"), user()] });
const output = (content: JsonValue): Talk => ({ steps: [user(), calls("a"), results({ id: "a", content }), says("x"), user()] });
const fnCall = (more: { readonly [key: string]: JsonValue }): JsonValue => ({
  id: "a",
  type: "function",
  function: { name: "f", arguments: "{}" },
  ...more,
});
const prefixes: readonly (readonly [string, { readonly [key: string]: JsonValue }])[] = [
  ["message", { role: "assistant", content: [{ type: "output_text", text: "x", annotations: [] }] }],
  ["function_call", { call_id: "a", name: "f", arguments: "{}" }],
];

const own: ReadonlyMap<string, readonly Probe[]> = new Map([
  [
    "openai-chat",
    [
      row(
        chat,
        "invalid-message",
        "messages.contentRequired",
        chatTalk(raw({ role: "user", content: null })),
        chatTalk(raw({ role: "user", content: "" })),
      ),
      row(
        chat,
        "invalid-message",
        "calls.typeRequired",
        chatTalk(
          raw({ role: "assistant", content: "", tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" } }] }),
          results("a"),
        ),
        chatTalk(raw({ role: "assistant", content: "", tool_calls: [fnCall({})] }), results("a")),
      ),
      row(
        chat,
        "invalid-message",
        "messages.toolAnswersToolCalls",
        chatTalk(
          raw({ role: "assistant", content: "", function_call: { name: "f", arguments: "{}" } }),
          raw({ role: "tool", tool_call_id: "a", content: "x" }),
        ),
        chatTalk(
          raw({ role: "assistant", content: "", function_call: { name: "f", arguments: "{}" } }),
          raw({ role: "function", name: "f", content: "x" }),
        ),
      ),
      row(
        chat,
        "invalid-message",
        "messages.snakeCase",
        chatTalk(raw({ role: "assistant", content: "", toolCalls: [fnCall({})] }), raw({ role: "tool", toolCallId: "a", content: "x" })),
        chatTalk(raw({ role: "assistant", content: "", tool_calls: [fnCall({})] }), results("a")),
      ),
      row(
        chat,
        "invalid-message",
        "calls.rejectsEmptyList",
        chatTalk(raw({ role: "assistant", content: "x", tool_calls: [] }), user()),
        chatTalk(raw({ role: "assistant", content: "x" }), user()),
      ),
      row(
        chat,
        "invalid-message",
        "messages.rejectsEmptyUserText",
        chatTalk(raw({ role: "user", content: [text("")] })),
        chatTalk(raw({ role: "user", content: [text("x")] })),
      ),
      row(chat, "invalid-result-content", "results.contentKinds: null", output(null), output("x")),
      row(chat, "invalid-result-content", "results.contentKinds: object", output({ a: 1 }), output("x")),
      row(chat, "invalid-result-content", "results.blocksNeedType", output([{ text: "x", note: 1 }]), output([text("x")])),
      row(chat, "invalid-result-content", "results.blockMembers", output([{ type: "text" }]), output([text("x")])),
      row(
        chat,
        "invalid-result-content",
        "results.blocks",
        output([{ type: "image_url", image_url: { url: "https://x.example/i.png" } }]),
        output([text("x")]),
      ),
      row(
        chat,
        "invalid-tool",
        "declarations.form",
        {
          steps: [user(), calls("a"), results("a"), says("x"), user()],
          options: { rawTools: [{ type: "function", name: "f", parameters: fits }] },
        },
        {
          steps: [user(), calls("a"), results("a"), says("x"), user()],
          options: { rawTools: [{ type: "function", function: { name: "f", parameters: fits } }] },
        },
      ),
      row(
        chat,
        "missing-thought-signature",
        "thinking.callsSigned",
        { steps: [user(), calls("a"), results("a")], options: { model: "gemini-3-pro" } },
        {
          steps: [
            user(),
            raw({ role: "assistant", content: "", tool_calls: [fnCall({ extra_content: { google: { thought_signature: "s" } } })] }),
            results("a"),
          ],
          options: { model: "gemini-3-pro" },
        },
      ),
    ],
  ],
  [
    "openai-responses",
    [
      ...prefixes.flatMap(([type, more]) => [
        row(
          responses,
          "invalid-call-id",
          `ids.itemPrefixes: ${type}`,
          { steps: [user(), raw({ type, id: "x_1", ...more }), ...(type === "message" ? [] : [results("a")]), user()] },
          { steps: [user(), raw({ type, ...more }), ...(type === "message" ? [] : [results("a")]), user()] },
        ),
      ]),
      row(
        responses,
        "invalid-call-id",
        "ids.itemPrefixes: function_call_output",
        { steps: [user(), calls("a"), raw({ type: "function_call_output", id: "x_1", call_id: "a", output: "x" }), user()] },
        output("x"),
      ),
      row(
        responses,
        "invalid-call-id",
        "ids.itemPrefixes: reasoning",
        item({ type: "reasoning", id: "x_1", summary: [] }),
        item({ type: "reasoning", summary: [] }),
      ),
      row(
        responses,
        "invalid-call-id",
        "limits.maxItemIdLength",
        {
          steps: [
            user(),
            raw({ type: "function_call", id: `fc_${"x".repeat(62)}`, call_id: "a", name: "f", arguments: "{}" }),
            results("a"),
            user(),
          ],
        },
        {
          steps: [
            user(),
            raw({ type: "function_call", id: `fc_${"x".repeat(61)}`, call_id: "a", name: "f", arguments: "{}" }),
            results("a"),
            user(),
          ],
        },
      ),
      row(
        responses,
        "unpaired-reasoning",
        "thinking.paired",
        item({ type: "reasoning", id: "rs_1", summary: [] }),
        item({ type: "reasoning", summary: [] }),
      ),
      row(
        responses,
        "invalid-message",
        "messages.rejectsInputOfModel",
        { steps: [user(), raw({ type: "message", role: "assistant", content: [{ type: "input_text", text: "x" }] }), user()] },
        { steps: [user(), says("x"), user()] },
      ),
      row(responses, "invalid-result-content", "results.contentKinds", output({ a: 1 }), output("x")),
      row(
        responses,
        "invalid-result-content",
        "results.blocksNeedType",
        output([{ text: "x", note: 1 }]),
        output([{ type: "input_text", text: "x" }]),
      ),
      row(
        responses,
        "invalid-result-content",
        "results.blockMembers",
        output([{ type: "input_text" }]),
        output([{ type: "input_text", text: "x" }]),
      ),
      row(
        responses,
        "invalid-result-content",
        "results.blocks",
        output([{ type: "text", text: "x" }]),
        output([{ type: "input_text", text: "x" }]),
      ),
      row(
        responses,
        "invalid-tool",
        "declarations.form",
        { steps: [user()], options: { rawTools: [{ type: "function", function: { name: "f", parameters: fits } }] } },
        { steps: [user()], options: { rawTools: [{ type: "function", name: "f", parameters: fits }] } },
      ),
    ],
  ],
  [
    "anthropic",
    [
      row(
        anthropic,
        "invalid-call-id",
        "ids.hostedCall",
        {
          steps: [
            user(),
            raw({
              role: "assistant",
              content: [
                { type: "server_tool_use", id: "toolu_1", name: "web_search", input: {} },
                { type: "web_search_tool_result", tool_use_id: "toolu_1", content: [] },
              ],
            }),
            user(),
          ],
        },
        {
          steps: [
            user(),
            raw({
              role: "assistant",
              content: [
                { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
                { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
              ],
            }),
            user(),
          ],
        },
      ),
      row(anthropic, "invalid-result-content", "results.blocks", anthropicTalk([{ type: "video", source: {} }]), anthropicTalk([image])),
      row(
        anthropic,
        "invalid-result-content",
        "results.errorBlocks",
        anthropicTalk([image], { isError: true }),
        anthropicTalk([text("x")], { isError: true }),
      ),
      row(anthropic, "invalid-result-content", "results.contentKinds", anthropicTalk({ a: 1 }), anthropicTalk("x")),
      row(anthropic, "invalid-result-content", "results.blocksNeedType", anthropicTalk([{ text: "x" }]), anthropicTalk([text("x")])),
      row(anthropic, "invalid-result-content", "results.blockMembers: text", anthropicTalk([{ type: "text" }]), anthropicTalk([text("x")])),
      row(anthropic, "invalid-result-content", "results.blockMembers: image", anthropicTalk([{ type: "image" }]), anthropicTalk([image])),
      row(anthropic, "invalid-result-content", "results.rejectsEmptyText", anthropicTalk([text("")]), anthropicTalk([text("x")])),
      row(anthropic, "invalid-result-content", "results.rejectsBlankText", anthropicTalk([text(" ")]), anthropicTalk([text("x")])),
      row(
        anthropic,
        "invalid-result-content",
        "results.rejectsEmptyError",
        anthropicTalk("", { isError: true }),
        anthropicTalk("x", { isError: true }),
      ),
      row(
        anthropic,
        "invalid-message",
        "messages.rejectsEmptyAssistantText",
        { steps: [user(), raw({ role: "assistant", content: [text("")] }), user()] },
        { steps: [user(), raw({ role: "assistant", content: [text("x")] }), user()] },
      ),
      row(
        anthropic,
        "invalid-message",
        "messages.rejectsEmptyUserText",
        { steps: [raw({ role: "user", content: [text("")] }), says("x"), user()] },
        { steps: [raw({ role: "user", content: [text("x")] }), says("x"), user()] },
      ),
      row(
        anthropic,
        "missing-thinking",
        "thinking.kept",
        { steps: thought(), options: asked },
        { steps: thought(thinking("s")), options: asked },
      ),
      row(
        anthropic,
        "invalid-message",
        "thinking.signed",
        { steps: thought(thinking(null)), options: claude },
        { steps: thought(thinking("s")), options: claude },
      ),
      row(
        anthropic,
        "invalid-tool",
        "declarations.form",
        { steps: [user()], options: { rawTools: [{ type: "function", function: { name: "f", parameters: fits } }] } },
        { steps: [user()], options: { rawTools: [{ name: "f", input_schema: fits }] } },
      ),
    ],
  ],
  [
    "gemini",
    [
      row(
        gemini,
        "missing-thought-signature",
        "thinking.callsSigned",
        parted([{ functionCall: { id: "a", name: "f", args: {} } }]),
        parted([{ functionCall: { id: "a", name: "f", args: {} }, thoughtSignature: "s" }]),
      ),
      row(
        gemini,
        "unsupported-schema",
        "parameters.openapi: const",
        parameters(geminiObject({ type: "STRING", const: "x" })),
        parameters(geminiObject({ type: "STRING" })),
      ),
      row(
        gemini,
        "unsupported-schema",
        "parameters.openapi: $schema",
        parameters(geminiObject({ type: "STRING" }, { $schema: "https://json-schema.org/draft/2020-12/schema" })),
        parameters(geminiObject({ type: "STRING" })),
      ),
      row(
        gemini,
        "unsupported-schema",
        "parameters.openapi: beside $ref",
        parameters(geminiObject({ $ref: "#/$defs/x", nullable: true }, { $defs: { x: { type: "STRING" } } })),
        parameters(geminiObject({ $ref: "#/$defs/x", description: "x" }, { $defs: { x: { type: "STRING" } } })),
      ),
      row(
        gemini,
        "unsupported-schema",
        "parameters.openapi: list of types",
        parameters(geminiObject({ type: ["STRING", "NULL"] })),
        parameters(geminiObject({ type: "STRING", nullable: true })),
      ),
      row(
        gemini,
        "unsupported-schema",
        "parameters.openapi: enum of numbers",
        parameters(geminiObject({ type: "INTEGER", enum: [1] })),
        parameters(geminiObject({ type: "STRING", enum: ["1"] })),
      ),
      row(
        gemini,
        "unsupported-schema",
        "parameters.openapi: required",
        parameters(geminiObject({ type: "STRING" }, { required: ["b"] })),
        parameters(geminiObject({ type: "STRING" }, { required: ["a"] })),
      ),
      row(
        gemini,
        "unsupported-schema",
        "parameters.openapi: items",
        parameters(geminiObject({ type: "ARRAY" })),
        parameters(geminiObject({ type: "ARRAY", items: { type: "STRING" } })),
      ),
      row(gemini, "invalid-result-content", "results.contentKinds", output([1]), output({ a: 1 })),
      row(
        gemini,
        "missing-tool-name",
        "names.requiredInResults",
        { steps: [user(), calls("a"), results({ id: "a", name: "" }), says("x"), user()] },
        { steps: [user(), calls("a"), results({ id: "a", name: "f" }), says("x"), user()] },
      ),
    ],
  ],
  [
    "bedrock-converse",
    [
      row(bedrock, "invalid-result-content", "results.blocks", converse([{ audio: {} }]), converse([{ text: "x" }])),
      row(bedrock, "invalid-result-content", "results.contentKinds", converse("x"), converse([{ text: "x" }])),
      row(bedrock, "invalid-result-content", "results.jsonObjects", converse([{ json: [1] }]), converse([{ json: { a: 1 } }])),
      row(bedrock, "invalid-result-content", "results.rejectsEmptyText", converse([{ text: "" }]), converse([{ text: "x" }])),
      row(bedrock, "invalid-result-content", "results.rejectsBlankText", converse([{ text: " " }]), converse([{ text: "x" }])),
      row(bedrock, "invalid-result-content", "results.rejectsEmptyError", converse([], true), converse([{ text: "x" }], true)),
      row(
        bedrock,
        "invalid-message",
        "messages.rejectsBlankText",
        { steps: [raw({ role: "user", content: [{ text: "" }] }), says("x"), user()] },
        { steps: [raw({ role: "user", content: [{ text: "x" }] }), says("x"), user()] },
      ),
      row(
        bedrock,
        "missing-thinking",
        "thinking.kept",
        {
          steps: [user(), calls("a"), results("a")],
          options: { model: "anthropic.claude-sonnet-4-5", more: { additionalModelRequestFields: { thinking: { type: "enabled" } } } },
        },
        {
          steps: [
            user(),
            raw({
              role: "assistant",
              content: [
                { reasoningContent: { reasoningText: { text: "t", signature: "s" } } },
                { toolUse: { toolUseId: "a", name: "f", input: {} } },
              ],
            }),
            results("a"),
          ],
          options: { model: "anthropic.claude-sonnet-4-5", more: { additionalModelRequestFields: { thinking: { type: "enabled" } } } },
        },
      ),
    ],
  ],
]);

const tool: JsonValue = { type: "function", function: { name: "f", parameters: fits } };

function cohereV2(content: JsonValue): JsonValue {
  const call = { id: "f_abcdefghijk1", type: "function", function: { name: "f", arguments: "{}" } };
  return {
    model: "command-a-03-2025",
    tools: [tool],
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", tool_plan: "p", tool_calls: [call] },
      { role: "tool", tool_call_id: call.id, content },
      { role: "assistant", content: [text("x")] },
    ],
  };
}

function cohereV1(outputs: JsonValue, name = "f"): JsonValue {
  return {
    url: "https://llm.example/v1/chat",
    request: {
      model: "command-r-plus",
      message: "",
      chat_history: [
        { role: "USER", message: "hi" },
        { role: "CHATBOT", message: "", tool_calls: [{ name, parameters: {} }] },
      ],
      tools: [{ name, description: "d", parameter_definitions: {} }],
      tool_results: [{ call: { name, parameters: {} }, outputs }],
    },
  };
}

function ollama(content: JsonValue): JsonValue {
  return {
    model: "qwen3:8b",
    options: { num_ctx: 4096 },
    tools: [tool],
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: "", tool_calls: [{ function: { name: "f", arguments: {} } }] },
      { role: "tool", tool_name: "f", content },
      { role: "assistant", content: "x" },
    ],
  };
}

function mcpAt(protocolVersion: string, declared: JsonValue): JsonValue {
  const shook: JsonValue = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };
  return [
    { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo: { name: "c", version: "1" } } },
    { jsonrpc: "2.0", id: 0, result: shook },
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", id: 1, result: { tools: [declared] } },
  ];
}

function mcp(result: JsonValue, declared: JsonValue = { name: "f", inputSchema: { type: "object" } }): JsonValue {
  const others: JsonValue = { name: "g", inputSchema: { type: "object" } };
  return [
    { jsonrpc: "2.0", id: 0, method: "tools/list" },
    { jsonrpc: "2.0", id: 0, result: { tools: [declared, others] } },
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "f", arguments: {} } },
    { jsonrpc: "2.0", id: 1, result },
  ];
}

const mcpText: JsonValue = { content: [text("x")] };
const structured: JsonValue = { name: "f", inputSchema: { type: "object" }, outputSchema: { type: "object" } };

function mistralConversations(result: JsonValue): JsonValue {
  return {
    model: "mistral-medium-latest",
    tools: [tool],
    inputs: [
      { object: "entry", type: "message.input", role: "user", content: "hi" },
      { object: "entry", type: "function.call", tool_call_id: "AbCdEfGh1", name: "f", arguments: "{}" },
      { object: "entry", type: "function.result", tool_call_id: "AbCdEfGh1", result },
    ],
  };
}

function realtimeCall(id: string): JsonValue {
  return [
    { event_id: "e0", type: "conversation.item.create", item: { type: "function_call", call_id: id, name: "f", arguments: "{}" } },
    { event_id: "e1", type: "conversation.item.create", item: { type: "function_call_output", call_id: id, output: "x" } },
  ];
}

function realtime(output: JsonValue): JsonValue {
  return [
    {
      event_id: "e0",
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
    },
    {
      event_id: "e1",
      type: "response.output_item.done",
      response_id: "r",
      output_index: 0,
      item: { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
    },
    { event_id: "e2", type: "conversation.item.create", item: { type: "function_call_output", call_id: "a", output } },
  ];
}

function aiSdk(name: string | undefined): JsonValue {
  return [
    { role: "user", content: [text("hi")] },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "f", input: {} }] },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "a", ...(name !== undefined && { toolName: name }), output: { type: "text", value: "x" } },
      ],
    },
  ];
}

function nemo(content: JsonValue): JsonValue {
  return [
    { role: "user", content: "hi" },
    { role: "assistant", content: "", tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: {} } }] },
    { role: "tool", tool_call_id: "a", content },
  ];
}

function assistants(output: JsonValue): JsonValue {
  return { url: "https://llm.example/v1/threads/t/runs/r/submit_tool_outputs", request: { tool_outputs: [{ tool_call_id: "a", output }] } };
}

function interactions(id: string | undefined): JsonValue {
  return {
    model: "gemini-3-flash-preview",
    store: false,
    tools: [{ type: "function", name: "f", parameters: fits }],
    input: [
      { type: "user_input", content: [text("hi")] },
      { type: "function_call", ...(id !== undefined && { id }), name: "f", arguments: {} },
      { type: "function_result", ...(id !== undefined && { call_id: id }), name: "f", result: "x" },
    ],
  };
}

/** What stands on the wires of formats that have one profile each. */
const native: readonly Probe[] = [
  { name: "results.contentKinds", rule: "invalid-result-content", format: "cohere-v2", breach: cohereV2({ a: 1 }), twin: cohereV2("x") },
  {
    name: "results.blocks",
    rule: "invalid-result-content",
    format: "cohere-v2",
    breach: cohereV2([{ type: "image_url" }]),
    twin: cohereV2([text("x")]),
  },
  { name: "results.contentKinds", rule: "invalid-result-content", format: "cohere-v1", breach: cohereV1("x"), twin: cohereV1([{ a: 1 }]) },
  { name: "results.contentKinds", rule: "invalid-result-content", format: "ollama", breach: ollama([text("x")]), twin: ollama("x") },
  {
    name: "results.blocks",
    rule: "invalid-result-content",
    format: "mcp-jsonrpc",
    breach: mcp({ content: [{ type: "video" }] }),
    twin: mcp(mcpText),
  },
  {
    name: "results.blocksNeedType",
    rule: "invalid-result-content",
    format: "mcp-jsonrpc",
    breach: mcp({ content: [{ text: "x" }] }),
    twin: mcp(mcpText),
  },
  {
    name: "results.blockMembers",
    rule: "invalid-result-content",
    format: "mcp-jsonrpc",
    breach: mcp({ content: [{ type: "image", data: "A" }] }),
    twin: mcp(mcpText),
  },
  {
    name: "results.structuredRequired",
    rule: "invalid-result",
    format: "mcp-jsonrpc",
    breach: mcp(mcpText, structured),
    twin: mcp({ content: [text("{}")], structuredContent: {} }, structured),
  },
  {
    name: "results.schemaObjectRoot: 2025-06-18",
    rule: "unsupported-schema",
    format: "mcp-jsonrpc",
    breach: mcpAt("2025-06-18", { name: "f", inputSchema: { type: "object" }, outputSchema: { type: "array" } }),
    twin: mcpAt("2026-07-28", { name: "f", inputSchema: { type: "object" }, outputSchema: { type: "array" } }),
  },
  {
    name: "parameters.objectRoot: a union",
    rule: "unsupported-schema",
    format: "mcp-jsonrpc",
    breach: mcpAt("2025-06-18", { name: "f", inputSchema: { anyOf: [{ type: "object" }] } }),
    twin: mcpAt("2025-06-18", { name: "f", inputSchema: { type: "object", anyOf: [{ required: [] }] } }),
  },
  {
    name: "declarations.schemaRequired",
    rule: "unsupported-schema",
    format: "mcp-jsonrpc",
    breach: mcp(mcpText, { name: "f" }),
    twin: mcp(mcpText),
  },
  {
    name: "results.contentKinds",
    rule: "invalid-result-content",
    format: "mistral-conversations",
    breach: mistralConversations({ a: 1 }),
    twin: mistralConversations("x"),
  },
  {
    name: "results.contentKinds",
    rule: "invalid-result-content",
    format: "openai-realtime",
    breach: realtime({ a: 1 }),
    twin: realtime("x"),
  },
  {
    name: "ids.required",
    rule: "missing-call-id",
    format: "gemini-interactions",
    breach: interactions(undefined),
    twin: interactions("a"),
  },
  { name: "names.requiredInResults", rule: "missing-tool-name", format: "ai-sdk-model", breach: aiSdk(undefined), twin: aiSdk("f") },
  { name: "results.contentKinds", rule: "invalid-result-content", format: "nemo", breach: nemo({ a: 1 }), twin: nemo("x") },
  {
    name: "results.contentKinds",
    rule: "invalid-result-content",
    format: "openai-assistants",
    breach: assistants({ a: 1 }),
    twin: assistants("x"),
  },
];

/** Names that the first Nova fails to call: its own breach, and as near misses another separator and a model that it is not known of. */
const novaNames = (wire: Wire, model: string, other: string): readonly Probe[] => {
  const asks = (name: string, of: string): Talk => ({ steps: [user()], options: { tools: [{ name, schema: fits }], model: of } });
  return [
    row(wire, "harmful-style", "advice.toolNames: Nova, a hyphen", asks("look-up", model), asks("look_up", model)),
    row(wire, "harmful-style", "advice.toolNames: Nova, not Nova 2", asks("look-up", model), asks("look-up", other)),
  ];
};

/** Ids after which Kimi K2 fails to call. */
const kimiIds = (wire: Wire): readonly Probe[] => {
  const asks = (id: string, model: string): Talk => ({ steps: [user(), calls(id), results(id), user()], options: { model } });
  const k2 = "acme/Kimi-K2-Instruct";
  return [
    row(wire, "harmful-style", "advice.callIds: Kimi K2, a foreign id", asks("call_9f31", k2), asks("functions.f:0", k2)),
    row(wire, "harmful-style", "advice.callIds: Kimi K2, cleaned of signs", asks("functions_f_0", k2), asks("functions.f:12", k2)),
    row(wire, "harmful-style", "advice.callIds: Kimi K2, not K3", asks("f:0", k2), asks("f:0", "acme/kimi-k3")),
  ];
};

/** What one endpoint enforces as no other does, by the id of its profile: asked of that, and of those that extend it. */
const ofOne: ReadonlyMap<string, (wire: Wire) => readonly Probe[]> = new Map([
  [
    "mistral",
    (wire: Wire) => [
      row(
        wire,
        "invalid-role-order",
        "messages.rejectsPrefill: prefix",
        { steps: [user(), raw({ role: "assistant", content: "x", prefix: false })], mode: "request" },
        { steps: [user(), raw({ role: "assistant", content: "x", prefix: true })], mode: "request" },
      ),
    ],
  ],
  [
    "moonshot",
    (wire: Wire) => [
      row(
        wire,
        "invalid-tool-name",
        "names.tool: a digit first",
        { steps: [user()], options: { tools: [{ name: "21st_search", schema: fits }] } },
        { steps: [user()], options: { tools: [{ name: "m_21st_search", schema: fits }] } },
      ),
    ],
  ],
  [
    "openai-compatible",
    (wire: Wire) => [...kimiIds(wire), ...novaNames(wire, "bedrock/amazon.nova-micro-v1:0", "bedrock/amazon.nova-2-lite-v1:0")],
  ],
  [
    "openai-realtime",
    () => [
      {
        name: "ids.call: a slash",
        rule: "invalid-call-id",
        format: "openai-realtime",
        breach: realtimeCall("call_1/done"),
        twin: realtimeCall("call_1_done"),
      },
      {
        name: "ids.call: 33 characters",
        rule: "invalid-call-id",
        format: "openai-realtime",
        breach: realtimeCall("c".repeat(33)),
        twin: realtimeCall("c".repeat(32)),
      },
    ],
  ],
  [
    "bedrock",
    (wire: Wire) => [
      row(
        wire,
        "invalid-role-order",
        "messages.forbiddenOrders: Nova, assistant twice",
        { steps: [user(), says("x"), says("y"), user()], options: { model: "amazon.nova-lite-v1:0" } },
        // Other models want a word of the assistant in between.
        { steps: [user(), user(), says("y"), user()], options: { model: "amazon.nova-lite-v1:0" } },
      ),
      ...novaNames(wire, "us.amazon.nova-pro-v1:0", "amazon.nova-2-lite-v1:0"),
    ],
  ],
]);
