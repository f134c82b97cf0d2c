import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonNode } from "../../src/json/node.js";
import { JsonReader, type ReadResult } from "../../src/json/read.js";
import { KeyNames } from "../../src/json/seen-words.js";

/** All that a reader says of a text: each value with its place, what the text hides, or the fault. */
function tellOf(read: ReadResult): unknown {
  const { units, end } = read;
  if (read.kind === "fault") return { units, end, message: read.fault.message, from: read.fault.at.from };
  const { root } = read.document;
  const defects = read.document.defects().map(({ kind, at }) => `${kind} ${at.pointer} ${at.range.from}`);
  return {
    units,
    end,
    value: JSON.stringify(root.value()),
    places: placesIn(root),
    defects,
    unseen: keysIn(root).filter((key) => root.mayHaveOneOf?.(new KeyNames([key])) !== true),
  };
}

function placesIn(node: JsonNode): readonly string[] {
  const { range, kind, pointer } = node;
  const parts = [...node.items(), ...node.entries().flatMap(({ key, value }) => [key, value])];
  return [`${kind} ${pointer} ${range.from}-${range.to}`, ...parts.flatMap(placesIn)];
}

function keysIn(node: JsonNode): readonly string[] {
  return [
    ...node.entries().map(({ key }) => key.string() ?? ""),
    ...[...node.items(), ...node.entries().map(({ value }) => value)].flatMap(keysIn),
  ];
}

/** A list as long as lists of tools are. */
const longList = (filler: string) =>
  `[${Array.from({ length: 20 }, (_, index) => `{"name":"tool_${index}","about":"${"x".repeat(20)}",${filler}}`).join(",")}]`;

const lists = [
  longList('"p":1'),
  longList('"größe":"groß 🚲"'),
  longList('"long":12345678901234567890, "lone":"\\ud800"'),
  longList('"a":1, "a":2'),
  longList('"\\u0061":[[[]]], "b":{}'),
  longList('"p":{"nested":[1,2,{"deep":null}]}'),
];

const someList = fc.constantFrom(...lists);
const someDocument = fc
  .tuple(someList, fc.constantFrom("model", "a", "tool_1", "größe"), fc.nat(3), fc.constantFrom("", " ", "\n  "))
  .map(([list, key, depth, space]) => {
    const inner = `{"${key}":"x",${space}"tools":${space}${list},"name":{"${key}":[]},"messages":[{"content":${list}}]}`;
    return '{"body":'.repeat(depth) + inner + "}".repeat(depth);
  });

/** The document as it is, cut off, or with a byte changed. */
const someText = fc.oneof(
  { weight: 6, arbitrary: someDocument },
  { weight: 1, arbitrary: fc.tuple(someDocument, fc.nat(4000)).map(([text, at]) => text.slice(0, at)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(someDocument, fc.nat(4000), fc.constantFrom('"', "}", "]", "é", ",", "\\", "7"))
      .map(([text, at, by]) => text.slice(0, at) + by + text.slice(at + 1)),
  },
);

describe("lists that come again", () => {
  it("are read as if they had never been met", () => {
    fc.assert(
      fc.property(fc.array(someText, { minLength: 4, maxLength: 12 }), (texts) => {
        const reader = new JsonReader();
        for (const text of texts) {
          // The bytes of the record before and behind, as in the window over a file.
          const bytes = Buffer.from(`${texts[0]}\n${text}\n${texts[1]}\0`);
          const from = bytes.indexOf("\n") + 1;
          const to = from + Buffer.byteLength(text);
          expect(tellOf(reader.read(bytes, from, to))).toEqual(tellOf(new JsonReader().read(bytes, from, to)));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("are no excuse for bytes that are no UTF-8: what a string may hold, a file may not", () => {
    const list = longList('"p":"#"');
    const reader = new JsonReader();
    const nested = JSON.stringify({ body: `{"tools":${list.replaceAll("#", "\ud800")}}` });
    for (let round = 0; round < 3; round++) {
      const read = reader.read(Buffer.from(`${nested}\0`), 0, Buffer.byteLength(nested));
      expect(read.kind === "document" && read.document.root.get("body")?.nested()?.kind).toBe("json");
    }
    const raw = Buffer.from(`{"tools":${list.replaceAll("#", "\xed\xa0\x80")}}\0`, "latin1");
    expect(reader.read(raw, 0, raw.length - 1)).toMatchObject({ kind: "fault", fault: { kind: "invalid-utf-8" } });
  });

  it("stand for their bytes, the same wherever they come", () => {
    fc.assert(
      fc.property(fc.array(someList, { minLength: 4, maxLength: 12 }), (some) => {
        const reader = new JsonReader();
        const standing = new Map<object, string>();
        for (const list of some) {
          const read = reader.read(Buffer.from(`{"tools":${list}}\0`), 0, Buffer.byteLength(list) + 10);
          const node = read.kind === "document" ? read.document.root.get("tools") : undefined;
          expect(node?.first()?.recalledFrom).toBeUndefined();
          if (node?.recalledFrom === undefined) continue;
          expect(standing.get(node.recalledFrom) ?? list).toBe(list);
          standing.set(node.recalledFrom, list);
        }
      }),
      { numRuns: 150 },
    );
    const reader = new JsonReader();
    const text = Buffer.from(`{"tools":${longList('"p":1')}}\0`);
    const met = Array.from({ length: 4 }, () => {
      const read = reader.read(text, 0, text.length - 1);
      return read.kind === "document" ? read.document.root.get("tools")?.recalledFrom : undefined;
    });
    expect(met.map((each) => each !== undefined)).toEqual([false, false, true, true]);
    expect(met[3]).toBe(met[2]);
  });

  it("are told apart where one document has many", () => {
    const reader = new JsonReader();
    const many = Array.from({ length: 9 }, (_, index) => longList(`"list":${index % 4}`));
    const text = Buffer.from(`{${many.map((list, index) => `"tools_${index}":${list},"name_${index}":"x"`).join(",")}}\0`);
    const standing = Array.from({ length: 4 }, () => {
      const read = reader.read(text, 0, text.length - 1);
      const root = read.kind === "document" ? read.document.root : undefined;
      expect(many.map((_, index) => root?.get(`name_${index}`)?.recalledFrom)).toEqual(many.map(() => undefined));
      return many.map((_, index) => root?.get(`tools_${index}`)?.recalledFrom);
    }).at(-1);
    expect(standing?.every((each) => each !== undefined)).toBe(true);
    expect(standing?.map((each) => standing.indexOf(each))).toEqual(many.map((_, index) => index % 4));
  });

  it("stand for nothing once the text around them turned out to be no JSON", () => {
    const reader = new JsonReader();
    const broken = JSON.stringify(`{"tools":${longList('"p":1')}, oh`);
    for (let round = 0; round < 4; round++) {
      const other = longList(`"round":${round}`);
      const text = Buffer.from(`{"broken":${broken},"whole":${JSON.stringify(`{"tools":${other}}`)}}\0`);
      const read = reader.read(text, 0, text.length - 1);
      const root = read.kind === "document" ? read.document.root : undefined;
      expect(root?.get("broken")?.nested()?.kind).toBe("malformed");
      const whole = root?.get("whole")?.nested();
      expect(whole?.kind === "json" && whole.document.root.get("tools")?.recalledFrom).toBeUndefined();
    }
  });
});
