import { describe, expect, it } from "vitest";
import { meai } from "../../src/formats/meai.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [first, ...others] = meai.adapt(recordingOf(body, around));
  if (first === undefined || others.length > 0) throw new Error("not one conversation");
  return first;
}

const plugin = { $type: "FunctionCallContent", Id: "c1", PluginName: "Time", FunctionName: "Now", Arguments: { hours: 3 } };

describe("meai.adapt", () => {
  it.each([
    [
      "camel case",
      { role: "assistant", contents: [{ $type: "functionCall", callId: "c1", name: "f", arguments: { a: 1 } }] },
      { role: "tool", contents: [{ $type: "functionResult", callId: "c1", result: "x" }] },
    ],
    [
      "the names of .NET",
      { Role: "assistant", Contents: [{ $type: "functionCall", CallId: "c1", Name: "f", Arguments: { a: 1 } }] },
      { Role: "tool", Contents: [{ $type: "functionResult", CallId: "c1", Result: "x" }] },
    ],
    [
      "Python's names",
      { role: { type: "role", value: "assistant" }, contents: [{ type: "function_call", call_id: "c1", name: "f", arguments: '{"a":1}' }] },
      { role: "tool", contents: [{ type: "function_result", call_id: "c1", result: "x" }] },
    ],
  ])("reads %s", (_, asked, answered) => {
    expect(outline(adapt([asked, answered]))).toEqual(['assistant: call f#c1({"a":1})', "tool: result #c1"]);
  });

  it("reads Semantic Kernel's items, whose names have two parts", () => {
    const recorded = adapt([
      { Role: { Label: "assistant" }, Items: [plugin] },
      {
        Role: { Label: "tool" },
        Items: [{ $type: "FunctionResultContent", CallId: "c1", PluginName: "Time", FunctionName: "Now", Result: "x" }],
      },
    ]);
    expect(outline(recorded)).toEqual(['assistant: call Time-Now#c1({"hours":3})', "tool: result Time-Now#c1"]);
  });

  it.each(["Time-Now", "Time_Now", "Time.Now", "Now"])("names the call of a plugin as it is declared: %s", (name) => {
    const tools = [{ type: "function", function: { name } }];
    const recorded = adapt([{ Role: { Label: "assistant" }, Items: [plugin] }], { tools });
    expect(callsIn(recorded.messages)[0]?.function.name).toBe(name);
  });

  it("does not judge arguments that Semantic Kernel has turned into text", () => {
    const recorded = adapt([{ Role: { Label: "assistant" }, Items: [{ ...plugin, Arguments: { hours: "3" } }] }]);
    expect(callsIn(recorded.messages)[0]?.function.arguments.kind).toBe("unknown");
  });

  it("takes a result with an exception for an error", () => {
    const recorded = adapt([{ role: "tool", contents: [{ type: "function_result", call_id: "c1", exception: "boom" }] }]);
    expect(resultsIn(recorded.messages)[0]).toMatchObject({ isError: true });
  });

  it("lets a call that was only told of go unanswered", () => {
    const recorded = adapt([{ role: "assistant", contents: [{ $type: "functionCall", callId: "c", name: "f", informationalOnly: true }] }]);
    expect(callsIn(recorded.messages)[0]?.expectsNoResult).toBe(true);
  });

  it("warns of an unknown content once", () => {
    const contents = [{ $type: "functionCall", callId: "c", name: "f" }, { $type: "dream" }, { $type: "dream" }];
    expect(adapt([{ role: "assistant", contents }]).anomalies).toMatchObject([{ severity: "warning" }]);
  });
});

describe("meai.detect", () => {
  it("leaves Gemini's contents alone", () => {
    expect(meai.detect(recordingOf({ contents: [{ role: "user", parts: [{ text: "x" }] }] })).match).toBe("none");
  });
});
