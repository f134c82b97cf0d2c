import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileRecord } from "../../src/containers/container.js";
import { readRecords } from "../../src/containers/index.js";
import { JsonReader } from "../../src/json/read.js";

/** A file as it comes from disk: in blocks over one reused buffer. */
function* blocks(text: string | Uint8Array, size: number): Iterable<Uint8Array> {
  const bytes = Buffer.from(text);
  const block = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(block, 0, at, at + size);
    yield block.subarray(0, length);
  }
}

/** What each record held, with the place of its root: "line:column@offset". */
function read(text: string | Uint8Array, { size = 1 << 20, maxBytes = 1 << 30 } = {}): readonly string[] {
  // Mapped one by one: a document lives only until the next is asked for.
  return Array.from(
    readRecords(blocks(text, size), new JsonReader(), maxBytes),
    (record) => `${record.record ?? "-"} ${describeRecord(record)}`,
  );
}

function describeRecord(record: FileRecord): string {
  const { source, from } = record.kind === "document" ? record.document.root.range : record.fault.at;
  const place = source.position(from);
  const where = `${place?.line}:${place?.column}@${place?.offset}`;
  return record.kind === "document"
    ? `${JSON.stringify(record.document.root.value())} ${where}`
    : `${record.cutOff ? "cut off " : ""}${record.fault.kind} ${where}`;
}

describe("readRecords", () => {
  it("reads one document, over one line or many", () => {
    expect(read('{"a":1}')).toEqual(['- {"a":1} 1:1@0']);
    expect(read('{"a":1}\n')).toEqual(['- {"a":1} 1:1@0']);
    expect(read('\n\n {\n  "a": 1\n}\n')).toEqual(['- {"a":1} 3:2@3']);
  });

  it("reads JSON Lines, and counts lines, columns and offsets in the file", () => {
    expect(read('{"a":"é"}\n\n  {"b":2}\r\n[3]')).toEqual(['0 {"a":"é"} 1:1@0', '1 {"b":2} 3:3@13', "2 [3] 4:1@22"]);
  });

  it("goes on behind a broken line, first, middle or last", () => {
    expect(read('{"a":}\n{"b":2}\n{"c":3}\n')).toEqual(["0 unexpected-character 1:6@5", '1 {"b":2} 2:1@7', '2 {"c":3} 3:1@15']);
    expect(read('{"a":1}\n{"b":\n{"c":3}\n')).toEqual(['0 {"a":1} 1:1@0', "1 truncated 2:6@13", '2 {"c":3} 3:1@14']);
    expect(read('{"a":1}\n{"b":2}\n{"c"')).toEqual(['0 {"a":1} 1:1@0', '1 {"b":2} 2:1@8', "2 cut off truncated 3:5@20"]);
  });

  it("reads values in a row without regard to lines", () => {
    expect(read('{\n"a":1\n}\n{\n"b":2\n} [3]')).toEqual(['0 {"a":1} 1:1@0', '1 {"b":2} 4:1@10', "2 [3] 6:3@20"]);
  });

  it("names what is no JSON at all", () => {
    expect(read("")).toEqual(["- empty 1:1@0"]);
    expect(read(" \n\n")).toEqual([expect.stringMatching(/^- empty /)]);
    expect(read("hello\nworld\n")).toEqual(["- unexpected-character 1:1@0"]);
  });

  it("passes over a byte order mark", () => {
    expect(read('\uFEFF{"a":1}')).toEqual(['- {"a":1} 1:1@1']);
  });

  it("finds the same records whatever the size of the blocks", () => {
    const text = '{"a":"ééé"}\n{"b":\n\n{"c":[1,2,3]}\n   \n{"d":"long enough to cross several blocks"}\n{"e"';
    const expected = read(text);
    for (const size of [1, 2, 3, 7, 16]) expect(read(text, { size })).toEqual(expected);
  });

  it("refuses a document over the limit and says so, wherever it stands", () => {
    const long = JSON.stringify({ text: "x".repeat(5000) });
    expect(read(long, { size: 512, maxBytes: 1000 })).toEqual(["- too-large 1:1@0"]);
    expect(read(`{"a":1}\n{"b":2}\n${long}\n`, { size: 16, maxBytes: 1000 })).toEqual([
      '0 {"a":1} 1:1@0',
      '1 {"b":2} 2:1@8',
      "2 too-large 3:1@16",
    ]);
  });

  it("reads back any values written as JSON Lines", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 2, maxLength: 8 }), fc.integer({ min: 1, max: 64 }), (values, size) => {
        const text = values.map((value) => JSON.stringify(value)).join("\n");
        const found = Array.from(readRecords(blocks(text, size), new JsonReader(), 1 << 30), (record) =>
          record.kind === "document" ? JSON.stringify(record.document.root.value()) : record.fault.kind,
        );
        expect(found).toEqual(values.map((value) => JSON.stringify(JSON.parse(JSON.stringify(value)))));
      }),
    );
  });
});
