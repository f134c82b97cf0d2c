import { Buffer } from "node:buffer";
import type { Container } from "./container.js";
import { readJson } from "./json.js";

const separator = 0x1e;

/** JSON text sequences (RFC 7464): each value after a record separator, which is white space to us. */
export const jsonSequence: Container = {
  id: "json-sequence",
  title: "JSON text sequence (RFC 7464)",
  sniff: (head) => head[0] === separator,
  read: (blocks, reading) => readJson(withoutSeparators(blocks), reading),
};

function* withoutSeparators(blocks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  for (const block of blocks) {
    const copy = Buffer.from(block);
    for (let at = copy.indexOf(separator); at !== -1; at = copy.indexOf(separator, at + 1)) copy[at] = 0x20;
    yield copy;
  }
}
