import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anthropic } from "../../src/formats/anthropic.js";
import { unwrap } from "../../src/formats/envelope.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { argumentsOf, callsIn, outline, recordingOf, rootOf, textAt } from "../support/recording.js";

const start = (message: JsonValue = { role: "assistant", model: "claude-haiku-4-5" }) => ({ type: "message_start", message });
const open = (index: number, content_block: JsonValue) => ({ type: "content_block_start", index, content_block });
const call = (id: string, input: JsonValue = {}) => ({ type: "tool_use", id, name: "look", input });
const json = (index: number, partial_json: string) => ({
  type: "content_block_delta",
  index,
  delta: { type: "input_json_delta", partial_json },
});
const words = (index: number, text: string) => ({ type: "content_block_delta", index, delta: { type: "text_delta", text } });
const close = (index: number) => ({ type: "content_block_stop", index });
const end = (stop_reason: string) => ({ type: "message_delta", delta: { stop_reason } });
const stop = { type: "message_stop" };
const failure = (type: string) => ({ type: "error", error: { type, message: "Sorry" } });

function adaptAll(...events: readonly JsonValue[]): readonly AdaptedConversation[] {
  return anthropic.adapt(recordingOf(events));
}

function adapt(...events: readonly JsonValue[]): AdaptedConversation {
  const [recorded] = adaptAll(...events);
  if (recorded === undefined) throw new Error("no conversation");
  return recorded;
}

function anomaliesOf({ anomalies }: AdaptedConversation): readonly string[] {
  return anomalies.map(({ rule, at, message }) => `${at.pointer} ${rule}: ${message}`);
}

describe("A recorded Anthropic stream", () => {
  const text = readFileSync(join(import.meta.dirname, "../../fixtures/formats/anthropic/stream.json"), "utf8");
  const recorded = unwrap(rootOf(text)).recordings.flatMap((recording) => anthropic.adapt(recording))[0];

  it("is the answer to its request", () => {
    expect(recorded === undefined ? [] : outline(recorded)).toEqual([
      "user: text",
      'assistant*: text, call set_lamp#toolu_03({"room":"hall","level":"low"}), call lamps_off#toolu_04(empty)',
    ]);
    expect(recorded?.anomalies).toEqual([]);
    expect(recorded?.finishes).toMatchObject([{ message: 1, raw: "tool_use", promisesCall: true }]);
  });

  it("has its text put together", () => {
    const part = recorded?.messages[1]?.parts[0];
    expect(part?.kind === "text" ? part.at.string() : undefined).toBe("Dimming.");
  });

  it("keeps the place of each piece", () => {
    const [lamp] = callsIn(recorded?.messages ?? []);
    expect(lamp?.at.id?.pointer).toBe("/response/6/data/content_block/id");
    expect(lamp?.at.arguments?.pointer).toBe("/response/7/data/delta/partial_json");
    const given = lamp?.function.arguments;
    const level = given?.kind === "parsed" ? given.root.get("level") : undefined;
    expect(level === undefined ? "" : textAt(text, level.range)).toBe('\\"low\\"');
  });
});

describe("The events of an Anthropic stream", () => {
  it("may be bare, wrapped, or wrapped as text", () => {
    const events = [start(), open(0, call("a")), json(0, '{"at": 1}'), close(0), end("tool_use"), stop];
    const expected = ['assistant*: call look#a({"at":1})'];
    expect(outline(adapt(...events))).toEqual(expected);
    expect(outline(adapt(...events.map((data) => ({ event: data.type, data }))))).toEqual(expected);
    const asText = events.map((data): JsonValue => ({ data: JSON.stringify(data) }));
    expect(outline(adapt(...asText, { data: "[DONE]" }))).toEqual(expected);
    expect(anomaliesOf(adapt(...asText, { data: "[DONE]" }))).toEqual([]);
  });

  it("begin a conversation of their own with each message", () => {
    const one = [start(), open(0, call("a")), close(0), end("tool_use"), stop];
    expect(adaptAll(...one, ...one).map(outline)).toEqual([["assistant*: call look#a({})"], ["assistant*: call look#a({})"]]);
  });

  it("may be numbered from anywhere, or not at all", () => {
    const unnumbered = { type: "content_block_delta", delta: { type: "input_json_delta", partial_json: '{"at": 1}' } };
    expect(outline(adapt(start(), open(4, call("a")), json(4, '{"at": 1}'), end("tool_use")))).toEqual([
      'assistant*: call look#a({"at":1})',
    ]);
    expect(outline(adapt(start(), { type: "content_block_start", content_block: call("a") }, unnumbered, stop))).toEqual([
      'assistant*: call look#a({"at":1})',
    ]);
  });

  it("may bring an input whole", () => {
    expect(outline(adapt(start(), open(0, call("a", { at: 1 })), json(0, ""), stop))).toEqual(['assistant*: call look#a({"at":1})']);
  });

  it("may join to text that is not JSON, which is a fault of the model and not of the recording", () => {
    const recorded = adapt(start(), open(0, call("a")), json(0, '{"at": 1'), json(0, "} {}"), close(0), end("tool_use"), stop);
    expect(callsIn(recorded.messages).map(argumentsOf)).toEqual(["glued"]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("name the reason that the arguments were cut off", () => {
    const recorded = adapt(start(), open(0, call("a")), json(0, '{"at": "no'), close(0), end("max_tokens"), stop);
    const given = callsIn(recorded.messages)[0]?.function.arguments;
    expect(given).toMatchObject({ kind: "malformed", fault: "truncated" });
    expect(given?.kind === "malformed" ? given.fix : "").toContain('"max_tokens"');
  });
});

describe("An Anthropic stream that breaks off", () => {
  it("is reported at its last event, and its last call is partial", () => {
    const recorded = adapt(start(), open(0, call("a")), json(0, "{}"), close(0), open(1, call("b")), json(1, '{"at'));
    expect(anomaliesOf(recorded)).toEqual([
      "/body/5 incomplete-stream: The stream ends before the message does: no message_stop and no stop reason came",
    ]);
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([false, true]);
  });

  it("has no partial call where the last one was closed", () => {
    const recorded = adapt(start(), open(0, call("a")), json(0, "{}"), close(0));
    expect(recorded.anomalies).toHaveLength(1);
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([false]);
  });

  it("is reported with the error of the provider that ended it", () => {
    const recorded = adapt(start(), open(0, { type: "text", text: "" }), words(0, "Hm"), failure("overloaded_error"));
    expect(anomaliesOf(recorded)).toEqual(['/body/3 incomplete-stream: The stream broke off with an error: "Sorry"']);
    expect(recorded.refusal).toBeUndefined();
  });

  it("is a refused request where an error came before any content", () => {
    const recorded = adapt(failure("invalid_request_error"));
    expect(recorded).toMatchObject({ messages: [], anomalies: [], refusal: { message: "Sorry" } });
  });

  it("is reported once where it contradicts itself", () => {
    const recorded = adapt(start(), words(3, "a"), words(4, "b"), stop);
    expect(anomaliesOf(recorded)).toEqual([
      '/body/1 incomplete-stream: An event of the stream has the index "3", which no `content_block_start` opened',
    ]);
  });

  it("is reported where an event is not JSON", () => {
    const recorded = anthropic.adapt(recordingOf({ messages: [] }, { response: [start(), { data: '{"type": "mess' }, stop] }))[0];
    expect(recorded === undefined ? [] : anomaliesOf(recorded)).toEqual([
      "/response/1/data incomplete-stream: An event of the stream is not JSON",
    ]);
  });

  it("is a refused request where it never began", () => {
    const recorded = anthropic.adapt(recordingOf({ messages: [] }, { response: [{ type: "ping" }, failure("api_error")] }))[0];
    expect(recorded).toMatchObject({ messages: [], anomalies: [], refusal: { message: "Sorry" } });
  });

  it("is reported by itself where it is one of several in a list", () => {
    const [first, second, ...others] = adaptAll(
      failure("api_error"),
      failure("invalid_request_error"),
      start(),
      open(0, call("a")),
      close(0),
      end("tool_use"),
    );
    expect([first?.refusal, second?.refusal]).toMatchObject([{ message: "Sorry" }, { message: "Sorry" }]);
    expect(others.map(outline)).toEqual([["assistant*: call look#a({})"]]);
  });
});
