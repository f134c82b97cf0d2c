import { describe, expect, it } from "vitest";
import { aiSdkModel } from "../../src/formats/ai-sdk-model.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [first, ...others] = aiSdkModel.adapt(recordingOf(body, around));
  if (first === undefined || others.length > 0) throw new Error("not one conversation");
  return first;
}

function detect(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}) {
  return aiSdkModel.detect(recordingOf(body, around)).match;
}

const call = { type: "tool-call", toolCallId: "c1", toolName: "f", input: { a: 1 } };
const result = { type: "tool-result", toolCallId: "c1", toolName: "f", output: { type: "text", value: "x" } };
const asked = { role: "assistant", content: [call] };
const answered = { role: "tool", content: [result] };

describe("aiSdkModel.adapt", () => {
  it("reads calls and results of version 5 on", () => {
    const recorded = adapt([{ role: "user", content: "x" }, asked, answered]);
    expect(outline(recorded)).toEqual(["user: text", 'assistant: call f#c1({"a":1})', "tool: result f#c1"]);
    expect(recorded).toMatchObject({ format: "ai-sdk-model", declarationOrigin: "list", anomalies: [] });
    expect(resultsIn(recorded.messages)[0]?.at.content?.pointer).toBe("/body/2/content/0/output/value");
  });

  it("reads calls and results of version 4", () => {
    const recorded = adapt([
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "f", args: { a: 1 } }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "f", result: { b: 2 }, isError: true }] },
    ]);
    expect(outline(recorded)).toEqual(['assistant: call f#c1({"a":1})', "tool: result f#c1"]);
    expect(resultsIn(recorded.messages)[0]).toMatchObject({ isError: true });
  });

  it.each(["error-text", "error-json", "execution-denied"])("takes an output of type %s for an error", (type) => {
    const recorded = adapt([asked, { role: "tool", content: [{ ...result, output: { type, value: "x", reason: "no" } }] }]);
    expect(resultsIn(recorded.messages)[0]?.isError).toBe(true);
  });

  it.each([
    ["the bare value of the tool", { sky: "rain" }, "got an object without it"],
    ["text", "rain", "got a string"],
    ["an unknown type", { type: "xml", value: "" }, 'got "xml"'],
  ])("reports an output that is %s", (_, output, message) => {
    const { anomalies } = adapt([asked, { role: "tool", content: [{ ...result, output }] }]);
    expect(anomalies.map((each) => each.message)).toEqual([expect.stringContaining(message)]);
  });

  it("refuses an input that is text in a prompt, unless the SDK says that it could not read it", () => {
    const [wrong, kept] = callsIn(
      adapt([
        {
          role: "assistant",
          content: [
            { ...call, input: '{"a":1}' },
            { ...call, toolCallId: "c2", input: '{"a":1}', invalid: true },
          ],
        },
      ]).messages,
    );
    expect(wrong?.function.arguments).toMatchObject({ kind: "malformed", fault: "wrong-container" });
    expect(kept?.function.arguments.kind).toBe("parsed");
  });

  it("takes text for the input of a provider's own tool", () => {
    const recorded = adapt({
      messages: [{ role: "assistant", content: [{ ...call, toolName: "sql", input: "select 1" }] }],
      tools: [{ type: "provider", id: "openai.custom", name: "sql", args: {} }],
    });
    expect(callsIn(recorded.messages)[0]?.function.arguments.kind).toBe("text");
  });

  it("takes a call that the provider ran for hosted, and its result where it stands", () => {
    const recorded = adapt([
      { role: "assistant", content: [{ ...call, providerExecuted: true }] },
      { role: "assistant", content: [result, { type: "text", text: "x" }] },
    ]);
    expect(callsIn(recorded.messages)[0]?.hosted).toBe(true);
    expect(resultsIn(recorded.messages)[0]?.hosted).toBe(true);
  });

  it("lets an approval response stand in for a result, given or denied", () => {
    const recorded = adapt([
      {
        role: "assistant",
        content: [call, { ...call, toolCallId: "c2" }, { type: "tool-approval-request", approvalId: "a", toolCallId: "c1" }],
      },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a", approved: false }] },
    ]);
    expect(callsIn(recorded.messages).map(({ id, expectsNoResult }) => [id, expectsNoResult])).toEqual([
      ["c1", true],
      ["c2", false],
    ]);
  });

  it("reports parts under a role that cannot have them, and links them all the same", () => {
    const recorded = adapt([
      { role: "user", content: [call] },
      { role: "user", content: [result] },
      { role: "tool", content: "x" },
    ]);
    expect(callsIn(recorded.messages)).toHaveLength(1);
    expect(recorded.anomalies.map(({ message }) => message)).toEqual([
      "A tool call is in a user message; it belongs in an assistant message",
      "A tool result is in a user message; it belongs in a tool message",
      "`content` must be a list of tool results, got a string",
    ]);
  });

  it("reads the steps of a result, each with its results behind it, once", () => {
    const step = {
      content: [
        call,
        { ...result, output: { raw: true } },
        { ...call, toolCallId: "c2" },
        { type: "tool-error", toolCallId: "c2", toolName: "f", error: "boom" },
      ],
      finishReason: "tool-calls",
      response: { messages: [asked, answered] },
    };
    const recorded = adapt({ steps: [step, { content: [{ type: "text", text: "x" }], finishReason: "stop" }] });
    expect(outline(recorded)).toEqual([
      'assistant*: call f#c1({"a":1}), call f#c2({"a":1})',
      "tool: result f#c1, result f#c2",
      "assistant*: text",
    ]);
    expect(resultsIn(recorded.messages).map(({ isError }) => isError)).toEqual([false, true]);
    expect(recorded.finishes.map(({ message, reason }) => [message, reason])).toEqual([
      [0, "tool_calls"],
      [2, "stop"],
    ]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("reads the messages of a response, and lists of calls alone, where nothing else is kept", () => {
    expect(outline(adapt({ text: "", response: { messages: [asked, answered] } }))).toEqual([
      'assistant: call f#c1({"a":1})',
      "tool: result f#c1",
    ]);
    const old = { toolCallType: "function", toolCallId: "c1", toolName: "f", args: '{"a":1}' };
    expect(outline(adapt({ text: "", toolCalls: [old], finishReason: "tool-calls" }))).toEqual(['assistant*: call f#c1({"a":1})']);
  });

  it("decodes the text that a provider answers with, and says what cut it off", () => {
    const recorded = adapt({ content: [{ ...call, input: '{"a":' }], finishReason: { unified: "length", raw: "max_tokens" } });
    expect(callsIn(recorded.messages)[0]?.function.arguments).toMatchObject({
      fault: "truncated",
      fix: expect.stringContaining('"length"'),
    });
  });

  it("goes on from a prompt to its response", () => {
    const around = { response: { content: [call], finishReason: "tool-calls" } };
    const recorded = adapt({ prompt: [{ role: "user", content: [{ type: "text", text: "x" }] }], tools: [] }, around);
    expect(outline(recorded)).toEqual(["user: text", 'assistant*: call f#c1({"a":1})']);
    expect(recorded.declarationOrigin).toBe("request");
  });

  it("reads maps of tools, the choice among them, and the model", () => {
    const recorded = adapt({
      model: { modelId: "gpt-4o", provider: "openai" },
      messages: [asked],
      tools: { f: { inputSchema: { jsonSchema: { type: "object" } } } },
      toolChoice: { type: "tool", toolName: "f" },
    });
    expect(recorded.toolset.tools.map(({ key }) => key)).toEqual(["f"]);
    expect(recorded.toolChoice).toMatchObject({ mode: "named", names: ["f"] });
    expect(recorded.provider.model).toBe("gpt-4o");
  });

  it("warns of an unknown part once", () => {
    const { anomalies } = adapt([{ role: "user", content: [{ type: "hologram" }, { type: "hologram" }] }]);
    expect(anomalies).toMatchObject([{ severity: "warning" }]);
  });
});

describe("aiSdkModel.detect", () => {
  it.each([
    ["messages with calls", [asked]],
    ["prose beside a map of tools", { messages: [{ role: "user", content: "x" }], tools: { f: { inputSchema: {} } } }],
    ["steps", { steps: [{ content: [call], finishReason: "tool-calls" }] }],
    ["a list of steps", [{ content: [call] }]],
    ["the parts of a stream", [{ type: "tool-call", toolCallId: "c", toolName: "f", input: "{}" }]],
  ])("is certain of %s", (_, body) => {
    expect(detect(body)).toBe("certain");
  });

  it.each([
    ["prose alone", [{ role: "user", content: [{ type: "text", text: "x" }] }]],
    ["Anthropic's blocks", [{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "f", input: {} }] }]],
    ["UI messages", [{ role: "assistant", parts: [{ type: "tool-f", toolCallId: "1", state: "input-available" }] }]],
    ["OpenAI's messages", { messages: [{ role: "user", content: "x" }], tools: [{ type: "function", function: { name: "f" } }] }],
  ])("leaves %s alone", (_, body) => {
    expect(detect(body)).toBe("none");
  });
});
