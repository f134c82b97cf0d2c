import { describe, expect, it } from "vitest";
import { composeArray, composeObject, joinText, literal } from "../../src/json/composed.js";
import type { JsonNode } from "../../src/json/node.js";
import { JsonReader } from "../../src/json/read.js";
import { documentOf, insideOf, member, placed } from "../support/json.js";
import { textOf } from "../support/json-oracle.js";

/** The records of a JSON Lines file, kept. */
function recordsOf(file: string): readonly JsonNode[] {
  const bytes = Buffer.from(file);
  const reader = new JsonReader();
  const records: JsonNode[] = [];
  for (let at = 0, line = 1, offset = 0; at < bytes.length; line++) {
    const to = bytes.indexOf(10, at);
    const result = reader.read(bytes, at, to, { line, column: 1, offset });
    records.push(documentOf(result).keep().root);
    at = to + 1;
    offset += result.units + 1;
  }
  return records;
}

const stream = [
  { id: "call_1", name: "get_weather", text: "" },
  { text: '{"city":"Zü' },
  { text: 'rich","note":"\\ud83d' },
  { text: "\\ude42 \ud83d" },
  { text: '\ude42"}' },
].map((event) => JSON.stringify(event));
const file = `${stream.join("\n")}\n`;
const events = recordsOf(file);
const [start, second] = events;
if (start === undefined || second === undefined) throw new Error("There are events");

describe("composed nodes", () => {
  const call = composeObject(
    [
      ["id", start.get("id")],
      ["type", literal("function", start)],
      ["nothing", undefined],
      ["parts", composeArray([member(start, "name"), member(second, "text")], second)],
    ],
    start,
  );

  it("have the shape they are given", () => {
    expect(call.kind).toBe("object");
    expect(call.value()).toEqual({ id: "call_1", type: "function", parts: ["get_weather", '{"city":"Zü'] });
    expect(JSON.parse(call.raw())).toEqual(call.value());
    expect(call.entries().map(({ key }) => key.string())).toEqual(["id", "type", "parts"]);
    expect([call.get("nothing"), call.get("toString"), call.first(), call.string(), call.bytes(), call.nested()]).toEqual(
      Array(6).fill(undefined),
    );
    expect(member(call, "parts").first()?.string()).toBe("get_weather");
    expect(composeObject([["__proto__", literal(1, start)]], start).value()).toEqual(JSON.parse('{"__proto__":1}'));
  });

  it("may repeat keys, and count those as JSON.parse does", () => {
    const twice = composeObject(
      [
        ["a", literal(1, start)],
        ["b", literal(2, start)],
        ["a", literal(3, start)],
      ],
      start,
    );
    expect(twice.entries()).toHaveLength(3);
    expect(twice.members?.().map(({ key, value }) => [key.string(), value.number()])).toEqual([
      ["a", 3],
      ["b", 2],
    ]);
  });

  it("stand at their place, while their parts stand at their own", () => {
    expect(placed(call.range)).toBe(`1:1-1:${stream[0]?.length === undefined ? 0 : stream[0].length + 1}`);
    expect(textOf(file, member(call, "id").range)).toBe('"call_1"');
    expect(member(call, "type").range).toEqual(start.range);
    expect(textOf(file, member(call, "parts").range)).toBe(stream[1]);
    expect(member(call, "parts").items()[1]?.pointer).toBe("/text");
    expect(call.pointer).toBe("");
  });

  it("take literals of any shape", () => {
    const node = literal({ type: "object", list: [1, null, true] }, member(start, "id"));
    expect(node.value()).toEqual({ type: "object", list: [1, null, true] });
    expect(member(node, "list").pointer).toBe("/id");
    expect(textOf(file, member(node, "list").range)).toBe('"call_1"');
  });
});

describe("text in pieces", () => {
  const joined = joinText(
    events.map((event) => member(event, "text")),
    member(start, "text"),
  );

  it("is the concatenation", () => {
    expect(joined.string()).toBe('{"city":"Zürich","note":"\\ud83d\\ude42 🙂"}');
    expect(JSON.parse(joined.raw())).toBe(joined.string());
    expect(joined.pointer).toBe("/text");
    expect(joinText([], start).string()).toBe("");
    expect(joinText([], start).nested()).toMatchObject({ kind: "malformed", fault: { kind: "empty" } });
    expect(placed(joinText([], start).textRange(0, 0))).toBe(placed(start.range));
  });

  it("is read as JSON whose parts stand where their first piece does", () => {
    const { root } = insideOf(joined);
    expect(root.value()).toEqual({ city: "Zürich", note: "🙂 🙂" });
    const [city, note] = root.entries();
    expect(city && textOf(file, city.key.range)).toBe('\\"city\\"');
    expect(city && textOf(file, city.value.range)).toBe('\\"Zü');
    expect(note && textOf(file, note.value.range)).toBe('\\"\\\\ud83d');
    expect(note?.value.range.source.position(note.value.range.from)).toMatchObject({ line: 3 });
    expect(root.within).toBe(joined);
  });

  it("covers all its pieces where they stand in one document", () => {
    const all = `["{\\"a\\":", "é", "[1, ", "2]}"]`;
    const [root] = recordsOf(`${all}\n`);
    const items = root?.items() ?? [];
    const pieces = items.filter((item) => item.string() !== "é");
    const nested = insideOf(joinText(pieces, root ?? start)).root;
    expect(textOf(all, nested.range)).toBe('{\\"a\\":", "é", "[1, ", "2]}');
    expect(
      nested
        .get("a")
        ?.items()
        .map((item) => textOf(all, item.range)),
    ).toEqual(["1", "2"]);
  });

  it("places a cut text at the end of its last piece", () => {
    const [root] = recordsOf('["[1,", "", "2"]\n');
    const nested = joinText(root?.items() ?? [], root ?? start).nested();
    expect(nested?.kind === "malformed" && [nested.fault.kind, placed(nested.fault.at)]).toEqual(["truncated", "1:15-1:15"]);
  });
});
