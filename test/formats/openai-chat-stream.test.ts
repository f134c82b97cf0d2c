import { describe, expect, it } from "vitest";
import { openaiChat } from "../../src/formats/openai-chat.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, textAt } from "../support/recording.js";

const request = { model: "gpt-5", messages: [{ role: "user", content: "Weather?" }] };
const done = { data: "[DONE]" };

function chunk(delta: JsonValue, more: { readonly finish?: JsonValue; readonly index?: number; readonly id?: string } = {}): JsonValue {
  const choice = { index: more.index ?? 0, delta, finish_reason: more.finish ?? null };
  return { data: { id: more.id ?? "chatcmpl-1", object: "chat.completion.chunk", model: "gpt-5-2025", choices: [choice] } };
}

/** A piece of a call: its slot, its arguments, and what only the first piece has. */
function piece(index: number | undefined, given: JsonValue, start: { readonly id?: string; readonly name?: string } = {}): JsonValue {
  const { id, name } = start;
  const called = { ...(name !== undefined && { name }), arguments: given };
  return { tool_calls: [{ ...(index !== undefined && { index }), ...(id !== undefined && { id, type: "function" }), function: called }] };
}

function adaptAll(events: readonly JsonValue[]): readonly AdaptedConversation[] {
  return openaiChat.adapt(recordingOf(request, { response: events }));
}

function adapt(events: readonly JsonValue[]): AdaptedConversation {
  const [first, ...others] = adaptAll(events);
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} conversations`);
  return first;
}

/** What the stream added to the conversation. */
function added(events: readonly JsonValue[]): readonly string[] {
  return outline(adapt(events)).slice(1);
}

describe("A stored stream of Chat Completions", () => {
  it("is put together as if it had not been streamed", () => {
    const recorded = adapt([
      chunk({ role: "assistant", content: "" }),
      chunk(piece(0, "", { id: "call_a", name: "get_weather" })),
      chunk(piece(0, '{"city":')),
      chunk(piece(0, '"Oslo"}')),
      chunk({}, { finish: "tool_calls" }),
      { data: { id: "chatcmpl-1", object: "chat.completion.chunk", choices: [], usage: { total_tokens: 9 } } },
      done,
    ]);
    expect(outline(recorded)).toEqual(["user: text", 'assistant*: call get_weather#call_a({"city":"Oslo"})']);
    expect(recorded.finishes).toMatchObject([{ message: 1, raw: "tool_calls" }]);
    expect(recorded.anomalies).toEqual([]);
    expect(recorded.provider.model).toBe("gpt-5");
  });

  it("is read without a request, as bare chunks, and as chunks that are text", () => {
    const chunks = [chunk(piece(0, "{}", { id: "a", name: "f" })), chunk({}, { finish: "tool_calls" })].map((event) => Object(event).data);
    const lone = (body: JsonValue) => openaiChat.adapt(recordingOf(body)).flatMap(outline);
    expect(lone(chunks)).toEqual(["assistant*: call f#a({})"]);
    expect(lone(chunks.map((data) => ({ data: JSON.stringify(data) })))).toEqual(["assistant*: call f#a({})"]);
    expect(lone([...chunks.map((data) => JSON.stringify(data)), "[DONE]"])).toEqual(["assistant*: call f#a({})"]);
    expect(
      lone({ object: "chat.completion.chunk", choices: [{ delta: piece(0, "{}", { id: "a", name: "f" }), finish_reason: "tool_calls" }] }),
    ).toEqual(["assistant*: call f#a({})"]);
    expect(openaiChat.detect(recordingOf(chunks)).match).toBe("certain");
    expect(openaiChat.detect(recordingOf(chunks.map((data) => ({ data: JSON.stringify(data) })))).match).toBe("certain");
  });

  it("keeps calls apart by their index, in any order of pieces", () => {
    expect(
      added([
        chunk(piece(0, '{"a":', { id: "a", name: "f" })),
        chunk(piece(1, '{"b":', { id: "b", name: "g" })),
        chunk(piece(0, "1}")),
        chunk(piece(1, "2}")),
        chunk({}, { finish: "tool_calls" }),
      ]),
    ).toEqual(['assistant*: call f#a({"a":1}), call g#b({"b":2})']);
  });

  it("opens a new call where another id comes under a used index", () => {
    expect(
      added([
        chunk(piece(0, '{"a":1}', { id: "a", name: "f" })),
        chunk(piece(0, '{"a":', { id: "b", name: "f" })),
        chunk(piece(0, "2}", { id: "" })),
        chunk({}, { finish: "tool_calls" }),
      ]),
    ).toEqual(['assistant*: call f#a({"a":1}), call f#b({"a":2})']);
  });

  it("keeps whole calls apart that have neither index nor id", () => {
    expect(
      added([
        chunk(piece(undefined, '{"a":1}', { id: "", name: "f" })),
        chunk(piece(undefined, '{"a":2}', { id: "", name: "f" })),
        chunk(piece(undefined, '{"a":3}', { id: "", name: "g" })),
        chunk({}, { finish: "stop" }),
      ]),
    ).toEqual(['assistant*: call f#null({"a":1}), call f#null({"a":2}), call g#null({"a":3})']);
  });

  it("takes the first id and name that are said, whatever later chunks repeat", () => {
    expect(
      added([
        chunk(piece(1, null, { id: "a", name: "f" })),
        chunk(piece(1, '{"x":', { id: "", name: "" })),
        chunk(piece(1, "1}", { id: "a", name: "f" })),
        chunk({}, { finish: "tool_calls" }),
      ]),
    ).toEqual(['assistant*: call f#a({"x":1})']);
  });

  it("reads streamed custom tools, legacy calls, reasoning and lists of parts", () => {
    const custom = { tool_calls: [{ index: 0, id: "a", type: "custom", custom: { name: "sql", input: "select" } }] };
    const more = { tool_calls: [{ index: 0, custom: { input: " 1" } }] };
    expect(added([chunk(custom), chunk(more), chunk({}, { finish: "tool_calls" })])).toEqual(['assistant*: call sql#a("select 1")']);
    const legacy = [
      chunk({ function_call: { name: "f", arguments: '{"a"' } }),
      chunk({ function_call: { arguments: ":1}" } }),
      chunk({}, { finish: "function_call" }),
    ];
    expect(added(legacy)).toEqual(['assistant*: call f#null({"a":1})']);
    const thought = [
      chunk({ reasoning_content: "hm" }),
      chunk({ content: [{ type: "thinking", thinking: [] }] }),
      chunk({ content: "4" }),
      chunk({}, { finish: "stop" }),
    ];
    expect(added(thought)).toEqual(["assistant*: thinking reasoning_content, thinking thinking, text"]);
  });

  it("makes each choice a conversation", () => {
    const streams = adaptAll([
      chunk(piece(0, "{}", { id: "a", name: "f" })),
      chunk({ content: "No" }, { index: 1 }),
      chunk({}, { finish: "tool_calls" }),
      chunk({}, { index: 1, finish: "stop" }),
    ]);
    expect(streams.map((each) => outline(each).slice(1))).toEqual([["assistant*: call f#a({})"], ["assistant*: text"]]);
  });

  it("is split where the next response begins", () => {
    const first = [chunk(piece(0, "{}", { id: "a", name: "f" })), chunk({}, { finish: "tool_calls" })];
    const second = [
      chunk(piece(0, '{"b":1}', { id: "b", name: "f" }), { id: "chatcmpl-2" }),
      chunk({}, { finish: "tool_calls", id: "chatcmpl-2" }),
    ];
    const answers = [["assistant*: call f#a({})"], ['assistant*: call f#b({"b":1})']];
    expect(adaptAll([...first, ...second]).map((each) => outline(each).slice(1))).toEqual(answers);
    expect(adaptAll([...first, done, ...second, done]).map((each) => outline(each).slice(1))).toEqual(answers);
  });

  it("gives way to the finished answer recorded beside it", () => {
    const whole = { object: "chat.completion", choices: [{ message: { role: "assistant", content: "4" }, finish_reason: "stop" }] };
    expect(added([chunk(piece(0, "{}", { id: "a", name: "f" })), { data: whole }])).toEqual(["assistant*: text"]);
  });

  it("places a fault of assembled arguments at the event that holds it", () => {
    const events = [
      chunk(piece(0, '{"a":"', { id: "a", name: "f" })),
      chunk(piece(0, "x\ny")),
      chunk(piece(0, '"}')),
      chunk({}, { finish: "tool_calls" }),
    ];
    const recording = recordingOf(request, { response: events });
    const text = recording.at.raw();
    const [call] = openaiChat.adapt(recording).flatMap(({ messages }) => callsIn(messages));
    const given = call?.function.arguments;
    if (given?.kind !== "malformed" || given.range === undefined) throw new Error("no range");
    expect(textAt(text, given.range)).toBe("\\n");
    expect(call?.at.call.pointer).toBe("/response/0/data/choices/0/delta/tool_calls/0");
  });
});

describe("A stream of Chat Completions that breaks off", () => {
  it("is reported at its last event, and only its last call is partial", () => {
    const recorded = adapt([chunk(piece(0, "{}", { id: "a", name: "f" })), chunk(piece(1, '{"x', { id: "b", name: "f" }))]);
    expect(recorded.anomalies.map(({ rule, at, message }) => [rule, at.pointer, message])).toEqual([
      ["incomplete-stream", "/response/1", "The stream ends before the answer does: no finish reason and no [DONE] came"],
    ]);
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([false, true]);
  });

  it("is complete with a finish reason or with its terminator", () => {
    const start = chunk(piece(0, "{}", { id: "a", name: "f" }));
    for (const end of [done, chunk({}, { finish: "stop" })]) {
      const recorded = adapt([start, end]);
      expect(recorded.anomalies).toEqual([]);
      expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([false]);
    }
  });

  it("is a refused request where an error event ends it", () => {
    const error = { message: "Tool call validation failed", code: "tool_use_failed", failed_generation: '{"name":"f"}' };
    const recorded = adapt([
      chunk({ content: "Let me" }),
      chunk(piece(0, '{"x', { id: "a", name: "f" })),
      { event: "error", data: { error } },
    ]);
    expect(recorded.refusal).toMatchObject({ message: "Tool call validation failed" });
    expect(recorded.refusal?.at.pointer).toBe("/response/2/data/error/message");
    expect(recorded.anomalies).toEqual([]);
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([true]);
  });

  it("reports events that are no chunks once, and a stream of another wire", () => {
    const messages = (events: readonly JsonValue[]) => adapt(events).anomalies.map(({ message }) => message);
    const whole = chunk({ content: "x" }, { finish: "stop" });
    expect(messages([whole, { data: "oops" }, { data: 7 }])).toEqual(["An event of the stream is not JSON"]);
    expect(messages([whole, { data: 7 }])).toEqual(["An event of the stream must be a chunk, got a number"]);
    expect(messages([{ event: "message_start", data: { type: "message_start" } }])).toEqual([
      "The stream ends before the answer does: no finish reason and no [DONE] came",
    ]);
  });
});
