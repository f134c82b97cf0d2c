import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropic } from "../../src/formats/anthropic.js";
import { unwrap } from "../../src/formats/envelope.js";
import type { RecordingInput } from "../../src/formats/format.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { pairingFaults } from "../../src/model/pairing.js";
import { pairExchanges } from "../../src/model/rebuild.js";
import { anthropic as profile } from "../../src/profiles/anthropic.js";
import { argumentsOf, callsIn, outline, recordingOf, resultsIn, rootOf } from "../support/recording.js";

const folder = join(import.meta.dirname, "../../fixtures/formats/anthropic");
const fixtures = readdirSync(folder).filter((file) => file.endsWith(".json") && !file.endsWith(".model.json"));

function load(file: string): { readonly recording: RecordingInput; readonly recorded: AdaptedConversation } {
  const [recording] = unwrap(rootOf(readFileSync(join(folder, file), "utf8"))).recordings;
  if (recording === undefined) throw new Error(`nothing in ${file}`);
  return { recording, recorded: only(anthropic.adapt(recording)) };
}

function only<T>(list: readonly T[]): T {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} items`);
  return item;
}

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  return only(anthropic.adapt(recordingOf(body, around)));
}

/** A history of messages alone. */
function adaptMessages(...messages: readonly JsonValue[]): AdaptedConversation {
  return adapt({ messages });
}

function anomaliesOf({ anomalies }: AdaptedConversation): readonly string[] {
  return anomalies.map(
    ({ rule, severity, at, message }) => `${at.pointer} ${rule}${severity === undefined ? "" : ` ${severity}`}: ${message}`,
  );
}

function faultsOf(recorded: AdaptedConversation): readonly string[] {
  return pairingFaults(recorded, pairExchanges(recorded.messages, profile.pairing), profile.pairing).map(({ kind }) => kind);
}

const toolUse = (id: string, name = "look", input: JsonValue = {}) => ({ type: "tool_use", id, name, input });
const toolResult = (id: string, content: JsonValue = "ok") => ({ type: "tool_result", tool_use_id: id, content });
const user = (...content: readonly JsonValue[]) => ({ role: "user", content });
const assistant = (...content: readonly JsonValue[]) => ({ role: "assistant", content });
const text = (words: string) => ({ type: "text", text: words });

describe("The messages of an Anthropic request", () => {
  it("become calls, results, thinking and text in order", () => {
    const { recorded } = load("request.json");
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: thinking thinking, text, call find_trains#toolu_01a({"from":"Bern","to":"Torino"})',
      "user: result #toolu_01a, text",
    ]);
    expect(resultsIn(recorded.messages).map(({ isError }) => isError)).toEqual([true]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("come with what the request demands of them", () => {
    const { recorded } = load("request.json");
    expect(recorded.toolChoice).toMatchObject({ mode: "auto", names: [] });
    expect(recorded.singleCall?.pointer).toBe("/tool_choice/disable_parallel_tool_use");
    expect(recorded.thinking?.pointer).toBe("/thinking");
    expect(recorded.provider).toEqual({ url: undefined, model: "claude-sonnet-4-6" });
    expect(recorded.toolset.get("find_trains")).toMatchObject({ hosted: false, at: { entry: "/0" } });
    expect(recorded.declarations.map(({ pointer }) => pointer)).toEqual(["/tools"]);
  });

  it.each([
    [{ type: "any" }, "required", []],
    [{ type: "tool", name: "look" }, "named", ["look"]],
    [{ type: "none" }, "none", []],
  ])("read the tool choice %j as %s", (choice, mode, names) => {
    expect(adapt({ messages: [], tool_choice: choice }).toolChoice).toMatchObject({ mode, names });
  });

  it("have declarations that claim to be all beside bare messages only", () => {
    const messages = [user(text("hi"))];
    const tools = [{ name: "look", input_schema: { type: "object" } }];
    expect(adapt({ messages, tools }).declarationOrigin).toBe("list");
    expect(adapt({ messages, tools, max_tokens: 9 }).declarationOrigin).toBe("request");
    expect(adapt({ messages, tools }, { url: "https://api.anthropic.com/v1/messages" }).declarationOrigin).toBe("request");
    expect(adapt({ messages, max_tokens: 9 }, { tools }).declarationOrigin).toBe("list");
    expect(adapt({ messages, tools }, { dataset: true })).toMatchObject({ declarationOrigin: "list", mode: "dataset" });
  });

  it("are one list also without a request around them", () => {
    const { recorded } = load("messages.json");
    expect(outline(recorded)).toEqual([
      "user: text",
      "assistant: call open_box#toolu_box({})",
      "user: result #toolu_box",
      "assistant: text",
    ]);
    expect(recorded.toolset.completeness).toBe("absent");
    expect(faultsOf(recorded)).toEqual([]);
  });
});

describe("Faults of Anthropic messages", () => {
  it("report an unknown block type once, as a warning", () => {
    const recorded = adaptMessages(user({ type: "hologram" }, text("see"), { type: "hologram" }));
    expect(anomaliesOf(recorded)).toEqual([
      '/body/messages/0/content/0/type invalid-message warning: Blocks of type "hologram" are unknown, so they are not checked',
    ]);
  });

  it.each([
    [
      "a role of another wire",
      { role: "developer", content: "x" },
      '/body/messages/0/role invalid-message: `role` must be "user" or "assistant", got "developer"',
    ],
    ["no role", { content: "x" }, "/body/messages/0 invalid-message: A message has no `role`"],
    ["no content", { role: "user" }, "/body/messages/0 invalid-message: `content` must be a string or a list of blocks, but is missing"],
    [
      "content of null",
      { role: "user", content: null },
      "/body/messages/0/content invalid-message: `content` must be a string or a list of blocks, got null",
    ],
    ["a block without a type", user({ text: "x" }), "/body/messages/0/content/0 invalid-message: A block in `content` has no `type`"],
    [
      "a text block without text",
      user({ type: "text" }),
      "/body/messages/0/content/0 invalid-message: `text` of a text block must be a string, but is missing",
    ],
    [
      "an empty list of blocks",
      user(),
      "/body/messages/0/content invalid-message: `content` is empty, which only the last message may be, if it is the assistant's",
    ],
    ["no message", "hello", "/body/messages/0 invalid-message: A message must be an object with `role` and `content`, got a string"],
  ])("tell of %s at its place", (_case, message, expected) => {
    expect(anomaliesOf(adaptMessages(message))).toEqual([expected]);
  });

  it("let a final assistant message be empty, but no other", () => {
    expect(anomaliesOf(adaptMessages(user(text("go")), { role: "assistant", content: "" }))).toEqual([]);
    expect(anomaliesOf(adaptMessages({ role: "assistant", content: "" }, user(text("go"))))).toHaveLength(1);
  });

  it("are reported once where results stand in an assistant message, and pairing goes on as meant", () => {
    const recorded = adaptMessages(
      user(text("go")),
      assistant(toolUse("a"), toolUse("b")),
      assistant(toolResult("a"), toolResult("b"), text("done")),
    );
    expect(anomaliesOf(recorded)).toEqual([
      "/body/messages/2/content/0 invalid-message: A `tool_result` block is in an assistant message; it belongs in a user message",
    ]);
    expect(outline(recorded).slice(2)).toEqual(["user: result #a, result #b", "assistant: text"]);
    expect(faultsOf(recorded)).toEqual([]);
  });

  it("are reported once where a call stands in a user message", () => {
    const recorded = adaptMessages(user(text("go"), toolUse("a")), user(toolResult("a")));
    expect(anomaliesOf(recorded)).toHaveLength(1);
    expect(faultsOf(recorded)).toEqual([]);
  });

  it("are reported once where results stand under a role of another wire", () => {
    const recorded = adaptMessages(assistant(toolUse("a")), { role: "tool", content: [toolResult("a")] });
    expect(anomaliesOf(recorded)).toEqual(['/body/messages/1/role invalid-message: `role` must be "user" or "assistant", got "tool"']);
    expect(faultsOf(recorded)).toEqual([]);
  });

  it.each([
    ["a message that is a result of its own", [assistant(toolUse("a")), { role: "tool", tool_call_id: "a", content: "ok" }]],
    ["one that names the tool alone", [assistant(toolUse("a")), { role: "function", name: "look", content: "ok" }]],
    ["a call without a type", [assistant({ id: "a", name: "look", input: {} }), user(toolResult("a"))]],
    ["a result without a type", [assistant(toolUse("a")), user({ tool_use_id: "a", content: "ok" })]],
    ["a call in place of a list", [{ role: "assistant", content: toolUse("a") }, user(toolResult("a"))]],
    ["a result in place of a list", [assistant(toolUse("a")), { role: "user", content: toolResult("a") }]],
    ["a list of lists", [assistant([toolUse("a")]), user(toolResult("a"))]],
    [
      "calls of another wire",
      [{ role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "look", arguments: "{}" } }] }, user(toolResult("a"))],
    ],
  ])("are told once in %s: its partner finds it", (_case, messages) => {
    const recorded = adaptMessages(user(text("go")), ...messages, assistant(text("done")), user(text("thanks")));
    expect(anomaliesOf(recorded)).toHaveLength(1);
    expect(faultsOf(recorded)).toEqual([]);
  });

  it("are no results where a role of another wire names no call", () => {
    const recorded = adaptMessages(user(text("go")), { role: "tool", content: "hm" }, assistant(text("done")));
    expect(anomaliesOf(recorded)).toHaveLength(1);
    expect(faultsOf(recorded)).toEqual([]);
  });

  it("are reported once where a result of the provider answers a call of the client", () => {
    const searched = { type: "web_search_tool_result", tool_use_id: "a", content: [] };
    expect(faultsOf(adaptMessages(assistant(toolUse("a"), searched), user(text("thanks"))))).toEqual(["orphaned-hosted"]);
  });

  it("leave input of the wrong container, and the wrapper for broken JSON, to the rules on arguments", () => {
    const recorded = adaptMessages(
      assistant(toolUse("a", "look", "{}"), toolUse("b", "look", []), toolUse("c", "look", { INVALID_JSON: "{a" })),
    );
    expect(callsIn(recorded.messages).map(argumentsOf)).toEqual(["wrong-container", "wrong-container", "not-json"]);
  });
});

describe("What Anthropic runs", () => {
  it("is a hosted call with a hosted result, which is an error by the type of its content", () => {
    const { recorded } = load("hosted.json");
    expect(callsIn(recorded.messages).map(({ type, hosted }) => [type, hosted])).toEqual([
      ["server_tool_use", true],
      ["mcp_tool_use", true],
    ]);
    expect(resultsIn(recorded.messages).map(({ hosted, isError }) => [hosted, isError])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(faultsOf(recorded)).toEqual([]);
  });

  it("answers the calls that its own code made", () => {
    const { recorded } = load("programmatic.json");
    expect(callsIn(recorded.messages).map(({ function: { name }, expectsNoResult }) => [name, expectsNoResult])).toEqual([
      ["code_execution", false],
      ["stock", true],
    ]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("does not answer them before its code is done", () => {
    const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };
    const program = { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: {} };
    const recorded = adaptMessages(assistant(program, { ...toolUse("a"), caller }));
    expect(callsIn(recorded.messages).map(({ expectsNoResult }) => expectsNoResult)).toEqual([false, false]);
    expect(anomaliesOf(adaptMessages(assistant({ ...toolUse("a"), caller })))).toEqual([
      '/body/messages/0/content/0/caller/tool_id invalid-message: `tool_id` of the caller is "srvtoolu_1", but no server tool use before this call has that id',
    ]);
  });

  it("may have compacted the history in front of what is left", () => {
    const recorded = adaptMessages(assistant({ type: "compaction", content: "so far" }), user(toolResult("gone"), text("next")));
    expect(recorded).toMatchObject({ historyCut: true, mode: "fragment" });
    expect(faultsOf(recorded)).toEqual(["unresolvable"]);
    expect(adaptMessages(assistant(toolUse("a")), user(toolResult("a")), assistant({ type: "compaction" }))).toMatchObject({
      historyCut: false,
    });
  });

  it("is not judged by a declared tool of the same name", () => {
    const tools = [{ name: "search", input_schema: { type: "object", properties: { id: { type: "integer" } } } }];
    const remote = { type: "mcp_tool_use", id: "mcptoolu_1", name: "search", server_name: "lab", input: { text: "x" } };
    const recorded = adapt({ tools, messages: [assistant(remote, toolUse("a", "search", { id: 1 }))] });
    expect(callsIn(recorded.messages).map(argumentsOf)).toEqual(["unknown", '{"id":1}']);
  });

  it("may have cleared old inputs, which are then not judged", () => {
    const messages = [user(text("go")), assistant(toolUse("a"), toolUse("b", "look", { at: 1 })), user(toolResult("a"), toolResult("b"))];
    const response = { type: "message", role: "assistant", content: [text("ok")], stop_reason: "end_turn" };
    const edited = { ...response, context_management: { applied_edits: [{ type: "clear_tool_uses_20250919", cleared_tool_uses: 1 }] } };
    expect(callsIn(adapt({ messages }, { response: edited }).messages).map(argumentsOf)).toEqual(["unknown", '{"at":1}']);
    expect(callsIn(adapt({ messages }, { response }).messages).map(argumentsOf)).toEqual(["{}", '{"at":1}']);
  });
});

describe("Tools in the middle of an Anthropic conversation", () => {
  const { recorded } = load("tool-changes.json");

  it("are added, taken away, and named where a toolset does not", () => {
    expect(recorded.toolset.tools.map(({ key, hosted, availableFrom, removedAt }) => ({ key, hosted, availableFrom, removedAt }))).toEqual([
      { key: "load_toolbox", hosted: false, availableFrom: 0, removedAt: 3 },
      { key: "measure", hosted: false, availableFrom: 0, removedAt: null },
      { key: "browser_toolset_20260801", hosted: true, availableFrom: 0, removedAt: null },
      { key: "saw", hosted: false, availableFrom: 3, removedAt: null },
      { key: "navigate", hosted: true, availableFrom: 0, removedAt: null },
    ]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("keep the place of their declaration", () => {
    const saw = recorded.toolset.get("saw");
    expect(saw === undefined ? undefined : recorded.declarations[saw.source]?.pointer).toBe("/messages/3/content/1/tool/definition");
  });

  it("may be defined anew: the former definition ends there", () => {
    const schema = (type: string) => ({ name: "saw", input_schema: { type: "object", properties: { length: { type } } } });
    const addition = { type: "tool_addition", tool: { type: "tool_definition", definition: schema("string") } };
    const { toolset } = adapt({ tools: [schema("number")], messages: [user(text("go")), { role: "system", content: [addition] }] });
    expect(toolset.get("saw")).toMatchObject({ source: 0, removedAt: 1 });
    expect(toolset.faults).toMatchObject([{ kind: "duplicate", tool: { source: 1, availableFrom: 1, removedAt: null } }]);
  });

  it("are all that is declared where the envelope declares them", () => {
    const addition = {
      type: "tool_addition",
      tool: { type: "tool_definition", definition: { name: "saw", input_schema: { type: "object" } } },
    };
    const body = { tools: [{ name: "axe", input_schema: {} }], messages: [{ role: "system", content: [addition] }] };
    expect(adapt(body, { tools: [{ name: "pen", input_schema: {} }] }).toolset.tools.map(({ key }) => key)).toEqual(["pen"]);
  });

  it("must be declared if a search loads them", () => {
    const reference = { type: "tool_reference", tool_name: "mesure" };
    const messages = [assistant(toolUse("a")), user(toolResult("a", [reference]))];
    const tools = [{ name: "measure", defer_loading: true, input_schema: { type: "object" } }];
    const recorded = adapt({ tools, messages });
    expect(anomaliesOf(recorded)).toEqual([
      '/body/messages/1/content/0/content/0/tool_name invalid-message: A `tool_reference` names the tool "mesure", which is not declared',
    ]);
    expect(recorded.anomalies[0]?.fix).toBe('Did you mean "measure"?');
    expect(anomaliesOf(adapt({ tools, messages, mcp_servers: [{ name: "lab" }] }))).toEqual([]);
  });
});

describe("An Anthropic answer", () => {
  it.each([
    ["end_turn", "stop", false],
    ["tool_use", "tool_calls", true],
    ["max_tokens", "length", false],
    ["refusal", "content_filter", false],
    ["pause_turn", "other", false],
    ["something_new", "other", false],
  ])("stops for %s: %s", (raw, reason, promisesCall) => {
    const response = { type: "message", role: "assistant", content: [text("ok")], stop_reason: raw };
    const recorded = adapt({ messages: [user(text("go"))] }, { response });
    expect(recorded.messages.map(({ fromResponse }) => fromResponse)).toEqual([false, true]);
    expect(recorded.finishes).toMatchObject([{ message: 1, raw, reason, promisesCall }]);
  });

  it("may be empty, and may be all there is", () => {
    expect(anomaliesOf(adapt({ type: "message", role: "assistant", content: [], stop_reason: "end_turn" }))).toEqual([]);
  });

  it("is a conversation of its own in a list of answers", () => {
    const answer = { type: "message", role: "assistant", content: [toolUse("a")], stop_reason: "tool_use" };
    expect(anthropic.adapt(recordingOf([answer, answer])).map(outline)).toEqual([
      ["assistant*: call look#a({})"],
      ["assistant*: call look#a({})"],
    ]);
  });

  it("may be a refusal", () => {
    const { recorded } = load("refused.json");
    expect(recorded.refusal).toMatchObject({ status: 400, message: "messages.0.content.0: unexpected id in a result block" });
    expect(faultsOf(recorded)).toEqual(["orphaned"]);
  });
});

describe("The detection of Anthropic Messages", () => {
  it.each(fixtures)("is certain of %s", (file) => {
    expect(anthropic.detect(load(file).recording)).toMatchObject({ match: "certain" });
  });

  it.each(readFileSync(join(folder, "lines.jsonl"), "utf8").trim().split("\n"))("knows a message of a list: %s", (line) => {
    expect(anthropic.detect(recordingOf(line))).toMatchObject({ match: "certain", unit: "message" });
  });

  it("knows an event of a list, and the pings between them", () => {
    expect(anthropic.detect(recordingOf({ type: "content_block_stop", index: 0 }))).toMatchObject({ match: "certain", unit: "message" });
    expect(anthropic.detect(recordingOf({ event: "ping", data: '{"type": "ping"}' }))).toMatchObject({
      match: "possible",
      unit: "message",
    });
  });

  it.each([
    ["prose alone", { messages: [{ role: "user", content: "hi" }] }],
    ["typed text alone", { messages: [user(text("hi"))] }],
    [
      "chat completions",
      {
        messages: [
          { role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }] },
        ],
      },
    ],
    [
      "chat completions with our declarations",
      { tools: [{ name: "f", input_schema: {} }], messages: [{ role: "tool", tool_call_id: "c", content: "x" }] },
    ],
    ["Bedrock's Converse API", { system: [{ text: "s" }], messages: [user({ toolUse: { toolUseId: "t", name: "f", input: {} } })] }],
    ["MCP sampling", { systemPrompt: "s", maxTokens: 9, messages: [assistant(toolUse("a"))] }],
    ["a result of MCP sampling", { messages: [user({ type: "tool_result", toolUseId: "a", content: [] })] }],
    ["an error event of OpenAI's realtime API", { type: "error", event_id: "e", error: { type: "invalid_request_error", message: "m" } }],
    [
      "an item of OpenAI's responses",
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "t" }], status: "completed" },
    ],
    ["a list of numbers", [1, 2]],
  ])("passes over %s", (_case, body: JsonValue) => {
    expect(anthropic.detect(recordingOf(body)).match).toBe("none");
  });

  it("takes messages of prose for its own where the endpoint, the answer or the system prompt tells", () => {
    const messages = [{ role: "user", content: "hi" }];
    const response = { type: "message", role: "assistant", content: [text("ok")], stop_reason: "end_turn" };
    expect(anthropic.detect(recordingOf({ messages }, { url: "https://proxy.example/anthropic/v1/messages?beta=true" })).match).toBe(
      "certain",
    );
    expect(anthropic.detect(recordingOf({ messages }, { response })).match).toBe("certain");
    expect(anthropic.detect(recordingOf({ messages, system: "s", max_tokens: 9 })).match).toBe("certain");
  });

  it("takes prose for its own beside an envelope's tools with an input_schema, unless the messages say otherwise", () => {
    const tools = [{ name: "f", input_schema: { type: "object" } }];
    const match = (body: JsonValue) => anthropic.detect(recordingOf(body, { tools })).match;
    const prose = [{ role: "user", content: "hi" }, assistant(text("ok"))];
    expect([match(prose), match({ messages: prose }), match({ messages: prose, model: "claude-sonnet-4-5" })]).toEqual([
      "certain",
      "certain",
      "certain",
    ]);
    expect(match({ messages: prose, model: "gpt-5" })).toBe("none");
    expect(match([...prose, { role: "system", content: "s" }])).toBe("none");
    expect(match([...prose, { role: "bot", content: "ok" }])).toBe("none");
    expect(match([...prose, { role: "tool", tool_call_id: "c", content: "x" }])).toBe("none");
    expect(match([{ role: "user", content: [{ text: "hi" }] }])).toBe("none");
  });
});

describe("Any JSON read as Anthropic Messages", () => {
  const bodies = fixtures.map((file) => readFileSync(join(folder, file), "utf8"));

  /** A fixture with one value put in place of another: near enough to the wire to go deep. */
  const mutated = fc.tuple(fc.constantFrom(...bodies), fc.nat(), fc.jsonValue({ maxDepth: 2 })).map(([body, at, value]) => {
    let left = at % 200;
    return JSON.stringify(JSON.parse(body, (_key, old: unknown) => (left-- === 0 ? value : old)) ?? null);
  });

  it("gives an answer, never a throw", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutated), fc.option(mutated, { nil: undefined }), (body, response) => {
        const recording = recordingOf(body, response === undefined ? {} : { response });
        anthropic.detect(recording);
        for (const recorded of anthropic.adapt(recording)) faultsOf(recorded);
      }),
      { numRuns: 500 },
    );
  });
});
