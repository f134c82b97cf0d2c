import { describe, expect, it } from "vitest";
import { pydanticAi } from "../../src/formats/pydantic-ai.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";

function adapt(body: JsonValue): AdaptedConversation {
  const [first, ...others] = pydanticAi.adapt(recordingOf(body));
  if (first === undefined || others.length > 0) throw new Error("not one conversation");
  return first;
}

const call = { part_kind: "tool-call", tool_name: "f", args: '{"a":1}', tool_call_id: "c1" };

function response(...parts: JsonValue[]): JsonValue {
  return { kind: "response", parts };
}

function request(...parts: JsonValue[]): JsonValue {
  return { kind: "request", parts };
}

describe("pydanticAi.adapt", () => {
  it.each([
    ["text", '{"a":1}', '{"a":1}'],
    ["an object", { a: 1 }, '{"a":1}'],
    ["null", null, "empty"],
  ])("reads arguments that are %s", (_, args, expected) => {
    expect(outline(adapt([response({ ...call, args })]))).toEqual([`assistant: call f#c1(${expected})`]);
  });

  it("reads returns and their outcome", () => {
    const part = (outcome?: string) => ({
      part_kind: "tool-return",
      tool_name: "f",
      content: {},
      tool_call_id: "c1",
      ...(outcome && { outcome }),
    });
    const found = resultsIn(adapt([request(part(), part("success"), part("failed"), part("denied"))]).messages);
    expect(found.map(({ isError }) => isError)).toEqual([false, false, true, true]);
  });

  it("takes a retry prompt that names a tool for an error result, and any other for the user's words", () => {
    const retry = { part_kind: "retry-prompt", content: "again", tool_call_id: "c1" };
    const recorded = adapt([request({ ...retry, tool_name: "f" }, { ...retry, tool_name: null })]);
    expect(outline(recorded)).toEqual(["user: result f#c1, text"]);
    expect(resultsIn(recorded.messages)[0]?.isError).toBe(true);
  });

  it.each(["builtin", "native"])("takes the pair of a %s tool for hosted", (word) => {
    const recorded = adapt([
      response(
        { part_kind: `${word}-tool-call`, tool_name: "web_search", args: {}, tool_call_id: "s" },
        { part_kind: `${word}-tool-return`, tool_name: "web_search", content: [], tool_call_id: "s" },
      ),
    ]);
    expect(callsIn(recorded.messages)[0]?.hosted).toBe(true);
    expect(resultsIn(recorded.messages)[0]?.hosted).toBe(true);
  });

  it("lets the call of an output tool go unanswered", () => {
    const calls = callsIn(
      adapt([response({ ...call, tool_name: "final_result" }, { ...call, tool_name: "final_result_Weather" }, call)]).messages,
    );
    expect(calls.map(({ expectsNoResult }) => expectsNoResult)).toEqual([true, true, false]);
  });

  it("lets the calls of a run that was broken off go unanswered, whichever message says so", () => {
    const broken = { kind: "response", state: "interrupted", parts: [call] };
    const collected = { kind: "request", state: "interrupted", parts: [] };
    expect(callsIn(adapt([broken]).messages)[0]).toMatchObject({ expectsNoResult: true, partial: true });
    expect(callsIn(adapt([response(call), collected]).messages)[0]?.expectsNoResult).toBe(true);
    expect(callsIn(adapt([{ kind: "response", state: "complete", parts: [call] }]).messages)[0]?.expectsNoResult).toBe(false);
  });

  it("reads the finish reason and the model", () => {
    const recorded = adapt([{ kind: "response", parts: [call], finish_reason: "tool_call", model_name: "gpt-4o" }]);
    expect(recorded.finishes).toMatchObject([{ reason: "tool_calls", raw: "tool_call" }]);
    expect(recorded.provider.model).toBe("gpt-4o");
  });

  it("reports a message without kind and reads it by its parts, and warns of an unknown part", () => {
    const recorded = adapt([{ parts: [call, { part_kind: "dream" }] }]);
    expect(outline(recorded)).toEqual(['assistant: call f#c1({"a":1}), other dream']);
    expect(recorded.anomalies.map(({ severity }) => severity)).toEqual([undefined, "warning"]);
  });
});

describe("pydanticAi.detect", () => {
  it("knows its messages in a list, under a key and alone", () => {
    for (const body of [[response(call)], { message_history: [response(call)] }, response(call)]) {
      expect(pydanticAi.detect(recordingOf(body)).match).toBe("certain");
    }
  });

  it("leaves other parts alone", () => {
    expect(pydanticAi.detect(recordingOf([{ role: "user", parts: [{ text: "x" }] }])).match).toBe("none");
    expect(pydanticAi.detect(recordingOf([{ kind: "ActionEvent", id: "a" }])).match).toBe("none");
  });
});
