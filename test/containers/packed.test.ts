import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FileRecord } from "../../src/containers/container.js";
import { containers, readRecords } from "../../src/containers/index.js";
import { JsonReader } from "../../src/json/read.js";

const folder = resolve(import.meta.dirname, "../../fixtures/containers");

function describeRecord(record: FileRecord): string {
  const member = record.member === undefined ? "" : `${record.member} `;
  const what = record.kind === "document" ? JSON.stringify(record.document.root.value()) : record.fault.kind;
  return `${member}${record.record ?? "-"} ${what}`;
}

/** What the records of a file hold, over one reused block. */
function read(bytes: Uint8Array, { size = 1 << 16, maxBytes = 1 << 20 } = {}): readonly string[] {
  function* blocks(): Iterable<Uint8Array> {
    const block = Buffer.alloc(size);
    for (let at = 0; at < bytes.length; at += size) {
      const length = Math.min(size, bytes.length - at);
      block.set(bytes.subarray(at, at + length));
      yield block.subarray(0, length);
    }
  }
  return Array.from(readRecords(blocks(), new JsonReader(), maxBytes), describeRecord);
}

const lines = '{"a":1}\n{"b":2}\n';
const values = ['0 {"a":1}', '1 {"b":2}'];

describe("a packed file", () => {
  it("gives the records of the file inside", () => {
    expect(read(gzipSync(lines))).toEqual(values);
    expect(read(gzipSync(gzipSync(lines)))).toEqual(values);
    expect(read(gzipSync("a: 1\n"))).toEqual(['- {"a":1}']);
  });

  it("is refused where it unpacks to more than the limit, or packs a file too often", () => {
    expect(read(gzipSync("1".repeat(5000)), { maxBytes: 1000 })).toEqual(["- too-large"]);
    const bomb = [1, 2, 3, 4, 5].reduce((inner: Uint8Array) => gzipSync(inner), Buffer.from(lines));
    expect(read(bomb)).toEqual(["- too-deep"]);
  });

  it("gives what stands in front of a cut, and the cut alone", () => {
    const cut = (name: string) => readFileSync(join(folder, name));
    expect(read(cut("gzip/truncated.jsonl.gz")).map((line) => line.slice(-9))).toEqual([expect.anything(), "truncated"]);
    expect(read(cut("gzip/damaged.jsonl.gz"))).toEqual(["- damaged"]);
    const whole = cut("zstd/session.jsonl.zst");
    expect(read(whole, { size: 7 })).toEqual(read(whole));
    expect(read(whole.subarray(0, 20))).toEqual(["- truncated"]);
    expect(read(Buffer.concat([whole.subarray(0, 8), Buffer.from("nothing of the kind, but long")]))).toHaveLength(1);
  });

  it("is read from memory as well", () => {
    expect(read(readFileSync(join(folder, "parquet/json-columns.parquet")))).toEqual(["- damaged"]);
  });
});

describe("a zip archive", () => {
  it("of Inspect gives each sample as the log that holds it alone", () => {
    const found = Array.from(readRecords([readFileSync(join(folder, "zip/log.eval"))], new JsonReader(), 1 << 20), (record) => {
      if (record.kind === "fault") return record.fault.kind;
      const { root } = record.document;
      const sample = root.get("samples")?.first();
      const call = sample?.get("messages")?.items()[1]?.get("tool_calls")?.first();
      const { range, pointer } = call?.get("function") ?? root;
      const kept = record.document.keep().root.get("eval")?.get("task")?.string();
      return [
        record.member,
        record.record,
        root
          .entries()
          .map(({ key }) => key.string())
          .join(),
        kept,
        pointer,
        range.source.position(range.from)?.line,
      ];
    });
    expect(found).toEqual([
      ["samples/1_epoch_1.json", 0, "version,status,eval,samples", "orders", "/messages/1/tool_calls/0/function", 21],
      ["samples/2_epoch_1.json", 1, "version,status,eval,samples", "orders", "/messages/1/tool_calls/0/function", 21],
    ]);
  });

  it("gives nothing for members that are no recordings", () => {
    expect(read(readFileSync(join(folder, "zip/without-recordings.zip")))).toEqual(["- empty"]);
    expect(read(readFileSync(join(folder, "zip/recordings.zip"))).map((line) => line.split(" ")[0])).toEqual([
      "a/pair.json",
      "b.jsonl",
      "b.jsonl",
    ]);
  });
});

describe("a kind of file", () => {
  it("is known by its first bytes alone", () => {
    const kindOf = (text: string) => containers.find(({ sniff }) => sniff(Buffer.from(text, "latin1")))?.id;
    const expected = {
      gzip: ["\x1f\x8b\x08"],
      zstd: ["\x28\xb5\x2f\xfd"],
      zip: ["PK\x03\x04", "PK\x05\x06"],
      parquet: ["PAR1\x15"],
      "json-sequence": ['\x1e{"a":1}'],
      "event-stream": ["data: {}", "event: a\ndata: 1", ": comment\n\ndata: 1", "\xef\xbb\xbfdata: 1"],
      yaml: [
        "a: 1",
        "---\n[1]",
        "# c\n\nkey:\n  - b",
        "- a",
        "%YAML 1.2\n---\na",
        "interactions:\n- request:",
        '"interactions":\n- request:',
      ],
      json: [
        "{}",
        "[1]",
        " \n[",
        '"a: b"',
        "-1",
        "null",
        "hello",
        '{"a": 1}\ndata: 2',
        "",
        "'a': 1",
        "-",
        "http://example.com",
        '"messages": []',
      ],
    };
    for (const [id, texts] of Object.entries(expected)) for (const text of texts) expect(`${text} ${kindOf(text)}`).toBe(`${text} ${id}`);
  });
});

describe("what is packed in a file", () => {
  const zipOf = (members: readonly (readonly [string, Uint8Array])[], shared = false): Buffer => {
    const locals: Buffer[] = [];
    const central: Buffer[] = [];
    let offset = 0;
    for (const [name, content] of members) {
      const packed = deflateRawSync(content);
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(8, 8);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt16LE(name.length, 26);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50, 0);
      entry.writeUInt16LE(8, 10);
      entry.writeUInt32LE(packed.length, 20);
      entry.writeUInt32LE(content.length, 24);
      entry.writeUInt16LE(name.length, 28);
      entry.writeUInt32LE(shared ? 0 : offset, 42);
      central.push(entry, Buffer.from(name));
      if (shared && locals.length > 0) continue;
      locals.push(local, Buffer.from(name), packed);
      offset += 30 + name.length + packed.length;
    }
    const directory = Buffer.concat(central);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(members.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(offset, 16);
    return Buffer.concat([...locals, directory, end]);
  };
  const member = (size: number) => Buffer.from(`{"a":"${"x".repeat(size)}"}`);

  it("counts together: members that are small one by one", () => {
    const archive = zipOf(["a", "b", "c", "d"].map((name) => [`${name}.json`, member(400)]));
    expect(read(archive, { maxBytes: 5000 })).toHaveLength(4);
    const cut = read(archive, { maxBytes: 1000 });
    expect(cut.map((line) => line.slice(0, 6))).toEqual(["a.json", "b.json", "- too-"]);
  });

  it("counts together: files inside each other, and is told once", () => {
    const inner = zipOf([["a.json", member(3000)]]);
    const archive = zipOf(["a", "b", "c"].map((name) => [`${name}.eval`, inner]));
    expect(read(archive, { maxBytes: 2000 }).filter((line) => line.endsWith("too-large"))).toHaveLength(1);
  });

  it("is refused where members of an archive share their bytes", () => {
    expect(
      read(
        zipOf(
          [
            ["a.json", member(10)],
            ["b.json", member(10)],
          ],
          true,
        ),
      ),
    ).toEqual(["- damaged"]);
  });
});
