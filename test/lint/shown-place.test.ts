import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";

function frames(value: unknown): readonly (string | undefined)[] {
  return checkText(JSON.stringify(value, null, 2))
    .violations.filter(({ ruleId }) => ruleId === "unanswered-call" || ruleId === "invalid-arguments")
    .map(({ excerpt, shown, range }) => `${range?.start.line}: ${shown?.start.line} ${excerpt?.text.trim()}`);
}

const tools = [
  { type: "function", function: { name: "feed_cat", parameters: { type: "object", properties: { grams: {} }, required: ["grams"] } } },
];

function talk(call: unknown): unknown {
  return {
    tools,
    messages: [
      { role: "user", content: "Feed her." },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "user", content: "?" },
    ],
  };
}

describe("the line that a code frame shows", () => {
  it("is that of a telling member where an object begins with a bare brace, and the place stays the object's", () => {
    const [frame] = frames(talk({ id: "call_1", type: "function", function: { name: "feed_cat", arguments: '{"grams":5}' } }));
    expect(frame).toMatch(/^(\d+): (\d+) "id": "call_1",$/);
    const [, place, shown] = /^(\d+): (\d+)/.exec(frame ?? "") ?? [];
    expect(Number(shown)).toBe(Number(place) + 1);
  });

  it("is the place's own where it says something", () => {
    const [frame] = frames(talk({ id: "call_1", type: "function", function: { name: "feed_cat", arguments: "{}" } })).filter((each) =>
      each?.includes("arguments"),
    );
    expect(frame).toMatch(/^(\d+): \1 "arguments": "\{\}"$/);
  });

  it("is that of the first key where an object holds nothing but objects and lists", () => {
    const text = JSON.stringify({ records: [{ sort: { of: [] } }] }, null, 2);
    expect(checkText(text).violations.map(({ excerpt }) => excerpt?.text.trim())).toEqual(['"records": [']);
  });

  it("is that of the first item's member where a list begins with nothing but brackets", () => {
    const text = '[{\n  "sort": 1\n}]';
    expect(checkText(text).violations.map(({ excerpt, shown }) => [excerpt?.text.trim(), shown?.start.line])).toEqual([['"sort": 1', 2]]);
  });

  it("is a bracket only where there is nothing else", () => {
    expect(checkText("{\n}").violations.map(({ excerpt }) => excerpt?.text)).toEqual(["{"]);
  });
});
