import type { JsonReader } from "../json/read.js";
import type { Container, FileRecord } from "./container.js";
import { eventStream } from "./event-stream.js";
import { gzip } from "./gzip.js";
import { withHead } from "./head.js";
import { httprr } from "./httprr.js";
import { json } from "./json.js";
import { jsonSequence } from "./json-sequence.js";
import { parquet } from "./parquet.js";
import { placelessFault } from "./placeless.js";
import { yaml } from "./yaml.js";
import { zip } from "./zip.js";
import { zstd } from "./zstd.js";

/** All kinds of files, the surest mark first. The last one takes everything. */
export const containers: readonly Container[] = [gzip, zstd, zip, parquet, httprr, jsonSequence, eventStream, yaml, json];

/** Files in files in files: as deep as anybody packs them, and too few for a bomb. */
const maxDepth = 4;

/**
 * The documents of a file, one after the other, whatever kind of file it is.
 *
 * @param blocks the file from its start, each block valid until the next one is asked for
 * @param maxBytes largest document that is read
 */
export function readRecords(blocks: Iterable<Uint8Array>, reader: JsonReader, maxBytes: number): Iterable<FileRecord> {
  return openAt(0, blocks, reader, maxBytes);
}

function* openAt(
  depth: number,
  blocks: Iterable<Uint8Array>,
  reader: JsonReader,
  maxBytes: number,
): Generator<FileRecord, void, undefined> {
  if (depth === maxDepth) {
    yield placelessFault("too-deep", `Unexpected file inside ${maxDepth} packed files, expected fewer`);
    return;
  }
  const { head, whole } = withHead(blocks);
  const container = containers.find((each) => each.sniff(head)) ?? json;
  yield* container.read(whole, { reader, maxBytes, open: (inner) => openAt(depth + 1, inner, reader, maxBytes) });
}
