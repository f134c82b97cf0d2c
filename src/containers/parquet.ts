import type { Container, ContainerReading, FileRecord } from "./container.js";
import { FileText } from "./file-text.js";
import { tooLargeFault } from "./json.js";
import { placelessFault } from "./placeless.js";

/** How Parquet files begin. */
const magic = [0x50, 0x41, 0x52, 0x31];

/**
 * Rows of a Parquet table. Its decoder only works asynchronously, so `src/input/parquet.ts` decodes the file beforehand and hands over a
 * line `PAR1`, with why it cannot be read where that is so, and one line of JSON a row. Rows are on no line of the file: they have a
 * record number and a pointer, but no place.
 */
export const parquet: Container = {
  id: "parquet",
  title: "Parquet rows (.parquet)",
  sniff: (head) => magic.every((byte, index) => head[index] === byte),
  read,
};

function* read(blocks: Iterable<Uint8Array>, { reader, maxBytes }: ContainerReading): Generator<FileRecord, void, undefined> {
  const text = new FileText(blocks, maxBytes, reader);
  const header = text.nextLine();
  const line = header === undefined ? "" : text.bytes.toString("latin1", text.start, header.end);
  const reason = /^PAR1(?: ([ -~]{1,100}))?$/.exec(line);
  if (header === undefined || reason === null) {
    yield placelessFault("damaged", "A Parquet table must be in a file whose name ends in .parquet");
    return;
  }
  if (reason[1] !== undefined) {
    yield placelessFault("damaged", `The Parquet table ${reason[1]}`);
    return;
  }
  text.advance(header.next);
  for (let record = 0; ; record++) {
    const line = text.nextLine();
    if (text.isTooLarge) yield tooLargeFault(text.origin, maxBytes, record);
    if (line === undefined || text.isTooLarge) return;
    const outcome = reader.read(text.bytes, text.start, line.end, null);
    if (outcome.kind === "document") yield { kind: "document", document: outcome.document, record };
    else yield { kind: "fault", fault: outcome.fault, record, cutOff: false };
    text.advance(line.next, outcome.units + (line.next - line.end));
  }
}
