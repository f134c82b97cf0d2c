import { packingOf, type UnpackingFault } from "../codecs/unpacked.js";
import { unzstdBlocks } from "../codecs/zstd.js";
import type { Container, ContainerReading, FileRecord } from "./container.js";
import { BudgetSpent, recordsBefore, unpackingFault } from "./unpacked.js";

/** A file packed with Zstandard: unpacked block by block. Lines and columns are those of the text inside. */
export const zstd: Container = {
  id: "zstd",
  title: "Zstandard (.zst)",
  sniff: (head) => packingOf(head) === "zstd",
  read,
};

function* read(blocks: Iterable<Uint8Array>, { maxBytes, budget, open }: ContainerReading): Generator<FileRecord, void, undefined> {
  let fault: UnpackingFault | undefined;
  const unpacked = function* () {
    for (const pieces = unzstdBlocks(blocks, budget.left); ; ) {
      const next = pieces.next();
      if (next.done === true) {
        fault = next.value;
        return;
      }
      budget.left -= next.value.length;
      if (budget.left < 0) throw new BudgetSpent();
      yield next.value;
    }
  };
  try {
    yield* recordsBefore(open(unpacked()), () => fault && unpackingFault("Zstandard", fault, maxBytes));
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    yield unpackingFault("Zstandard", "too-large", maxBytes);
  }
}
