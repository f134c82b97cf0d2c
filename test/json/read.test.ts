import { describe, expect, it } from "vitest";
import { JsonReader, parseJson } from "../../src/json/read.js";
import { documentOf, faultOf, insideOf, member, placed, rootOf } from "../support/json.js";
import { textOf } from "../support/json-oracle.js";

describe("reading", () => {
  it("reads a record of a block at its place in the file, and leaves the block as it was", () => {
    const file = '{"n":"é🙂"}\r\n{"a":[1,\r\n  {"b":"ü","c":true}]}\n';
    const block = Buffer.from(file);
    const copy = Buffer.from(block);
    const reader = new JsonReader();
    const first = reader.read(block, 0, block.indexOf(10));
    expect(first).toMatchObject({ kind: "document", units: 12 });
    const from = block.indexOf(10) + 1;
    const second = documentOf(reader.read(block, from, block.length - 1, { line: 2, column: 1, offset: first.units + 1 }));
    const c = second.root.get("a")?.items()[1]?.get("c");
    expect(c?.range.source.position(c.range.from)).toEqual({ line: 3, column: 16, offset: file.indexOf("true") });
    expect(c && textOf(file, c.range)).toBe("true");
    expect(block).toEqual(copy);
  });

  it("reads bytes that are no Buffer, and a text that ends where they end", () => {
    const bytes = new Uint8Array(Buffer.from("xx[1,2]")).subarray(2);
    const reader = new JsonReader();
    expect(documentOf(reader.read(bytes)).root.value()).toEqual([1, 2]);
    expect(documentOf(reader.read(bytes, 1, 2)).root.value()).toBe(1);
  });

  it("passes over a byte order mark at the start of a file: offsets count it, columns do not", () => {
    const file = '\ufeff{"a":\n1}';
    const result = parseJson(Buffer.from(file));
    expect(result.units).toBe(file.length);
    const { root } = documentOf(result);
    expect(root.range.source.position(root.range.from)).toEqual({ line: 1, column: 1, offset: 1 });
    expect(textOf(file, member(root, "a").range)).toBe("1");
  });

  it("refuses a byte order mark anywhere else", () => {
    const reader = new JsonReader();
    const inLaterLine = reader.read(Buffer.from("\ufeff{}"), 0, 5, { line: 2, column: 1, offset: 9 });
    expect(faultOf(inLaterLine).kind).toBe("byte-order-mark");
    expect(faultOf(parseJson("\ufeff\ufeff1")).kind).toBe("byte-order-mark");
  });

  it("reads the first of several documents and says where it ends", () => {
    const bytes = Buffer.from('{"a":1}{"b":"é"}\n 3 ');
    const reader = new JsonReader();
    const values: unknown[] = [];
    const units: number[] = [];
    for (let at = 0; at < bytes.length - 1; ) {
      const result = reader.readFirst(bytes, at, bytes.length, { line: 1, column: 1, offset: 100 });
      values.push(documentOf(result).root.value());
      units.push(result.units);
      at = result.end;
    }
    expect(values).toEqual([{ a: 1 }, { b: "é" }, 3]);
    expect(units).toEqual([7, 9, 3]);
  });

  it("counts the units of a text with a fault as well", () => {
    expect(parseJson('["é🙂"')).toMatchObject({ kind: "fault", units: 6 });
  });

  it("keeps a parsed document when its bytes change", () => {
    const bytes = Buffer.from('{"a":"text"}');
    const root = rootOf(bytes);
    bytes.fill(0);
    expect(root.value()).toEqual({ a: "text" });
  });

  it("reads a text of a JavaScript string with half a surrogate pair", () => {
    expect(rootOf('["\ud83d","\ude42é","\ud83d\ude42"]').value()).toEqual(["\ud83d", "\ude42é", "🙂"]);
  });
});

describe("the life of a document", () => {
  it("throws when a node is used after its reader went on", () => {
    const reader = new JsonReader();
    const { root } = documentOf(reader.read(Buffer.from('{"a":"[1]"}')));
    const inside = insideOf(root.get("a")).root;
    const { range } = root;
    reader.read(Buffer.from("[]"));
    expect(() => root.get("a")).toThrow("used after its document was replaced");
    expect(() => root.value()).toThrow("used after its document was replaced");
    expect(() => inside.items()).toThrow("used after its document was replaced");
    expect(() => range.source.position(range.from)).toThrow("used after its document was replaced");
  });

  it("keeps a document, with what is inside its strings, when asked to", () => {
    const file = '  {"é":1, "arguments":"{\\"city\\":\\"Zürich\\"}", "arguments":"{\\"city\\":\\"Bern\\"}"}\n';
    const block = Buffer.from(`[]\n${file}`);
    const reader = new JsonReader();
    const kept = documentOf(reader.read(block, 3, block.length - 1, { line: 2, column: 1, offset: 3 })).keep();
    reader.read(Buffer.from("[1,2,3,4,5,6,7,8,9]"));
    block.fill(0);
    expect(kept.root.value()).toEqual({ é: 1, arguments: '{"city":"Bern"}' });
    expect(kept.defects()).toHaveLength(1);
    const city = member(insideOf(kept.root.get("arguments")).root, "city");
    expect(city.value()).toBe("Bern");
    expect(textOf(`[]\n${file}`, city.range)).toBe('\\"Bern\\"');
    expect(kept.root.get("é")?.pointer).toBe("/é");
  });

  it("gives bytes that may be copied as a cache key", () => {
    expect(Buffer.from(rootOf('{"a":[1, 2]}').get("a")?.bytes() ?? []).toString()).toBe("[1, 2]");
  });
});

describe("large documents", () => {
  it("answers places all over one line of 50 MB in any order", { timeout: 20_000 }, () => {
    const item = '{"role":"user","content":"Größe 🙂"},';
    const count = Math.ceil(50e6 / Buffer.byteLength(item));
    const file = `[${item.repeat(count)}0]`;
    const bytes = Buffer.from(`${file}\n`);
    const result = new JsonReader().read(bytes, 0, bytes.length - 1);
    expect(result.units).toBe(file.length);
    const items = documentOf(result).root.items();
    expect(items).toHaveLength(count + 1);
    for (let step = 0; step < 500; step++) {
      const index = (step * 7919) % count;
      const range = items[index]?.get("content")?.range;
      const column = 1 + index * item.length + item.indexOf('"Gr') + 1;
      expect(range?.source.position(range.from)).toEqual({ line: 1, column, offset: column - 1 });
    }
  });

  it("refuses depth without running out of stack", () => {
    expect(faultOf(parseJson("[".repeat(100_000) + "]".repeat(100_000)))).toMatchObject({ kind: "too-deep" });
    expect(faultOf(parseJson('{"a":'.repeat(513)))).toMatchObject({ kind: "too-deep" });
    expect(placed(faultOf(parseJson("[".repeat(513))).at)).toBe("1:513-1:514");
    const deepest = documentOf(parseJson("[".repeat(512) + "]".repeat(512)));
    expect(deepest.defects()).toEqual([]);
    expect(JSON.stringify(deepest.root.value())).toBe("[".repeat(512) + "]".repeat(512));
  });

  it("looks up each of thousands of keys of one wide object", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `key ${index}`);
    const root = rootOf(JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, index]))));
    for (const [index, key] of keys.entries()) expect(root.get(key)?.number()).toBe(index);
  });
});
