import { describe, expect, it } from "vitest";
import { bfcl } from "../../src/formats/bfcl.js";
import { xlam } from "../../src/formats/xlam.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

const firstLine = (text: string) => text.slice(0, text.indexOf("\n"));

describe("xlam", () => {
  describeFixtures(xlam);

  const tools = [{ name: "fare_of", description: "d", parameters: { id: { type: "int" }, car: { type: "bool, optional" } } }];
  const row = (answers: string | JsonValue) => JSON.stringify({ id: 1, query: "?", answers, tools: JSON.stringify(tools) });

  it("reads calls and declarations from text", () => {
    const [first] = readText(firstLine(fixture("xlam", "rows.jsonl")));
    expect(first && outline(first)).toEqual([
      "user: text",
      'assistant: call fare_of#null({"ferry_id":17,"car":true}), call fare_of#null({"ferry_id":18,"car":true,"stops":["Simrishamn"]})',
    ]);
  });

  it.each([
    ["a wrong type", '[{"name": "fare_of", "arguments": {"id": "1"}}]', "error invalid-arguments /answers"],
    ["a missing argument", '[{"name": "fare_of", "arguments": {"car": true}}]', "error invalid-arguments /answers/0/arguments"],
    ["an undeclared tool", '[{"name": "fares", "arguments": {}}]', "error unknown-tool /answers/0/name"],
    ["no JSON", "[fare_of(id=1)]", "error malformed-arguments /answers"],
    ["a Python list", "[{'name': 'fare_of', 'arguments': {'id': 1}}]", "error malformed-arguments /answers"],
  ])("tells %s", (_, answers, complaint) => {
    const [only, ...others] = complaintsOf(row(answers));
    expect(others).toEqual([]);
    expect(only?.startsWith(complaint)).toBe(true);
  });
});

describe("bfcl", () => {
  describeFixtures(bfcl);

  const question = {
    id: "simple_python_0",
    question: [[{ role: "user", content: "?" }]],
    function: [{ name: "harbour.fare", parameters: { type: "dict", properties: { id: { type: "integer" } }, required: ["id"] } }],
  };
  const lines = (...rows: readonly JsonValue[]) => rows.map((each) => JSON.stringify(each)).join("\n");

  it("joins lines by their id, and names by their spelling", () => {
    const conversations = readText(fixture("bfcl", "questions-and-results.jsonl"));
    expect(conversations.map(outline)).toEqual([
      ["user: text", 'assistant: call harbour.fare#null({"ferry_id":17})'],
      [
        "user: text",
        'assistant: call harbour.fare#null({"ferry_id":17,"metres":4}), call harbour.fare#null({"ferry_id":18,"stops":["Simrishamn","Ystad"]})',
      ],
      ["user: text", "assistant: text"],
      ["user: text", "assistant: call Fares.of#null(unknown)"],
    ]);
  });

  it("reads turns and steps, and arguments by their order as such", () => {
    const [first] = readText(fixture("bfcl", "multi-turn.jsonl"));
    expect(first && outline(first)).toEqual([
      "user: text",
      'assistant: call cd#null({"folder":"log"}), call ls#null({"a":true})',
      "user: text",
      "assistant: call sort#null(unknown)",
    ]);
    const [steps] = readText(fixture("bfcl", "multi-turn-results.jsonl"));
    expect(steps && outline(steps).length).toBe(4);
  });

  it.each([
    ["a wrong type as JSON", [{ harbour_fare: '{"id": "1"}' }], "error invalid-arguments /result/0/harbour_fare"],
    ["a wrong type as Python", '[harbour.fare(id="1")]', "error invalid-arguments /result"],
    ["an undeclared tool", "[harbour.fares(id=1)]", "error unknown-tool /result"],
    ["broken arguments", [{ harbour_fare: '{"id": ' }], "error truncated-arguments /result/0/harbour_fare"],
    ["broken Python", "[harbour.fare(id=)]", "error malformed-arguments /result"],
  ])("tells %s", (_, result, complaint) => {
    expect(complaintsOf(lines(question, { id: "simple_python_0", result }))).toEqual([complaint]);
  });

  it("judges nothing without the questions", () => {
    expect(complaintsOf(lines({ id: "simple_python_0", result: '[harbour.fares(id="1")]' }))).toEqual([]);
  });

  it.each([[{ jsonrpc: "2.0", id: "simple", result: {} }], [{ id: "x", result: "text" }], [{ question: "What?", id: "1" }]])(
    "leaves %j to others",
    (body) => {
      expect(bfcl.detect(recordingOf(body)).match).toBe("none");
    },
  );
});
