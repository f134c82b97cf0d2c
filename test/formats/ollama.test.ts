import { describe, expect, it } from "vitest";
import { nemo } from "../../src/formats/nemo.js";
import { ollama } from "../../src/formats/ollama.js";
import { openaiChat } from "../../src/formats/openai-chat.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { pairExchanges } from "../../src/model/rebuild.js";
import { ollama as profile } from "../../src/profiles/ollama.js";
import { outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(ollama);

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

const read = (file: string) => only(readText(fixture("ollama", file)));
const call = (name: string, args: JsonValue = {}) => ({ function: { name, arguments: args } });
const tools = ["look", "ask"].map((name) => ({ type: "function", function: { name, parameters: { type: "object", properties: {} } } }));
const request = (...messages: readonly JsonValue[]) => JSON.stringify({ model: "qwen3", messages, tools, options: {} });

/** Which call of the first turn each result answers, by index, in the order of the calls. */
function pairsOf({ messages }: AdaptedConversation): readonly unknown[] {
  const [first] = pairExchanges(messages, profile.pairing);
  return first?.links.map((link) => (link.kind === "answered" ? [link.call.index, link.result.message, link.by] : link.kind)) ?? [];
}

describe("Ollama results", () => {
  it("answer calls of one name in order", () => {
    expect(pairsOf(read("pair.json"))).toEqual([
      [0, 2, "name-order"],
      [1, 3, "name-order"],
    ]);
  });

  it("answer the call that they name by id, where the server gives ids", () => {
    expect(pairsOf(read("request-with-ids.json"))).toEqual([
      [0, 4, "id"],
      [1, 3, "id"],
    ]);
  });

  it("may leave out which tool they are of, as older recordings do", () => {
    const messages = [
      { role: "assistant", content: "", tool_calls: [call("look")] },
      { role: "tool", content: "1" },
    ];
    expect(complaintsOf(request(...messages))).toEqual([]);
  });

  it("are reported where they are of another tool than was called", () => {
    const messages = [
      { role: "assistant", content: "", tool_calls: [call("look")] },
      { role: "tool", tool_name: "ask", content: "1" },
    ];
    expect(complaintsOf(request(...messages))).toEqual(["error mismatched-tool-name /messages/1/tool_name"]);
  });

  it("are reported as missing once the conversation goes on", () => {
    const messages = [
      { role: "assistant", content: "", tool_calls: [call("look"), call("look")] },
      { role: "tool", tool_name: "look", content: "1" },
      { role: "assistant", content: "done" },
    ];
    expect(complaintsOf(request(...messages))).toEqual(["error unanswered-call /messages/0/tool_calls/1"]);
  });
});

describe("An Ollama stream", () => {
  it("is put together from its lines", () => {
    expect(outline(read("stream.jsonl"))).toEqual([
      'assistant*: thinking thinking, call get_weather#call_8h2kq0x1({"city":"Oslo"}), call get_weather#call_3m7vd5z9({"city":"Rome"})',
    ]);
  });

  it("may end with a line that has no message", () => {
    const lines = fixture("ollama", "stream.jsonl").replace(/"message":\{"role":"assistant","content":""\},"done_reason"/, '"done_reason"');
    expect(outline(only(readText(lines)))).toHaveLength(1);
    expect(complaintsOf(lines)).toEqual([]);
  });

  it("is reported where it is never done", () => {
    const lines = fixture("ollama", "stream.jsonl").split("\n").slice(0, 3).join("\n");
    expect(complaintsOf(lines)).toEqual(["warning incomplete-stream "]);
  });
});

describe("Ollama arguments", () => {
  it("as text are refused", () => {
    expect(complaintsOf(fixture("ollama", "broken-arguments.json"))).toContain(
      "error malformed-arguments /request/messages/1/tool_calls/0/function/arguments",
    );
  });
});

describe("The detection of Ollama", () => {
  it("stays where arguments are wrongly text, on its own endpoint", () => {
    const body = {
      model: "m",
      messages: [{ role: "assistant", tool_calls: [{ function: { name: "look", arguments: "{}" } }] }],
      tools: [],
    };
    const sent = { ...recordingOf(body), url: "http://localhost:11434/api/chat" };
    expect(ollama.detect(sent).match).toBe("certain");
    expect(openaiChat.detect(sent).match).not.toBe("certain");
    const elsewhere = { ...sent, url: "http://localhost:11434/v1/chat/completions" };
    expect(ollama.detect(elsewhere).match).toBe("none");
    expect(openaiChat.detect(elsewhere).match).toBe("certain");
  });

  const messages = [
    { role: "user", content: "?" },
    { role: "assistant", content: "", tool_calls: [call("look", { at: 1 })] },
  ];

  it.each([
    ["bare messages", { messages }, openaiChat],
    ["bare messages with ids", { messages: [{ role: "assistant", tool_calls: [{ id: "a", ...call("look", { at: 1 }) }] }] }, nemo],
    [
      "messages with ids and types",
      { model: "m", messages: [{ role: "assistant", tool_calls: [{ id: "a", type: "function", ...call("look") }] }] },
      openaiChat,
    ],
    [
      "calls as text",
      { model: "m", messages: [{ role: "assistant", tool_calls: [{ id: "a", type: "function", ...call("look", "{}") }] }] },
      openaiChat,
    ],
  ])("leaves %s to another format", (_, body, other) => {
    expect(ollama.detect(recordingOf(body)).match).toBe("none");
    expect(other.detect(recordingOf(body)).match).toBe("certain");
  });

  it("takes messages beside a model whose calls have neither id nor type", () => {
    expect(ollama.detect(recordingOf({ model: "qwen3", messages })).match).toBe("certain");
    expect(openaiChat.detect(recordingOf({ model: "qwen3", messages })).match).not.toBe("certain");
  });
});
