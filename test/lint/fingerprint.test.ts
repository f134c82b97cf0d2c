import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";

interface Shape {
  readonly ids?: readonly string[];
  readonly tools?: readonly string[];
  readonly indent?: number;
  readonly prose?: string;
}

const tools = ["get_order", "get_user"].map((name) => ({
  type: "function",
  function: {
    name,
    parameters: { type: "object", properties: { id: { type: "integer" }, note: { type: "string" } }, required: ["id", "note"] },
  },
}));

/** Two calls in a row, each with an id of the wrong type and without its note. */
function transcript({
  ids = ["call_1", "call_2"],
  tools: called = ["get_order", "get_order"],
  indent = 0,
  prose = "Look.",
}: Shape): string {
  const calls = called.map((name, index) => ({
    id: ids[index],
    type: "function",
    function: { name, arguments: JSON.stringify({ id: `x${index}` }) },
  }));
  const results = ids.map((id) => ({ role: "tool", tool_call_id: id, content: "ok" }));
  const messages = [{ role: "user", content: prose }, { role: "assistant", content: null, tool_calls: calls }, ...results];
  return JSON.stringify({ tools, messages }, null, indent);
}

function fingerprints(text: string, path = "a.json"): readonly string[] {
  return checkText(text, { path }).violations.map(({ fingerprint }) => fingerprint);
}

describe("fingerprints", () => {
  it("are 32 hexadecimal digits, another for each violation", () => {
    const found = fingerprints(transcript({}));
    expect(found).toHaveLength(4);
    expect(new Set(found).size).toBe(4);
    expect(found.filter((each) => !/^[0-9a-f]{32}$/.test(each))).toEqual([]);
  });

  it("outlive reformatting, other ids of calls, and other words around them", () => {
    const found = fingerprints(transcript({}));
    expect(fingerprints(transcript({ indent: 2 }))).toEqual(found);
    expect(fingerprints(transcript({ ids: ["toolu_9", "toolu_8"] }))).toEqual(found);
    expect(fingerprints(transcript({ prose: "Another question altogether." }))).toEqual(found);
  });

  it("tell files, tools and the calls of one tool apart", () => {
    const found = fingerprints(transcript({}));
    const elsewhere = fingerprints(transcript({}), "b.json");
    const ofOthers = fingerprints(transcript({ tools: ["get_user", "get_user"] }));
    expect(new Set([...found, ...elsewhere, ...ofOthers]).size).toBe(12);
  });

  it("count the calls of each tool by themselves, so that a call of another tool in front changes nothing", () => {
    const [first, second] = fingerprints(transcript({}));
    const mixed = fingerprints(transcript({ tools: ["get_user", "get_order"] }));
    expect(mixed.slice(2)).toEqual([first, second]);
  });

  it("tell the same conversation twice in one file apart", () => {
    const twice = fingerprints(`${transcript({})}\n${transcript({ prose: "Once more." })}\n`);
    expect(new Set(twice).size).toBe(8);
  });
});
