import { describe, expect, it } from "vitest";
import { autogen } from "../../src/formats/autogen.js";
import type { Format } from "../../src/formats/format.js";
import { genkit } from "../../src/formats/genkit.js";
import { haystack } from "../../src/formats/haystack.js";
import { smolagents } from "../../src/formats/smolagents.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";

function adapt(format: Format, body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [first, ...others] = format.adapt(recordingOf(body, around));
  if (first === undefined || others.length > 0) throw new Error("not one conversation");
  return first;
}

describe("autogen", () => {
  const asked = { type: "ToolCallRequestEvent", source: "a", content: [{ id: "c1", name: "f", arguments: '{"a":1}' }] };

  it("reads events, and leaves aside what no model said", () => {
    const recorded = adapt(autogen, [
      { type: "TextMessage", source: "user", content: "x" },
      { type: "ThoughtEvent", source: "a", content: "hm" },
      asked,
      { type: "ToolCallExecutionEvent", source: "a", content: [{ call_id: "c1", name: "f", content: "boom", is_error: true }] },
      { type: "ToolCallSummaryMessage", source: "a", content: "boom" },
    ]);
    expect(outline(recorded)).toEqual(["user: text", 'assistant: call f#c1({"a":1})', "tool: result f#c1", "assistant: text"]);
    expect(resultsIn(recorded.messages)[0]?.isError).toBe(true);
  });

  it("reads the context of a model", () => {
    const messages = [
      { ...asked, type: "AssistantMessage" },
      { type: "FunctionExecutionResultMessage", content: [{ call_id: "c1", content: "x" }] },
    ];
    expect(outline(adapt(autogen, { llm_context: { messages } }))).toEqual(['assistant: call f#c1({"a":1})', "tool: result #c1"]);
  });

  it("wants arguments as text", () => {
    const [call] = callsIn(adapt(autogen, [{ ...asked, content: [{ id: "c", name: "f", arguments: {} }] }]).messages);
    expect(call?.function.arguments).toMatchObject({ fault: "wrong-container" });
  });
});

describe("haystack", () => {
  const call = { tool_name: "f", arguments: { a: 1 }, id: "c1" };

  it.each([
    ["role", "content", "meta"],
    ["_role", "_content", "_meta"],
  ])("reads messages with the key %s", (role, content, meta) => {
    const recorded = adapt(haystack, [
      { [role]: "assistant", [content]: [{ text: "x" }, { tool_call: call }], [meta]: { finish_reason: "tool_calls" } },
      { [role]: "tool", [content]: [{ tool_call_result: { result: "x", origin: call, error: true } }] },
    ]);
    expect(outline(recorded)).toEqual(['assistant: text, call f#c1({"a":1})', "tool: result f#c1"]);
    expect(resultsIn(recorded.messages)[0]?.isError).toBe(true);
    expect(recorded.finishes).toHaveLength(1);
  });

  it("needs no id where the provider gives none", () => {
    const [found] = callsIn(adapt(haystack, [{ role: "assistant", content: [{ tool_call: { ...call, id: null } }] }]).messages);
    expect(found).toMatchObject({ id: null, idOptional: true });
  });
});

describe("genkit", () => {
  const asked = { role: "model", content: [{ toolRequest: { name: "f", ref: "1", input: { a: 1 } } }] };

  it("reads calls and results linked by their ref", () => {
    const answered = { role: "tool", content: [{ toolResponse: { name: "f", ref: "1", output: 2 } }] };
    expect(outline(adapt(genkit, [asked, answered]))).toEqual(['assistant: call f#1({"a":1})', "tool: result f#1"]);
  });

  it("reads a response behind the request that it repeats", () => {
    const recorded = adapt(genkit, {
      message: asked,
      finishReason: "stop",
      request: { messages: [{ role: "user", content: [{ text: "x" }] }], tools: [{ name: "f", inputSchema: {} }], toolChoice: "required" },
    });
    expect(outline(recorded)).toEqual(["user: text", 'assistant*: call f#1({"a":1})']);
    expect(recorded.toolset.tools.map(({ key }) => key)).toEqual(["f"]);
    expect(recorded.toolChoice).toMatchObject({ mode: "required" });
  });

  it("leaves Goose's parts of the same words alone", () => {
    const goose = { role: "assistant", content: [{ type: "toolRequest", id: "1", toolCall: {}, toolRequest: { name: "f" } }] };
    expect(genkit.detect(recordingOf([goose])).match).toBe("none");
  });
});

describe("smolagents", () => {
  const step = (fields: JsonValue) => ({ step_number: 1, ...(fields as object) });
  const call = (name: string, given: JsonValue) => ({ id: name, type: "function", function: { name, arguments: given } });

  it("reads what was observed as the result of the first call of a step", () => {
    const recorded = adapt(smolagents, {
      steps: [{ task: "x" }, step({ tool_calls: [call("f", { a: 1 }), call("g", {})], observations: "1" })],
    });
    expect(outline(recorded)).toEqual(["user: text", 'assistant: call f#f({"a":1}), result #null, call g#g({})']);
    expect(callsIn(recorded.messages).every(({ expectsNoResult }) => expectsNoResult)).toBe(true);
  });

  it("reads the code of an agent that writes code as text, and an error as its result", () => {
    const recorded = adapt(smolagents, [step({ tool_calls: [call("python_interpreter", "print(1)")], error: { message: "boom" } })]);
    expect(callsIn(recorded.messages)[0]?.function.arguments.kind).toBe("text");
    expect(resultsIn(recorded.messages)[0]?.isError).toBe(true);
  });
});
