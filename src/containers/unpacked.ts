import type { UnpackingFault } from "../codecs/unpacked.js";
import type { FileRecord } from "./container.js";
import { placelessFault } from "./placeless.js";

/**
 * The records of a file that was packed, and then why it ends early, where it does. What the cut tore inside (half a line, half a
 * document) is not reported as well: one cause, one finding.
 */
export function* recordsBefore(records: Iterable<FileRecord>, fault: () => FileRecord | undefined): Generator<FileRecord, void, undefined> {
  for (const record of records) {
    const isTorn =
      record.kind === "fault" &&
      (record.cutOff || (record.record === null && (record.fault.kind === "truncated" || record.fault.kind === "empty")));
    if (!isTorn || fault() === undefined) yield record;
  }
  const found = fault();
  if (found !== undefined) yield found;
}

/** Thrown by the blocks of a file that unpacks to more than it may: whoever reads it stops there and then, and reads nothing into the torn rest. */
export class BudgetSpent extends Error {}

/** What is reported of packed bytes that do not unpack. */
export function unpackingFault(what: string, fault: UnpackingFault, maxBytes: number): FileRecord {
  switch (fault) {
    case "truncated":
      return placelessFault("truncated", `The ${what} data ends too early`);
    case "damaged":
      return placelessFault("damaged", `The ${what} data is damaged`);
    case "too-dense":
      return placelessFault("damaged", `The ${what} data unpacks to thousands of times its size: unpack it first`);
    case "too-wide":
      return placelessFault("damaged", `The ${what} data refers back more than 32 MiB: unpack it first`);
    case "too-large":
      return placelessFault("too-large", `The ${what} data unpacks to more than ${maxBytes} bytes`);
  }
}
