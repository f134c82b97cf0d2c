import type { JsonReader } from "../json/read.js";
import type { Container, ContainerReading, FileRecord } from "./container.js";
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
 * @param maxBytes largest document that is read, and the most that all packed bytes of the file together unpack to
 */
export function* readRecords(blocks: Iterable<Uint8Array>, reader: JsonReader, maxBytes: number): Generator<FileRecord, void, undefined> {
  const budget = { left: maxBytes };
  let isTold = false;
  for (const record of openAt(0, blocks, { reader, maxBytes, budget })) {
    // What is spent is spent for all that is packed inside each other: one cause, one finding.
    const isTooLarge = budget.left < 0 && record.kind === "fault" && record.fault.kind === "too-large";
    if (!isTooLarge || !isTold) yield record;
    isTold ||= isTooLarge;
  }
}

function* openAt(
  depth: number,
  blocks: Iterable<Uint8Array>,
  reading: Omit<ContainerReading, "open">,
): Generator<FileRecord, void, undefined> {
  if (depth === maxDepth) {
    yield placelessFault("too-deep", `The file is packed inside more than ${maxDepth - 1} others`);
    return;
  }
  const { head, whole } = withHead(blocks);
  const container = containers.find((each) => each.sniff(head)) ?? json;
  yield* container.read(whole, { ...reading, open: (inner) => openAt(depth + 1, inner, reading) });
}
