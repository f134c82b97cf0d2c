import type { JsonFaultKind, Source } from "../json/node.js";
import type { FileRecord } from "./container.js";

/** A file without lines: nothing in it has a place. */
const nowhere: Source = { position: () => undefined };

/** A fault of a file as a whole, whose bytes are no text. */
export function placelessFault(kind: JsonFaultKind, message: string): FileRecord {
  return { kind: "fault", fault: { kind, message, at: { source: nowhere, from: 0, to: 0 } }, record: null, cutOff: false };
}
