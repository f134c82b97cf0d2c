import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { textEmbedded } from "../../src/formats/text-embedded.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(textEmbedded);

const fare = { name: "fare_of", parameters: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } };
const system = { from: "system", value: `<tools>${JSON.stringify([{ type: "function", function: fare }])}</tools>` };
const said = (from: string, value: string) => ({ from, value });
const hermes = (id: JsonValue) => said("gpt", `<tool_call>\n${JSON.stringify({ name: "fare_of", arguments: { id } })}\n</tool_call>`);
const row = (...messages: readonly JsonValue[]) => JSON.stringify({ conversations: [system, ...messages] });
const dicts = [{ name: "Fare Of", parameters: { type: "dict", properties: { id: { type: "int" } }, required: ["id"] } }];
const ace = (...conversations: readonly JsonValue[]) => JSON.stringify({ system: `Functions: ${JSON.stringify(dicts)}.`, conversations });

describe("A conversation with calls in its texts", () => {
  it("has calls and results in tags where Hermes wrote it", () => {
    const [only] = readText(fixture("text-embedded", "hermes.json"));
    expect(only && outline(only)).toEqual([
      "system: text",
      "user: text",
      'assistant: call find_ferries#null({"from":"Ystad","to":"Rønne"})',
      "tool: result find_ferries#null",
      'assistant: call fare_of#null({"ferry_id":17}), call fare_of#null({"ferry_id":18,"car":false})',
      "tool: result fare_of#null, result fare_of#null",
      "assistant: text",
    ]);
  });

  it("has results in messages of the user where Qwen wrote it", () => {
    const [only] = readText(fixture("text-embedded", "qwen-messages.jsonl"));
    expect(only && outline(only)[3]).toBe("tool: result #null");
  });

  it("is one text where Glaive wrote it", () => {
    const text = fixture("text-embedded", "glaive.jsonl");
    const [first] = readText(text.slice(0, text.indexOf("\n")));
    expect(first && outline(first)).toEqual([
      "system: text",
      "user: text",
      'assistant: call fare_of#null({"ferry_id":17})',
      "tool: result #null",
      "assistant: text",
      "user: text",
      'assistant: call leave_note#null({"text":"She doesn\'t take 17"})',
      "tool: result #null",
      "assistant: text",
    ]);
    expect(first?.toolset.tools.map(({ key }) => key)).toEqual(["fare_of", "leave_note"]);
  });
});

describe("Faults of calls in texts", () => {
  const placeOf = (text: string) => {
    const [violation] = checkText(text).violations;
    return `${violation?.ruleId} ${text.slice(violation?.range?.start.offset, violation?.range?.end.offset)}`;
  };

  it.each([
    ["an argument of Hermes", row(hermes("x")), 'invalid-arguments \\"x\\"'],
    ["an argument in tags", row(said("gpt", "<function=fare_of><parameter=id>x</parameter></function>")), "invalid-arguments x"],
    [
      "an argument of Glaive",
      JSON.stringify({
        system: JSON.stringify(fare),
        chat: `USER: ?\nASSISTANT: <functioncall> {"name": "fare_of", "arguments": '{"id": "x"}'}`,
      }),
      'invalid-arguments \\"x\\"',
    ],
    ["an argument of ToolACE", ace(said("assistant", "[Fare Of(id='x')]")), "invalid-arguments 'x'"],
    ["an undeclared tool", ace(said("assistant", "[Fares(id=1)]")), "unknown-tool Fares"],
    [
      "Python in place of JSON",
      row(said("gpt", "<tool_call>{'name': 'fare_of', 'arguments': {'id': 1}}</tool_call>")),
      "malformed-arguments '",
    ],
    ["a call without names", ace(said("assistant", "[Fare Of(1)]")), "malformed-arguments 1"],
    ["a broken declaration", JSON.stringify({ conversations: [said("system", "<tools>[{]</tools>"), hermes(1)] }), "invalid-tool [{]"],
  ])("stand at their characters: %s", (_, text, place) => {
    expect(placeOf(text)).toBe(place);
  });

  it.each([
    [
      "a call that cannot be read",
      row(said("gpt", "<tool_call>?</tool_call>"), said("tool", "1"), said("gpt", "ok")),
      ["error malformed-arguments /conversations/1/value"],
    ],
    [
      "a list that breaks off",
      ace(
        said("assistant", "[Fare Of(id=1), Fare Of(id=2"),
        said("tool", "1"),
        said("tool", "2"),
        said("tool", "3"),
        said("assistant", "ok"),
      ),
      ["error truncated-arguments /conversations/0/value"],
    ],
    [
      "one answer, by name, to two calls",
      row(
        said(
          "gpt",
          '<tool_call>{"name": "fare_of", "arguments": {"id": 1}}</tool_call><tool_call>{"name": "fare_of", "arguments": {"id": 2}}</tool_call>',
        ),
        said("tool", '<tool_response>{"name": "fare_of", "content": 1}</tool_response>'),
        said("gpt", "ok"),
      ),
      ["error unanswered-call /conversations/1/value"],
    ],
    [
      "a call that is no JSON at all",
      row(said("gpt", "<tool_call>fare of 1</tool_call>"), said("tool", "1")),
      ["error malformed-arguments /conversations/1/value"],
    ],
    ["a result that is missing", row(hermes(1), said("gpt", "ok")), ["error unanswered-call /conversations/1/value"]],
    [
      "a result of another tool",
      row(hermes(1), said("tool", '{"name": "fares", "content": 1}')),
      ["error mismatched-tool-name /conversations/2/value/name"],
    ],
  ])("are told once: %s", (_, text, complaints) => {
    expect(complaintsOf(text)).toEqual(complaints);
  });

  it("do not lie in answers that have a name of their own", () => {
    expect(complaintsOf(row(hermes(1), said("tool", '{"name": "Bob", "age": 3}'), said("gpt", "ok")))).toEqual([]);
  });
});

describe("The detection of calls in texts", () => {
  const call = '<tool_call>{"name": "f"}</tool_call>';
  it.each([
    [[{ role: "user", content: "hi" }]],
    [{ messages: [{ role: "assistant", content: call }], tools: [{ type: "function", function: { name: "f" } }] }],
    [[{ role: "assistant", content: "Write <tool_call> in front of it." }]],
    [[{ role: "assistant", content: call, tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }] }]],
    [[{ role: "user", content: call }]],
    [{ text: "USER: hi" }],
    [{ chat: "hello" }],
  ])("leaves %j to others", (body) => {
    expect(textEmbedded.detect(recordingOf(body)).match).toBe("none");
  });

  it("leaves what an endpoint answered to its own format", () => {
    const body = { messages: [{ role: "assistant", content: call }] };
    expect(textEmbedded.detect(recordingOf(body, { url: "https://host/v1/chat/completions" })).match).toBe("none");
    expect(textEmbedded.detect(recordingOf(body, { response: { choices: [] } })).match).toBe("none");
    expect(textEmbedded.detect(recordingOf(body)).match).toBe("certain");
  });
});
