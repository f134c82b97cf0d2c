import { describe, expect, it } from "vitest";
import type { JsonNode } from "../../src/json/node.js";
import { JsonReader } from "../../src/json/read.js";
import { documentOf, insideOf, member, placed, rootOf } from "../support/json.js";
import { textOf } from "../support/json-oracle.js";

/** A text inside so many strings. */
function wrapped(text: string, levels: number): string {
  return levels === 0 ? text : JSON.stringify(wrapped(text, levels - 1));
}

describe("JSON inside strings", () => {
  it("is read at its place in the file, through the escapes", () => {
    const file = '{"id":"é",\n"arguments":"{\\n  \\"city\\": \\"Z\\u00fcrich \\ud83d\\ude42\\", \\"days\\":[1,\\t20]}"}';
    const string = member(rootOf(file), "arguments");
    const { root } = insideOf(string);
    expect(root.value()).toEqual({ city: "Zürich 🙂", days: [1, 20] });
    expect(textOf(file, member(root, "city").range)).toBe('\\"Z\\u00fcrich \\ud83d\\ude42\\"');
    expect(
      member(root, "days")
        .items()
        .map((item) => textOf(file, item.range)),
    ).toEqual(["1", "20"]);
    expect(`"${textOf(file, root.range)}"`).toBe(textOf(file, string.range));
    expect(placed(root.range)).toMatch(/^2:14-2:/);
    expect(member(root, "days").pointer).toBe("/days");
    expect(root.within?.pointer).toBe("/arguments");
    expect(string.within).toBeUndefined();
  });

  it("shows places of the file itself, so that a range inside can be compared with one outside", () => {
    const root = rootOf('["[1,2]",3]');
    const [first] = root.items();
    const inside = insideOf(first).root.items()[1];
    expect(inside?.range.source).toBe(root.range.source);
    expect(inside?.range.from).toBeGreaterThan(first?.range.from ?? Infinity);
    expect(inside?.range.to).toBeLessThan(first?.range.to ?? 0);
  });

  it("places a part of a text inside, through the escapes of both", () => {
    const file = `[${JSON.stringify(JSON.stringify({ text: 'say "née" now' }))}]`;
    const text = member(insideOf(rootOf(file).items()[0]).root, "text");
    expect(textOf(file, text.textRange(4, 9))).toBe('\\\\\\"née\\\\\\"');
  });

  it("stays while its record lives, however many there are, and is scanned once", () => {
    const items = Array.from({ length: 300 }, (_, index) => JSON.stringify({ index, text: "x".repeat(index) }));
    const strings = rootOf(JSON.stringify(items)).items();
    const documents = strings.map(insideOf);
    for (const [index, document] of documents.entries()) {
      expect(document.root.get("index")?.number()).toBe(index);
      expect(insideOf(strings[index])).toBe(document);
    }
  });

  it("is scanned once for all views of its string", () => {
    const root = rootOf('{"a":"[1]"}');
    expect(root.get("a")?.nested()).toBe(root.get("a")?.nested());
  });

  it("tells defects and faults of its own", () => {
    const file = JSON.stringify(['{"é":1,"é":2}', '{"a":"b', "hello", "12345678901234567890"]);
    const [repeated, cut, prose, number] = rootOf(file).items();
    const [defect] = insideOf(repeated).defects();
    expect([defect?.kind, defect?.at.range.source.position(defect.at.range.from)?.offset]).toEqual([
      "repeated-key",
      file.lastIndexOf('\\"é'),
    ]);
    const nested = cut?.nested();
    expect(nested).toMatchObject({ kind: "malformed", fault: { kind: "truncated" } });
    const end = file.indexOf('b"') + 2;
    expect(nested?.kind === "malformed" && placed(nested.fault.at)).toBe(`1:${end}-1:${end}`);
    expect(prose?.nested()).toMatchObject({ kind: "malformed", fault: { kind: "unexpected-character" } });
    expect(insideOf(number).defects()).toHaveLength(1);
  });

  it("goes on after malformed texts", () => {
    const texts = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? `[1,[2,[${index}` : `[${index}]`));
    const strings = rootOf(JSON.stringify(texts)).items();
    expect(strings.map((string) => string.nested()?.kind)).toEqual(texts.map((_, index) => (index % 2 === 0 ? "malformed" : "json")));
    expect(insideOf(strings[99]).root.value()).toEqual([99]);
  });

  it("is no byte order mark's place", () => {
    expect(rootOf('["\ufeff{}"]').first()?.nested()).toMatchObject({ kind: "malformed", fault: { kind: "byte-order-mark" } });
  });

  it("keeps half surrogate pairs, as JSON.parse does", () => {
    const inner = '{"a":"\ud83d","\ude42é":["\ud83d\ude42","\\ud83d"]}';
    const file = JSON.stringify([inner]);
    const nested = insideOf(documentOf(new JsonReader().read(Buffer.from(file))).root.first());
    expect(nested.root.value()).toEqual(JSON.parse(inner));
    expect(nested.root.get("a")?.string()).toBe("\ud83d");
    expect(nested.root.get("\ude42é")?.items()[0]?.string()).toBe("🙂");
    expect(nested.root.raw()).toBe(inner);
    expect(nested.defects().map(({ at }) => at.pointer)).toEqual(["/a", "/\ude42é", "/\ude42é/1"]);
  });

  it("goes eight levels deep", () => {
    let node: JsonNode | undefined = rootOf(wrapped("[1]", 9));
    for (let level = 1; level <= 8; level++) {
      const document = insideOf(node);
      expect(document.root.within?.raw()).toBe(node?.raw());
      node = document.root;
    }
    expect(node?.string()).toBe("[1]");
    expect(node?.nested()).toMatchObject({ kind: "malformed", fault: { kind: "too-deep" } });
  });
});
