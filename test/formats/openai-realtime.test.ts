import { describe, expect, it } from "vitest";
import { openaiRealtime } from "../../src/formats/openai-realtime.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures } from "../support/wire-fixtures.js";

type Event = Record<string, JsonValue>;

const session = (type: string, ...tools: readonly Event[]): Event => ({ type, event_id: "e", session: { model: "gpt-realtime", tools } });
const rate = (type: string): Event => ({ type: "function", name: "rate", parameters: { type: "object", properties: { to: { type } } } });
const item = (type: string, it: Event, more: Event = {}): Event => ({ type, event_id: "e", item: it, ...more });
const call = (id: string, callId: string, more: Event = {}): Event => ({
  type: "function_call",
  id,
  call_id: callId,
  name: "rate",
  arguments: '{"to":"EUR"}',
  ...more,
});
const answer = (...output: readonly Event[]): Event => ({
  type: "response.done",
  event_id: "e",
  response: { status: "completed", output },
});
const send = (callId: string): Event => ({
  type: "conversation.item.create",
  item: { type: "function_call_output", call_id: callId, output: "0.9" },
});
const lines = (...events: readonly Event[]) => events.map((event) => JSON.stringify(event)).join("\n");

function adapt(...events: readonly Event[]): AdaptedConversation {
  const [recorded] = openaiRealtime.adapt(recordingOf(events));
  if (recorded === undefined) throw new Error("no conversation");
  return recorded;
}

describe("openai-realtime", () => {
  describeFixtures(openaiRealtime);

  it("reads an item once, however many events tell of it", () => {
    const empty = call("i1", "a", { arguments: "", status: "in_progress" });
    const recorded = adapt(
      session("session.created", rate("string")),
      item("response.output_item.added", empty),
      item("conversation.item.added", empty, { previous_item_id: null }),
      {
        type: "response.function_call_arguments.done",
        event_id: "e",
        item_id: "i1",
        call_id: "a",
        name: "rate",
        arguments: '{"to":"CHF"}',
      },
      send("a"),
      item("conversation.item.done", call("i1", "a")),
      answer(call("i1", "a")),
      item("conversation.item.added", { type: "function_call_output", id: "i2", call_id: "a", output: "0.9" }),
    );
    expect(outline(recorded)).toEqual(['assistant*: call rate#a({"to":"EUR"})', "tool: result #a"]);
    // What a client sent is judged where it sent it.
    expect(resultsIn(recorded.messages)[0]?.at.result.pointer).toBe("/body/4/item");
  });

  it("takes arguments from the events that bring them where no item does", () => {
    const recorded = adapt(
      item("response.output_item.added", call("i1", "a", { arguments: "" })),
      { type: "response.function_call_arguments.delta", event_id: "e", item_id: "i1", delta: '{"to":' },
      { type: "response.function_call_arguments.delta", event_id: "e", item_id: "i1", delta: '"E' },
    );
    expect(callsIn(recorded.messages)).toMatchObject([
      { partial: true, function: { arguments: { kind: "malformed", fault: "truncated" } } },
    ]);
  });

  it("follows the tools of the session", () => {
    const first = session("session.update", rate("string"));
    const second = session("session.update", rate("integer"));
    expect(complaintsOf(lines(first, answer(call("i1", "a")), send("a"), second))).toEqual([]);
    expect(complaintsOf(lines(first, second, answer(call("i1", "a")), send("a")))).toEqual([
      "error invalid-arguments /response/output/0/arguments",
    ]);
    expect(complaintsOf(lines(first, session("session.update"), answer(call("i1", "a"))))).toEqual([
      "error unknown-tool /response/output/0/name",
    ]);
  });

  it("forces no answer, but an output needs its call", () => {
    const begun = session("session.created", rate("string"));
    expect(complaintsOf(lines(begun, answer(call("i1", "a")), answer(call("i2", "b")), send("b")))).toEqual([]);
    expect(complaintsOf(lines(begun, answer(call("i1", "a")), send("x")))).toEqual(["error orphaned-result /item/call_id"]);
    // Without its beginning the file may lack the call.
    expect(complaintsOf(lines(answer(call("i1", "a")), send("x"))).filter((each) => !each.includes("missing-toolset"))).toEqual([]);
  });

  it("tells a second output for one call", () => {
    const begun = session("session.created", rate("string"));
    expect(complaintsOf(lines(begun, answer(call("i1", "a")), send("a"), send("a")))).toEqual(["error duplicate-result /item/call_id"]);
  });

  it("puts items where they were inserted, and drops deleted ones", () => {
    const said = (id: string): Event => ({ type: "message", id, role: "user", content: [{ type: "input_text", text: id }] });
    const recorded = adapt(
      item("conversation.item.added", said("i1"), { previous_item_id: null }),
      item("conversation.item.added", said("i3"), { previous_item_id: "i1" }),
      item("conversation.item.added", said("i2"), { previous_item_id: "i1" }),
      { type: "conversation.item.deleted", event_id: "e", item_id: "i3" },
    );
    const texts = recorded.messages.map(({ parts: [part] }) => (part?.kind === "text" ? part.at.string() : ""));
    expect(texts).toEqual(["i1", "i2"]);
  });

  it("takes events out of a recorder's wrapping", () => {
    const wrapped = { direction: "received", data: JSON.stringify(answer(call("i1", "a"))) };
    expect(openaiRealtime.detect(recordingOf(wrapped))).toMatchObject({ match: "certain", unit: "message" });
    expect(outline(adapt(wrapped))).toEqual(['assistant*: call rate#a({"to":"EUR"})']);
  });

  it("leaves streams of the Responses API to it", () => {
    const event = { type: "response.output_item.done", sequence_number: 3, output_index: 0, item: call("fc_1", "a") };
    expect(openaiRealtime.detect(recordingOf(event)).match).toBe("none");
  });

  it("keeps what the server refused", () => {
    const error = {
      type: "error",
      event_id: "e",
      error: { type: "invalid_request_error", message: "Tool call ID 'x' not found in conversation." },
    };
    expect(adapt(session("session.created"), error).refusal?.message).toBe("Tool call ID 'x' not found in conversation.");
  });
});
