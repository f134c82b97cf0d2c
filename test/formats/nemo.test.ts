import { describe, expect, it } from "vitest";
import { nemo } from "../../src/formats/nemo.js";
import { openaiChat } from "../../src/formats/openai-chat.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf } from "../support/recording.js";

const user = { role: "user", content: "Weather?" };
const nested = {
  role: "assistant",
  content: "",
  tool_calls: [{ id: "1", type: "function", function: { name: "get_weather", arguments: { city: "Oslo" } } }],
};
const flat = { role: "assistant", content: "", tool_calls: [{ name: "get_weather", args: { city: "Oslo" }, id: "1" }] };
const result = { role: "tool", tool_call_id: "1", content: "4" };

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [first, ...others] = nemo.adapt(recordingOf(body, around));
  if (first === undefined || others.length > 0) throw new Error("not one conversation");
  return first;
}

/** What NeMo and OpenAI's chat say of a value. */
function detect(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}) {
  const recording = recordingOf(body, around);
  return [nemo.detect(recording).match, openaiChat.detect(recording).match];
}

describe("nemo.adapt", () => {
  it("reads nested calls whose arguments are objects", () => {
    const recorded = adapt([user, nested, result]);
    expect(outline(recorded)).toEqual(["user: text", 'assistant: text, call get_weather#1({"city":"Oslo"})', "tool: result #1"]);
    expect(recorded).toMatchObject({ format: "nemo", mode: "recording", declarationOrigin: "list", anomalies: [] });
  });

  it("reads flat calls", () => {
    expect(outline(adapt([flat, result]))).toEqual(['assistant: text, call get_weather#1({"city":"Oslo"})', "tool: result #1"]);
    expect(callsIn(adapt([flat]).messages)[0]?.at.arguments?.pointer).toBe("/body/0/tool_calls/0/args");
  });

  it("reads arguments that are text", () => {
    const text = { role: "assistant", tool_calls: [{ id: "1", function: { name: "f", arguments: '{"a":1}' } }] };
    expect(outline(adapt([text]))).toEqual(['assistant: call f#1({"a":1})']);
  });

  it("reads a missing id as none and a missing type as function", () => {
    const [call] = callsIn(adapt([{ role: "assistant", tool_calls: [{ function: { name: "f" } }] }]).messages);
    expect(call).toMatchObject({ id: null, type: "function", function: { name: "f", arguments: { kind: "empty" } } });
  });

  it("maps the aliases of roles, also where the role stands under type", () => {
    const aliases = ["human", "bot", "developer"].map((role) => ({ role, content: "x" }));
    expect(outline(adapt(aliases))).toEqual(["user: text", "assistant: text", "system: text"]);
    expect(
      outline(
        adapt([
          { type: "human", content: "x" },
          { ...flat, role: "bot", type: "user" },
        ]),
      ),
    ).toEqual(["user: text", 'assistant: text, call get_weather#1({"city":"Oslo"})']);
  });

  it("takes content parts of any type, but only objects", () => {
    const recorded = adapt([{ role: "user", content: [{ type: "hologram" }, {}, "x"] }]);
    expect(recorded.anomalies.map(({ at }) => at.pointer)).toEqual(["/body/0/content/2"]);
  });

  it("reports a role that NeMo raises at", () => {
    expect(adapt([{ role: "function", name: "f", content: "x" }]).anomalies.map(({ at }) => at.pointer)).toEqual(["/body/0/role"]);
  });

  it("reads declarations beside the messages or of the envelope", () => {
    const tools = [{ type: "function", function: { name: "get_weather" } }];
    expect(adapt({ messages: [user], tools }).toolset.get("get_weather")?.name).toBe("get_weather");
    expect(adapt([user], { tools }).toolset.get("get_weather")?.name).toBe("get_weather");
    expect(adapt([user]).toolset.completeness).toBe("absent");
  });

  it.each([[null], [7], [{}], [{ messages: 5 }]])("says of %j that it holds no messages", (body) => {
    expect(adapt(body).anomalies.map(({ message }) => message)).toEqual([expect.stringContaining("no list of messages")]);
  });
});

describe("nemo.detect", () => {
  it("claims bare messages whose arguments are objects", () => {
    expect(detect([user, nested, result])).toEqual(["certain", "none"]);
    expect(detect({ messages: [user, nested] })).toEqual(["certain", "none"]);
  });

  it("leaves them to OpenAI beside a model, choices or a URL", () => {
    expect(detect({ model: "gpt-5", messages: [user, nested] })).toEqual(["none", "certain"]);
    expect(detect({ messages: [user, nested] }, { url: "https://api.openai.com/v1/chat/completions" })).toEqual(["none", "certain"]);
    expect(detect({ choices: [{ message: nested }] })).toEqual(["none", "certain"]);
  });

  it("claims flat calls, but not LangChain's or those of a simulated user", () => {
    expect(detect([user, flat])).toEqual(["certain", "none"]);
    expect(detect({ model: "m", messages: [user, flat] })).toEqual(["certain", "none"]);
    expect(detect([{ role: "assistant", tool_calls: [{ name: "f", args: {}, id: "1", type: "tool_call" }] }])).toEqual(["none", "none"]);
    expect(detect([{ role: "assistant", tool_calls: [{ name: "f", arguments: {}, id: "1", requestor: "user" }] }])).toEqual([
      "none",
      "none",
    ]);
  });

  it("claims its role aliases, certainly where calls or results come with them", () => {
    const text = { role: "bot", content: "", tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }] };
    expect(detect([{ role: "human", content: "x" }, text])).toEqual(["certain", "none"]);
    expect(
      detect([
        { role: "human", content: "x" },
        { role: "bot", content: "y" },
      ]),
    ).toEqual(["possible", "none"]);
    expect(
      detect([
        { type: "user", content: "x" },
        { ...text, role: null, type: "bot" },
      ]),
    ).toEqual(["certain", "none"]);
  });

  it("leaves Ollama's marks and text in OpenAI's place alone", () => {
    expect(detect([nested, { role: "tool", tool_name: "get_weather", content: "4" }])[0]).toBe("none");
    expect(
      detect([user, { role: "assistant", tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }] }])[0],
    ).toBe("none");
    expect(detect([user])[0]).toBe("none");
  });

  it("tells that a record is one message", () => {
    expect(nemo.detect(recordingOf(flat))).toMatchObject({ match: "certain", unit: "message" });
    expect(nemo.detect(recordingOf(nested))).toMatchObject({ match: "certain", unit: "message" });
    expect(outline(adapt(flat))).toEqual(['assistant: text, call get_weather#1({"city":"Oslo"})']);
  });
});
