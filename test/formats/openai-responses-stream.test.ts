import { describe, expect, it } from "vitest";
import { openaiResponses } from "../../src/formats/openai-responses.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, rootOf, textAt } from "../support/recording.js";

type Event = Record<string, JsonValue>;

const created: Event = { type: "response.created", response: { object: "response", status: "in_progress", model: "gpt-5.1", output: [] } };
const item = (id: string, more: Event = {}): Event => ({ type: "function_call", id, call_id: "a", name: "now", arguments: "", ...more });
const added = (index: number, it: Event): Event => ({ type: "response.output_item.added", output_index: index, item: it });
const done = (index: number, it: Event): Event => ({ type: "response.output_item.done", output_index: index, item: it });
const delta = (index: number, text: string, id = "fc_1"): Event => ({
  type: "response.function_call_arguments.delta",
  output_index: index,
  item_id: id,
  delta: text,
});
const completed = (...output: readonly Event[]): Event => ({
  type: "response.completed",
  response: { object: "response", status: "completed", model: "gpt-5.1", output },
});

function adaptAll(...events: readonly JsonValue[]): readonly AdaptedConversation[] {
  return openaiResponses.adapt(recordingOf(events));
}

function adapt(...events: readonly JsonValue[]): AdaptedConversation {
  const [recorded] = adaptAll(...events);
  if (recorded === undefined) throw new Error("no conversation");
  return recorded;
}

const anomaliesOf = ({ anomalies }: AdaptedConversation) => anomalies.map(({ rule, at, message }) => `${at.pointer} ${rule}: ${message}`);

describe("A stream of the Responses API", () => {
  it("is read from its last event", () => {
    const recorded = adapt(created, added(0, item("fc_1")), delta(0, '{"tz":1}'), completed(item("fc_1", { arguments: '{"tz":2}' })));
    expect(outline(recorded)).toEqual(['assistant*: call now#a({"tz":2})']);
    expect(anomaliesOf(recorded)).toEqual([
      "/body/3/response/output/0/arguments contradictory-recording: The arguments of a call differ between the streamed pieces and the finished answer",
    ]);
    expect(recorded.provider.model).toBe("gpt-5.1");
  });

  it("is put together from its pieces where its last event holds no answer", () => {
    const recorded = adapt(created, added(0, item("fc_1")), done(0, item("fc_1", { arguments: '{"tz":2}' })), completed());
    expect(outline(recorded)).toEqual(['assistant*: call now#a({"tz":2})']);
  });

  it("keeps items apart by their index where ids change", () => {
    const recorded = adapt(
      created,
      added(0, item("x1")),
      delta(0, '{"tz":', "x2"),
      added(1, item("y1", { call_id: "b" })),
      delta(0, '"a"}', "x3"),
      delta(1, "{}", "y2"),
      completed(),
    );
    expect(outline(recorded)).toEqual(['assistant*: call now#a({"tz":"a"}), call now#b({})']);
    expect(recorded.anomalies).toEqual([]);
  });

  it("keeps the place of each piece", () => {
    const text = JSON.stringify([created, added(0, item("fc_1")), delta(0, '{"tz":'), delta(0, '"x"}'), completed()]);
    const [recorded] = openaiResponses.adapt({ ...recordingOf([]), body: rootOf(text) });
    const given = callsIn(recorded?.messages ?? [])[0]?.function.arguments;
    const tz = given?.kind === "parsed" ? given.root.get("tz") : undefined;
    expect(tz === undefined ? "" : textAt(text, tz.range)).toBe('\\"x\\"');
  });

  it("may hold the pieces of free text and of prose", () => {
    const recorded = adapt(
      created,
      added(0, { type: "message", id: "msg_1", role: "assistant", content: [] }),
      { type: "response.output_text.delta", output_index: 0, delta: "On " },
      { type: "response.output_text.delta", output_index: 0, delta: "it." },
      added(1, { type: "custom_tool_call", id: "ctc_1", call_id: "b", name: "sql", input: "" }),
      { type: "response.custom_tool_call_input.delta", output_index: 1, delta: "select " },
      { type: "response.custom_tool_call_input.done", output_index: 1, input: "select 1" },
      completed(),
    );
    expect(outline(recorded)).toEqual(['assistant*: text, call sql#b("select 1")']);
    const part = recorded.messages[0]?.parts[0];
    expect(part?.kind === "text" ? part.at.string() : "").toBe("On it.");
  });

  it("may be wrapped, as objects or as text", () => {
    const events = [created, added(0, item("fc_1")), delta(0, "{}"), completed()];
    const expected = outline(adapt(...events));
    expect(outline(adapt(...events.map((data) => ({ event: data.type ?? "", data }))))).toEqual(expected);
    const wrapped = adapt(...events.map((data): JsonValue => ({ data: JSON.stringify(data) })), { data: "[DONE]" });
    expect(outline(wrapped)).toEqual(expected);
    expect(wrapped.anomalies).toEqual([]);
  });

  it("begins a conversation of its own with each response", () => {
    const one = [created, added(0, item("fc_1")), delta(0, "{}"), completed()];
    expect(adaptAll(...one, ...one).map(outline)).toEqual([["assistant*: call now#a({})"], ["assistant*: call now#a({})"]]);
  });

  it("is reported at its last event where it breaks off, and its last call is partial", () => {
    const recorded = adapt(created, added(0, item("fc_1")), delta(0, '{"tz'));
    expect(anomaliesOf(recorded)).toEqual([
      "/body/2 incomplete-stream: The stream ends before the response does: no response.completed came",
    ]);
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([true]);
    const whole = adapt(created, added(0, item("fc_1")), done(0, item("fc_1", { arguments: "{}" })));
    expect(callsIn(whole.messages).map(({ partial }) => partial)).toEqual([false]);
  });

  it("is reported once where it goes on with an item that never began", () => {
    const recorded = adapt(created, delta(3, "{"), delta(4, "}"), completed(item("fc_1", { arguments: "{}" })));
    expect(anomaliesOf(recorded)).toEqual([
      "/body/1 incomplete-stream: The stream continues an item that no `response.output_item.added` event began",
    ]);
  });

  it("is a refused request where it holds an error", () => {
    const broken = adapt(created, {
      type: "error",
      sequence_number: 1,
      code: "invalid_prompt",
      message: "No tool output found",
      param: null,
    });
    expect(broken).toMatchObject({ refusal: { message: "No tool output found" }, anomalies: [] });
    const failed = {
      type: "response.failed",
      response: { object: "response", status: "failed", error: { code: "x", message: "Sorry" }, output: [] },
    };
    expect(adapt(created, failed)).toMatchObject({ refusal: { message: "Sorry" }, anomalies: [] });
  });
});
