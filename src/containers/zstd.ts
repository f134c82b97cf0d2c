import { packingOf, type UnpackingFault } from "../codecs/unpacked.js";
import { unzstdBlocks } from "../codecs/zstd.js";
import type { Container, FileRecord, Reading } from "./container.js";
import { recordsBefore, unpackingFault } from "./unpacked.js";

/** A file packed with Zstandard: unpacked block by block. Lines and columns are those of the text inside. */
export const zstd: Container = {
  id: "zstd",
  title: "Zstandard (.zst)",
  sniff: (head) => packingOf(head) === "zstd",
  read,
};

function* read(blocks: Iterable<Uint8Array>, { maxBytes, open }: Reading): Generator<FileRecord, void, undefined> {
  let fault: UnpackingFault | undefined;
  const unpacked = function* () {
    fault = yield* unzstdBlocks(blocks);
  };
  yield* recordsBefore(open(unpacked()), () => fault && unpackingFault("Zstandard", fault, maxBytes));
}
