import { describe, expect, it } from "vitest";
import { aiSdkUi } from "../../src/formats/ai-sdk-ui.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn, textAt } from "../support/recording.js";

function adapt(body: string | JsonValue): AdaptedConversation {
  const [first, ...others] = aiSdkUi.adapt(recordingOf(body));
  if (first === undefined || others.length > 0) throw new Error("not one conversation");
  return first;
}

const tool = { type: "tool-get-time", toolCallId: "c1", state: "output-available", input: { tz: "x" }, output: "10:02" };

function assistant(...parts: JsonValue[]): JsonValue {
  return { id: "m", role: "assistant", parts };
}

function only(part: JsonValue) {
  const [call] = callsIn(adapt([assistant(part)]).messages);
  if (call === undefined) throw new Error("no call");
  return call;
}

describe("aiSdkUi.adapt", () => {
  it("reads a part as a call and its result, named behind the first hyphen of its type", () => {
    const recorded = adapt([assistant({ type: "step-start" }, tool)]);
    expect(outline(recorded)).toEqual(['assistant: call get-time#c1({"tz":"x"})', "tool: result get-time#c1"]);
    const [call] = callsIn(recorded.messages);
    expect(resultsIn(recorded.messages)[0]?.inlineCall).toBe(call);
    expect(call?.at.name?.pointer).toBe("/body/0/parts/1/type");
  });

  it("reads dynamic tools by their name", () => {
    expect(only({ type: "dynamic-tool", toolName: "mcp_echo", toolCallId: "c", state: "input-available", input: {} }).function.name).toBe(
      "mcp_echo",
    );
  });

  it("makes a turn of each step", () => {
    const recorded = adapt([
      assistant({ type: "step-start" }, { type: "text", text: "x" }, tool, { type: "step-start" }, tool, { type: "text", text: "y" }),
    ]);
    expect(outline(recorded)).toEqual([
      'assistant: text, call get-time#c1({"tz":"x"})',
      "tool: result get-time#c1",
      'assistant: call get-time#c1({"tz":"x"}), text',
      "tool: result get-time#c1",
    ]);
  });

  it("keeps the result of a tool that the provider ran in its message", () => {
    expect(outline(adapt([assistant({ ...tool, providerExecuted: true })]))).toEqual([
      'assistant: call get-time#c1({"tz":"x"}), result get-time#c1',
    ]);
  });

  it.each([
    ["input-streaming", { partial: true, expectsNoResult: true, function: { arguments: { kind: "unknown" } } }],
    ["input-available", { partial: false, expectsNoResult: false }],
    ["approval-requested", { expectsNoResult: false }],
    ["approval-responded", { expectsNoResult: true }],
  ])("takes a part in state %s for a call without result", (state, expected) => {
    const recorded = adapt([assistant({ ...tool, state })]);
    expect(callsIn(recorded.messages)[0]).toMatchObject(expected);
    expect(resultsIn(recorded.messages)).toEqual([]);
  });

  it.each([
    ["output-available", false],
    ["output-error", true],
    ["output-denied", true],
  ])("takes a part in state %s for a call with its result", (state, isError) => {
    const [found] = resultsIn(adapt([assistant({ ...tool, state, errorText: "boom" })]).messages);
    expect(found).toMatchObject({ isError });
  });

  it("does not judge the input of a call that failed before it was read", () => {
    expect(only({ type: "tool-f", toolCallId: "c", state: "output-error", errorText: "x", rawInput: '{"a' }).function.arguments.kind).toBe(
      "unknown",
    );
  });

  it("refuses an input that is text", () => {
    expect(only({ ...tool, input: '{"tz":"x"}' }).function.arguments).toMatchObject({ fault: "wrong-container" });
  });

  it("reads invocations of version 4 once, in parts or beside them, a turn for each step", () => {
    const first = { state: "result", step: 0, toolCallId: "c1", toolName: "f", args: {}, result: 1 };
    const second = { state: "call", step: 1, toolCallId: "c1", toolName: "g", args: {} };
    const parts = [first, second].map((toolInvocation) => ({ type: "tool-invocation", toolInvocation }));
    const expected = ["assistant: call f#c1({})", "tool: result f#c1", "assistant: call g#c1({})"];
    expect(outline(adapt([{ role: "assistant", content: "", parts, toolInvocations: [first, second] }]))).toEqual(expected);
    expect(outline(adapt([{ role: "assistant", toolInvocations: [first, second] }]))).toEqual(expected);
  });

  it("takes an empty list of parts from an assistant, and refuses it from a user", () => {
    expect(adapt([assistant()]).anomalies).toEqual([]);
    expect(outline(adapt([assistant()]))).toEqual(["assistant: "]);
    expect(adapt([{ role: "user", parts: [] }]).anomalies).toMatchObject([{ rule: "invalid-message" }]);
  });

  it("reports an unknown state and reads the part by what it holds", () => {
    const recorded = adapt([assistant({ ...tool, state: "result" })]);
    expect(recorded.anomalies[0]?.message).toContain('got "result"');
    expect(resultsIn(recorded.messages)).toHaveLength(1);
  });

  it("puts the parts of a stream together, each value at its chunk", () => {
    const chunks = [
      { type: "start" },
      { type: "tool-input-start", toolCallId: "c1", toolName: "f" },
      { type: "tool-input-available", toolCallId: "c1", toolName: "f", input: { city: "Bergen" } },
      { type: "tool-output-available", toolCallId: "c1", output: 1 },
      { type: "tool-input-error", toolCallId: "c2", toolName: "g", input: "{", errorText: "bad" },
      { type: "text-delta", id: "t", delta: "x" },
      { type: "finish" },
    ];
    const text = JSON.stringify(chunks.map((data) => ({ data: JSON.stringify(data) })));
    const recorded = adapt(text);
    expect(outline(recorded)).toEqual([
      'assistant: call f#c1({"city":"Bergen"}), call g#c2(unknown), text',
      "tool: result f#c1, result g#c2",
    ]);
    const args = callsIn(recorded.messages)[0]?.function.arguments;
    const city = args?.kind === "parsed" ? args.root.get("city") : undefined;
    expect(city && textAt(`{"body":${text}}`, city.range)).toBe('\\"Bergen\\"');
    expect(recorded.anomalies).toEqual([]);
  });

  it("takes the text of an input of which nothing else came", () => {
    const deltas = ['{"city"', ':"Bergen"}'].map((inputTextDelta) => ({ type: "tool-input-delta", toolCallId: "c1", inputTextDelta }));
    const stream = [
      { type: "tool-input-start", toolCallId: "c1", toolName: "f" },
      ...deltas,
      { type: "tool-output-available", toolCallId: "c1", output: 1 },
    ];
    expect(outline(adapt([...stream, { type: "finish" }]))).toEqual(['assistant: call f#c1({"city":"Bergen"})', "tool: result f#c1"]);
  });

  it("warns of a stream that ends early, and takes its open call as still being written", () => {
    const recorded = adapt([{ type: "start" }, { type: "tool-input-start", toolCallId: "c1", toolName: "f" }]);
    expect(recorded.anomalies).toMatchObject([{ rule: "incomplete-stream" }]);
    expect(callsIn(recorded.messages)[0]).toMatchObject({ partial: true });
  });
});

describe("aiSdkUi.detect", () => {
  it("is certain where a part is a tool's, and takes typed prose as possible", () => {
    expect(aiSdkUi.detect(recordingOf([assistant(tool)])).match).toBe("certain");
    expect(aiSdkUi.detect(recordingOf([assistant({ type: "text", text: "x" })])).match).toBe("possible");
  });

  it.each([
    ["Gemini's parts", [{ role: "user", parts: [{ text: "x" }] }]],
    ["OpenTelemetry's parts", [{ role: "user", parts: [{ type: "text", content: "x" }] }]],
    ["chat messages", [{ role: "user", content: "x" }]],
    ["events of other streams", [{ type: "start" }, { type: "progress" }, { type: "finish" }]],
  ])("leaves %s alone", (_, body) => {
    expect(aiSdkUi.detect(recordingOf(body)).match).toBe("none");
  });
});
