import { packingOf } from "../codecs/unpacked.js";
import { gunzip } from "../codecs/zlib.js";
import type { Container, ContainerReading, FileRecord } from "./container.js";
import { recordsBefore, unpackingFault } from "./unpacked.js";
import { wholeFile } from "./whole-file.js";

/** A file packed with gzip: unpacked as a whole, since zlib has no other way without waiting. Lines and columns are those of the text inside. */
export const gzip: Container = {
  id: "gzip",
  title: "gzip (.gz)",
  sniff: (head) => packingOf(head) === "gzip",
  read,
};

function* read(blocks: Iterable<Uint8Array>, { maxBytes, budget, open }: ContainerReading): Generator<FileRecord, void, undefined> {
  const packed = wholeFile(blocks, maxBytes);
  const { bytes, fault } = packed === undefined ? tooLarge : gunzip(packed.subarray(0, -1), budget.left);
  budget.left = fault === "too-large" ? -1 : budget.left - bytes.length;
  const told = fault && unpackingFault("gzip", fault, maxBytes);
  // What is damaged or too large left nothing to read.
  if (told !== undefined && fault !== "truncated") yield told;
  else yield* recordsBefore(open([bytes]), () => told);
}

const tooLarge = { bytes: new Uint8Array(0), fault: "too-large" } as const;
