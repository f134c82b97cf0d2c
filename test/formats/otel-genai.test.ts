import { describe, expect, it } from "vitest";
import { otelGenai } from "../../src/formats/otel-genai.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { argumentsOf, callsIn, outline, recordingOf, resultsIn, textAt } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(otelGenai);

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

const read = (file: string) => only(readText(fixture("otel-genai", file)));
const definitions = [{ type: "function", name: "look", parameters: { type: "object", properties: { at: { type: "string" } } } }];
const user = { role: "user", parts: [{ type: "text", content: "?" }] };
const call = (id: string | null, args: JsonValue = {}) => ({
  role: "assistant",
  parts: [{ type: "tool_call", id, name: "look", arguments: args }],
});
const result = (id: string) => ({ role: "user", parts: [{ type: "tool_call_response", id, result: "ok" }] });

/** A span of these messages. */
const span = (input: readonly JsonValue[], output: readonly JsonValue[] = [], more: { readonly [key: string]: JsonValue } = {}) =>
  JSON.stringify({
    name: "chat",
    trace_id: "1",
    span_id: "2",
    attributes: { "gen_ai.input.messages": input, "gen_ai.output.messages": output, "gen_ai.tool.definitions": definitions, ...more },
  });

describe("OpenTelemetry spans", () => {
  it("are read once where a later one repeats the history", () => {
    const recorded = read("otlp.json");
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: call get_weather#call_1({"city":"Oslo"})',
      "tool: result #call_1",
      "assistant*: text",
    ]);
    expect(recorded.finishes).toMatchObject([{ message: 3, reason: "stop" }]);
    expect(recorded.toolset.get("get_weather")?.argumentsSchema).toMatchObject({ required: ["city"] });
  });

  it("distinguish what the provider ran from what the caller runs", () => {
    const recorded = read("flat.jsonl");
    expect(outline(recorded).at(-1)).toBe(
      'assistant*: call web_search#srv_1({"type":"web_search","query":"Oslo"}), result #srv_1, call get_weather#c1({"city":"Oslo"}), other hologram',
    );
    expect(callsIn(recorded.messages).map(({ hosted }) => hosted)).toEqual([true, false]);
    expect(resultsIn(recorded.messages).map(({ hosted }) => hosted)).toEqual([true]);
  });

  it("list names where they leave out parameters", () => {
    expect(read("flat.jsonl").toolset.completeness).toBe("partial");
  });

  it("keep the place of what stands in text inside text", () => {
    const text = fixture("otel-genai", "flat.jsonl");
    const city = callsIn(only(readText(text)).messages).flatMap(({ function: { arguments: given } }) =>
      given.kind === "parsed" ? (given.root.get("city") ?? []) : [],
    )[0];
    expect(city && textAt(text, city.range)).toContain("Oslo");
  });

  it("are calls with their results where only tools have spans", () => {
    const recorded = read("tool-spans.json");
    expect(outline(recorded)).toEqual([
      'assistant: call now#c1({"tz":"Europe/Oslo"})',
      "tool: result #c1",
      "assistant: call now#null(unknown)",
    ]);
  });

  it("give one conversation for each of several answers", () => {
    expect(readText(span([user], [call("a"), call("b")])).map(({ messages }) => callsIn(messages).map(({ id }) => id))).toEqual([
      ["a"],
      ["b"],
    ]);
  });
});

describe("Older conventions of OpenTelemetry", () => {
  it("may hold their messages in events", () => {
    expect(outline(read("span-events.json"))).toEqual([
      "system: text",
      "user: text",
      'assistant: call calculate#call_t1({"expression":"2+2"})',
      "tool: result #call_t1",
      "assistant*: text",
    ]);
  });

  it("may have their messages in log records, one per line", () => {
    expect(outline(read("log-records.jsonl"))).toEqual([
      "user: text",
      "assistant: call now#c7({})",
      "tool: result #c7",
      "assistant*: text",
    ]);
  });

  it("number them", () => {
    const recorded = read("indexed.json");
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: call get_weather#call_1({"city":"Oslo"})',
      "tool: result #call_1",
      'assistant*: call get_weather#call_2({"city":"Rome"})',
    ]);
    expect(recorded.toolset.get("get_weather")?.argumentsSchema).toMatchObject({ required: ["city"] });
  });

  it("keep Anthropic's results as text in the content of a user", () => {
    const attributes = {
      "gen_ai.prompt.0.role": "assistant",
      "gen_ai.prompt.0.tool_calls.0.id": "toolu_1",
      "gen_ai.prompt.0.tool_calls.0.name": "look",
      "gen_ai.prompt.0.tool_calls.0.arguments": "{}",
      "gen_ai.prompt.1.role": "user",
      "gen_ai.prompt.1.content": JSON.stringify([{ type: "tool_result", tool_use_id: "toolu_1", content: "a wall" }]),
    };
    expect(outline(only(readText(JSON.stringify({ name: "chat", attributes }))))).toEqual([
      "assistant: call look#toolu_1({})",
      "tool: result #toolu_1",
    ]);
  });
});

describe("Faults in OpenTelemetry spans", () => {
  it.each([
    [
      "a wrong argument",
      span([user], [call("a", { at: 7 })]),
      "error invalid-arguments /attributes/gen_ai.output.messages/0/parts/0/arguments/at",
    ],
    [
      "arguments that are no JSON",
      span([user], [call("a", "look!")]),
      "error malformed-arguments /attributes/gen_ai.output.messages/0/parts/0/arguments",
    ],
    [
      "a result of another id",
      span([user, call("a"), result("b"), user]),
      "error orphaned-result /attributes/gen_ai.input.messages/2/parts/0/id",
    ],
    [
      "a call without its result",
      span([user, call("a"), call("b"), result("b"), user]),
      "error unanswered-call /attributes/gen_ai.input.messages/1/parts/0",
    ],
  ])("%s", (_, text, complaint) => {
    expect(complaintsOf(text)).toContain(complaint);
  });

  it.each([
    ["arguments that were not recorded", span([user], [{ role: "assistant", parts: [{ type: "tool_call", id: "a", name: "look" }] }])],
    ["arguments that were withheld", span([user], [call("a", "[REDACTED]")])],
    ["calls whose results show nowhere", span([user, call("a"), user])],
    ["a history that begins with a result", span([result("x"), user])],
    ["messages that were withheld", span([], [], { "gen_ai.input.messages": "<redacted>" })],
    [
      "calls without ids",
      span([user, call(null, { at: "x" }), { role: "tool", parts: [{ type: "tool_call_response", response: 1 }] }, user]),
    ],
  ])("are not %s", (_, text) => {
    expect(complaintsOf(text)).toEqual([]);
  });
});

describe("What an OpenTelemetry exporter cut", () => {
  it("is reported as cut, and the rest is checked", () => {
    const recorded = read("broken-cut.json");
    expect(recorded.anomalies.map(({ rule, at }) => [rule, at.pointer])).toEqual([
      ["truncated-record", "/attributes/gen_ai.input.messages"],
    ]);
    expect(callsIn(recorded.messages).map(argumentsOf)).toEqual(['{"city":"Oslo"}']);
    expect(complaintsOf(fixture("otel-genai", "broken-cut.json"))).toEqual(["warning truncated-record /attributes/gen_ai.input.messages"]);
  });

  it("is no fault of the arguments", () => {
    const recorded = only(readText(span([user], [call("a", '{"at": "x')])));
    expect(callsIn(recorded.messages).map(argumentsOf)).toEqual(["unknown"]);
    expect(recorded.anomalies.map(({ rule }) => rule)).toEqual(["truncated-record"]);
  });

  it("is not read where numbered attributes were dropped", () => {
    const cut = { ...JSON.parse(fixture("otel-genai", "indexed.json")), droppedAttributesCount: 3 };
    const recorded = only(readText(JSON.stringify(cut)));
    expect(recorded.messages).toEqual([]);
    expect(recorded.anomalies.map(({ rule }) => rule)).toEqual(["truncated-record"]);
  });
});

describe("The detection of OpenTelemetry GenAI", () => {
  it("takes spans of something else for what they are", () => {
    expect(otelGenai.detect(recordingOf({ name: "GET", trace_id: "1", attributes: { "http.method": "GET" } })).match).toBe("possible");
  });

  it.each([[{ attributes: { name: "x" } }], [{ data: [{ id: 1 }] }], [[{ role: "user" }]], [{ body: { messages: [] } }]])(
    "leaves %j to others",
    (body) => {
      expect(otelGenai.detect(recordingOf(body)).match).toBe("none");
    },
  );
});
