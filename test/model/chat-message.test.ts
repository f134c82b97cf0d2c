import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.js";
import { ChatMessage, type MessageToolCall } from "../../src/model/chat-message.js";
import { nodeOfText } from "../declarations/node-of.js";

function callsOf(...calls: readonly JsonValue[]): readonly MessageToolCall[] | null {
  return ChatMessage.from({ role: "assistant", content: null, tool_calls: calls }).toolCalls;
}

describe("ChatMessage.from", () => {
  it("reads nested calls, arguments as text or as an object", () => {
    expect(
      callsOf(
        { id: "1", type: "function", function: { name: "a", arguments: ' {"x": 1} ' } },
        { id: "2", type: "custom", function: { name: "b", arguments: { y: [true] } } },
      ),
    ).toEqual([
      { id: "1", type: "function", function: { name: "a", arguments: { x: 1 } } },
      { id: "2", type: "custom", function: { name: "b", arguments: { y: [true] } } },
    ]);
  });

  it("reads legacy flat calls", () => {
    expect(callsOf({ name: "a", args: { x: 1 }, id: "1" }, { name: "b", args: "{}", id: "2" })).toEqual([
      { id: "1", type: "function", function: { name: "a", arguments: { x: 1 } } },
      { id: "2", type: "function", function: { name: "b", arguments: {} } },
    ]);
  });

  it.each([
    ["", {}],
    [null, {}],
    ["null", {}],
    [undefined, {}],
  ])("takes %j as no arguments", (given, expected) => {
    const block = given === undefined ? { name: "a" } : { name: "a", arguments: given };
    expect(callsOf({ function: block })?.[0]?.function.arguments).toEqual(expected);
  });

  it("fills in what a call leaves out", () => {
    expect(callsOf({ function: {} }, { id: 7, function: { name: "a" } })).toEqual([
      { id: "", type: "function", function: { name: "", arguments: {} } },
      { id: "", type: "function", function: { name: "a", arguments: {} } },
    ]);
  });

  it.each(['""', '"x"', "[]", "1", "{", "{}{}", "{'a': 1}", "NaN"])("refuses the arguments text %s, and does not repeat it", (text) => {
    expect(() => callsOf({ function: { name: "pay", arguments: text } })).toThrow(
      /^The arguments of "pay" must be (?:JSON|an object), got (?:other text|a string|an array|a number)$/,
    );
  });

  it.each([[[]], [1], [true]])("refuses %j as arguments", (given) => {
    expect(() => callsOf({ name: "pay", args: given })).toThrow('The arguments of "pay" must be an object, got');
  });

  it.each([
    ["bot", "assistant"],
    ["assistant", "assistant"],
    ["human", "user"],
    ["user", "user"],
    ["developer", "system"],
    ["system", "system"],
    ["tool", "tool"],
  ])("reads the role %s as %s", (role, expected) => {
    expect(ChatMessage.from({ role, content: "" }).role).toBe(expected);
    expect(ChatMessage.from({ type: role, content: "" })).toMatchObject({ role: expected, providerMetadata: {} });
  });

  it.each([
    [{}],
    [{ role: null }],
    [{ role: "function" }],
    [{ role: "Bot" }],
    [{ role: 1 }],
    [{ role: "constructor" }],
    [{ type: "message" }],
  ])("refuses %j for its role", (message) => {
    expect(() => ChatMessage.from(message)).toThrow(TypeError);
    expect(() => ChatMessage.from(message)).toThrow(/must be "assistant", "bot", "user", "human", "system", "developer" or "tool"/);
  });

  it("keeps unknown keys, and lets an explicit entry win", () => {
    const message = ChatMessage.from({ role: "user", type: "message", weight: 1, seed: 2, provider_metadata: { seed: 3, trace: "t" } });
    expect(message.providerMetadata).toEqual({ type: "message", weight: 1, seed: 3, trace: "t" });
  });

  it("keeps keys called like members of every object", () => {
    const value: JsonValue = nodeOfText('{"role": "user", "__proto__": {"a": 1}}').value();
    const { providerMetadata } = ChatMessage.from(value);
    expect(Object.keys(providerMetadata)).toEqual(["__proto__"]);
    expect(JSON.stringify(ChatMessage.from(value))).toBe('{"role":"user","content":null,"provider_metadata":{"__proto__":{"a":1}}}');
  });

  it.each<readonly [JsonValue, string]>([
    [[], "The message must be an object, got an array"],
    [{ role: "user", content: 1 }, "The content of a message must be text, a list of objects, or null, got a number"],
    [{ role: "user", content: ["a"] }, "The content of a message must be text, a list of objects, or null, got an array"],
    [{ role: "user", tool_calls: {} }, "The tool_calls of a message must be a list, got an object"],
    [{ role: "user", tool_calls: [1] }, "The tool call must be an object, got a number"],
    [{ role: "user", tool_calls: [{ function: "f" }] }, "The function of a tool call must be an object, got a string"],
    [{ role: "user", tool_calls: [{ function: { name: 1 } }] }, "The name of a tool call must be a string, got a number"],
    [{ role: "tool", tool_call_id: 1 }, "The tool_call_id of a message must be a string, got a number"],
    [{ role: "user", provider_metadata: [] }, "The provider metadata of a message must be an object, got an array"],
  ])("refuses %j", (value, message) => {
    expect(() => ChatMessage.from(value)).toThrow(new TypeError(message));
  });

  it("tells an empty list of calls from none", () => {
    expect(ChatMessage.from({ role: "assistant", tool_calls: [] }).toolCalls).toEqual([]);
    expect(ChatMessage.from({ role: "assistant", tool_calls: null }).toolCalls).toBeNull();
  });
});

describe("ChatMessage", () => {
  const call = { id: "1", type: "function", function: { name: "a", arguments: { x: 1 } } };

  it("is made for each role", () => {
    expect(ChatMessage.fromUser("hi").toJSON()).toEqual({ role: "user", content: "hi" });
    expect(ChatMessage.fromSystem("be brief", { name: "s" }).toJSON()).toEqual({ role: "system", content: "be brief", name: "s" });
    expect(ChatMessage.fromTool("10:02", "1", { name: "a" }).toJSON()).toEqual({
      role: "tool",
      content: "10:02",
      tool_call_id: "1",
      name: "a",
    });
    expect(ChatMessage.fromAssistant(null, { toolCalls: [call] }).toJSON()).toEqual({
      role: "assistant",
      content: null,
      tool_calls: [call],
    });
  });

  it("writes the wire's spelling, arguments as an object", () => {
    const message = ChatMessage.from({ role: "bot", tool_calls: [{ name: "a", args: '{"x":1}', id: "1" }] });
    expect(JSON.parse(JSON.stringify(message))).toEqual({ role: "assistant", content: null, tool_calls: [call] });
  });

  it("comes back from its JSON as it was", () => {
    const text = fc.string();
    const object = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })).map((value): JsonObject => JSON.parse(JSON.stringify(value)));
    const calls = fc.array(fc.record({ id: text, type: text, function: fc.record({ name: text, arguments: object }) }), { maxLength: 3 });
    const fields = fc.record({
      content: fc.oneof(text, fc.constant(null), fc.array(object, { maxLength: 3 })),
      toolCalls: fc.option(calls),
      toolCallId: fc.option(text),
      name: fc.option(text),
      providerMetadata: object,
    });
    fc.assert(
      fc.property(fc.constantFrom("assistant", "system", "tool", "user"), fields, (role, given) => {
        const message = new ChatMessage(role, given);
        expect(ChatMessage.from(JSON.parse(JSON.stringify(message)))).toEqual(message);
      }),
    );
  });
});
