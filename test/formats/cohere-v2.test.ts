import { describe, expect, it } from "vitest";
import { cohereV2 } from "../../src/formats/cohere-v2.js";
import { openaiChat } from "../../src/formats/openai-chat.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, textAt } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(cohereV2);

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

const read = (file: string) => only(readText(fixture("cohere-v2", file)));
const call = (id: string, args = "{}") => ({ id, type: "function", function: { name: "look", arguments: args } });
const tools = [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }];

/** A request to Cohere, told by its model alone. */
const request = (...messages: readonly JsonValue[]) =>
  JSON.stringify({ model: "command-a-03-2025", messages: [{ role: "user", content: "?" }, ...messages], tools });

describe("A Cohere v2 request and its answer", () => {
  it("become calls and results, the plan being a thought", () => {
    expect(outline(read("pair.json"))).toEqual([
      "system: text",
      "user: text",
      'assistant: thinking tool_plan, call stock_of#stock_of_0qx4n8rk2wzb({"bread":"rye"}), call clock#clock_9vhd3m1tq7ys(empty)',
      "tool: result #stock_of_0qx4n8rk2wzb",
      "tool: result #clock_9vhd3m1tq7ys",
      "assistant*: text",
    ]);
    expect(read("pair.json").finishes).toMatchObject([{ message: 5, reason: "stop", promisesCall: false }]);
  });

  it("say what was demanded of the model", () => {
    expect(read("stream.json").toolChoice).toMatchObject({ mode: "required" });
  });
});

describe("A Cohere v2 stream", () => {
  it("is put together", () => {
    expect(outline(read("stream.json")).at(-1)).toBe(
      'assistant*: thinking tool_plan, call stock_of#stock_of_7kd2m4hq9wxz({"bread":"rye"}), call clock#clock_5xt1n8vj3qhr(empty)',
    );
    expect(outline(read("events.jsonl"))).toEqual(['assistant*: thinking thinking, call stock_of#stock_of_1({"bread":"rye"})']);
  });

  it("keeps the place of each piece", () => {
    const text = fixture("cohere-v2", "stream.json");
    const [first] = callsIn(only(readText(text)).messages);
    const given = first?.function.arguments;
    const value = given?.kind === "parsed" ? given.root.get("bread") : undefined;
    expect(value && textAt(text, value.range)).toBe(String.raw`\"rye\"`);
  });

  it("leaves its last call unchecked where it stops early", () => {
    const lines = fixture("cohere-v2", "events.jsonl").split("\n").slice(0, 6).join("\n");
    const recorded = only(readText(lines));
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([true]);
    expect(complaintsOf(lines)).toEqual(["warning incomplete-stream "]);
  });
});

describe("Text beside calls on Cohere v2", () => {
  it.each([
    ["as a string", "I look."],
    ["as a part", [{ type: "text", text: "I look." }]],
  ])("is refused %s", (_, content) => {
    const text = request({ role: "assistant", content, tool_calls: [call("a")] }, { role: "tool", tool_call_id: "a", content: "1" });
    expect(complaintsOf(text)).toEqual(["error invalid-message /messages/1/content"]);
  });

  it.each([
    ["empty", [{ type: "text", text: "" }]],
    ["null", null],
    ["a thought", [{ type: "thinking", thinking: "Hm." }]],
  ])("may be %s", (_, content) => {
    const text = request({ role: "assistant", content, tool_calls: [call("a")] }, { role: "tool", tool_call_id: "a", content: "1" });
    expect(complaintsOf(text)).toEqual([]);
  });

  it("explains the refusal that it caused", () => {
    expect(complaintsOf(fixture("cohere-v2", "broken-text-beside-calls.json"))).toEqual([
      "error invalid-message /request/messages/1/content",
      "warning refused-request /response/message",
    ]);
  });
});

describe("Cohere v2 pairing", () => {
  it("wants a result for each call before the turn goes on", () => {
    const text = request(
      { role: "assistant", tool_calls: [call("a"), call("b")] },
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "user", content: "and?" },
    );
    expect(complaintsOf(text)).toEqual(["error unanswered-call /messages/1/tool_calls/1"]);
  });
});

describe("The detection of Cohere v2", () => {
  const plain = {
    messages: [
      { role: "user", content: "?" },
      { role: "assistant", tool_calls: [call("a")] },
    ],
  };

  it.each([
    ["its model", { model: "command-r-08-2024", ...plain }, {}],
    ["its parameters", { strict_tools: true, ...plain }, {}],
    ["its address", { model: "m", ...plain }, { url: "https://api.cohere.com/v2/chat" }],
    ["its answer", plain, { response: { id: "1", message: { role: "assistant", content: [] }, finish_reason: "COMPLETE" } }],
  ])("is certain by %s, and OpenAI's yields", (_, body, around) => {
    const recording = recordingOf(body, around);
    expect(cohereV2.detect(recording).match).toBe("certain");
    expect(openaiChat.detect(recording).match).not.toBe("certain");
  });

  it.each([
    [
      "the compatible endpoint",
      { model: "command-a-03-2025", ...plain },
      { url: "https://api.cohere.ai/compatibility/v1/chat/completions" },
    ],
    ["a gateway's model", { model: "cohere/command-a", ...plain }, {}],
    ["another address", { model: "command-a-03-2025", ...plain }, { url: "https://gateway.example/v1/chat/completions" }],
    [
      "an answer with choices",
      { model: "command-a-03-2025", ...plain },
      { response: { choices: [{ message: { role: "assistant", content: "" } }] } },
    ],
  ])("leaves %s to OpenAI's", (_, body, around) => {
    const recording = recordingOf(body, around);
    expect(cohereV2.detect(recording).match).toBe("none");
    expect(openaiChat.detect(recording).match).toBe("certain");
  });
});
