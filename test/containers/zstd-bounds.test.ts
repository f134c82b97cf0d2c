import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { unzstd } from "../../src/codecs/zstd.js";
import { Linter } from "../../src/lint/linter.js";
import { clean } from "../support/calls.js";

const blockSize = 128 * 1024;

/** A frame by hand (RFC 8878): `window` as its descriptor spells it, the content's size where it is told, blocks. */
function frame(window: number, size: number | undefined, blocks: readonly Buffer[]): Buffer {
  const told = Buffer.alloc(size === undefined ? 0 : 4);
  if (size !== undefined) told.writeUInt32LE(size);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, size === undefined ? 0 : 0x80, window]), told, ...blocks]);
}

function block(kind: 0 | 1, size: number, body: Uint8Array, isLast: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (kind << 1) | (isLast ? 1 : 0), 0, 3);
  return Buffer.concat([header, body]);
}

const wide = 0x88; // 128 MiB
const narrow = 0x58; // 2 MiB
const raw = (text: string) => [block(0, Buffer.byteLength(text), Buffer.from(text), true)];
const runs = (count: number) => Array.from({ length: count }, (_, index) => block(1, blockSize, Buffer.from("\n"), index === count - 1));

function messages(bytes: Uint8Array): readonly string[] {
  const found: string[] = [];
  const sink = {
    violation: ({ ruleId, message }: { readonly ruleId: string; readonly message: string }) => found.push(`${ruleId}: ${message}`) > 0,
  };
  new Linter().lintFile({ path: "a.jsonl.zst", chunks: () => [bytes] }, sink);
  return found;
}

it("reads a frame with a wide window whose size is told, at once", () => {
  expect(messages(frame(wide, Buffer.byteLength(clean), raw(clean)))).toEqual([]);
  expect(Buffer.from(unzstd(frame(wide, Buffer.byteLength(clean), raw(clean)), 1 << 20).bytes).toString()).toBe(clean);
});

it("begins no frame that would take more memory or time than any honest one", () => {
  expect(messages(frame(wide, undefined, raw(clean)))).toEqual([
    "invalid-json: The Zstandard data refers back more than 32 MiB: unpack it first",
  ]);
  expect(messages(frame(narrow, undefined, raw(clean)))).toEqual([]);
  expect(messages(frame(narrow, 0xf0000000, raw(clean)))).toEqual([
    "invalid-json: The Zstandard data unpacks to more than 536870912 bytes",
  ]);
});

it("stops where far more comes out than went in", () => {
  expect(messages(frame(narrow, undefined, runs(4000)))).toEqual([
    "invalid-json: The Zstandard data unpacks to thousands of times its size: unpack it first",
  ]);
  expect(unzstd(frame(narrow, undefined, runs(100)), 1 << 30)).toMatchObject({ bytes: { length: 100 * blockSize }, fault: undefined });
});
