import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { sharegpt } from "../../src/formats/sharegpt.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(sharegpt);

const fare = { name: "fare_of", parameters: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } };
const call = (...ids: readonly JsonValue[]) => {
  const calls = ids.map((id) => ({ name: "fare_of", arguments: { id } }));
  return { from: "function_call", value: JSON.stringify(calls.length === 1 ? calls[0] : calls) };
};
const said = (from: string, value: string) => ({ from, value });
const row = (...conversations: readonly JsonValue[]) => JSON.stringify({ conversations, tools: JSON.stringify([fare]) });

describe("A ShareGPT row", () => {
  it("becomes a conversation whose calls come from text", () => {
    const [first] = readText(fixture("sharegpt", "function-calls.json"));
    expect(first && outline(first)).toEqual([
      "system: text",
      "user: text",
      'assistant: call find_ferries#null({"from":"Ystad","to":"Rønne"})',
      "tool: result #null",
      "assistant: text",
    ]);
    expect(first).toMatchObject({ mode: "dataset", declarationOrigin: "list" });
  });

  it("gives one conversation for each answer of a preference", () => {
    expect(readText(fixture("sharegpt", "preference.jsonl")).map(outline)).toEqual([
      ["user: text", 'assistant: call find_ferries#null({"from":"Ystad","to":"Rønne"})'],
      ["user: text", "assistant: text"],
    ]);
  });
});

describe("ShareGPT results", () => {
  it.each([
    ["one for all", row(call(1, 2), said("observation", "both"))],
    ["a list of so many", row(call(1, 2), said("observation", "[1, 2]"))],
    ["a list that is one answer", row(call(1, 2), said("observation", "[1, 2, 3]"))],
    ["one message each", row(call(1, 2), said("observation", "1"), said("observation", "2"))],
    [
      "in any markup",
      row(said("function_call", '<tool_call>{"name": "fare_of", "arguments": {"id": 1}}</tool_call>'), said("observation", "1")),
    ],
    ["none at the very end", row(said("human", "?"), call(1, 2))],
  ])("are accepted: %s", (_, text) => {
    expect(complaintsOf(text)).toEqual([]);
  });

  it.each([
    ["missing", row(call(1), said("gpt", "?")), "error unanswered-call /conversations/0/value"],
    [
      "missing for one of several",
      row(call(1, 2, 3), said("observation", "1"), said("observation", "2"), said("gpt", "?")),
      "error unanswered-call /conversations/0/value/2",
    ],
    ["too many", row(call(1), said("observation", "1"), said("observation", "2")), "error orphaned-result /conversations/2/value"],
    ["without a call", row(said("gpt", "?"), said("observation", "1")), "error orphaned-result /conversations/1/value"],
  ])("are told: %s", (_, text, complaint) => {
    expect(complaintsOf(text)).toEqual([complaint]);
  });
});

describe("Faults of ShareGPT rows", () => {
  it("are reported at their characters inside arguments", () => {
    const text = row(call("x"));
    const [violation] = checkText(text).violations;
    expect(violation).toMatchObject({
      ruleId: "invalid-arguments",
      pointer: "/conversations/0/value/arguments/id",
      call: { argumentPointer: "/id" },
    });
    expect(text.slice(violation?.range?.start.offset, violation?.range?.end.offset)).toBe('\\"x\\"');
  });

  it.each([
    [
      "a Python dictionary",
      said("function_call", "{'name': 'fare_of', 'arguments': {'id': 1}}"),
      "error malformed-arguments /conversations/0/value",
    ],
    ["no JSON", said("function_call", "fare_of(1)"), "error malformed-arguments /conversations/0/value"],
    ["cut off", said("function_call", '{"name": "fare_of", "arguments": {"id": 1'), "error truncated-arguments /conversations/0/value"],
    ["an undeclared tool", said("function_call", '{"name": "fares", "arguments": {}}'), "error unknown-tool /conversations/0/value/name"],
    ["no name", said("function_call", '{"arguments": {}}'), "error missing-tool-name /conversations/0/value"],
  ])("are told once: %s", (_, message, complaint) => {
    expect(complaintsOf(row(message, said("observation", "1"), said("gpt", "ok")))).toEqual([complaint]);
  });

  it("are reported in roles and messages, and the rest is checked", () => {
    expect(complaintsOf(row(said("narrator", "?"), call("x"), 3 satisfies JsonValue))).toEqual([
      "error invalid-message /conversations/0/from",
      "error invalid-arguments /conversations/1/value/arguments/id",
      "error invalid-message /conversations/2",
    ]);
  });
});

describe("The detection of ShareGPT rows", () => {
  it.each([
    [{ conversations: [{ role: "user", content: "hi" }] }],
    [{ conversations: [{ from: "gpt", value: '<tool_call>{"name": "f"}</tool_call>' }] }],
    [{ from: "2026-01-01", to: "2026-02-01" }],
    [{ conversations: "3" }],
  ])("leaves %j to others", (body) => {
    expect(sharegpt.detect(recordingOf(body)).match).toBe("none");
  });

  it("knows a line that is one message", () => {
    const lines = [said("human", "?"), call("x")].map((line) => JSON.stringify(line)).join("\n");
    expect(checkText(lines).files[0]?.conversations).toMatchObject([{ format: "sharegpt", calls: 1 }]);
  });
});
