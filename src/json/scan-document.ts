import { skipSpace } from "./bytes.js";
import { findDefects } from "./defects.js";
import { ScanFault } from "./fault.js";
import type { Defect, JsonDocument, JsonNode } from "./node.js";
import type { Scanner } from "./scanner.js";
import type { Tape } from "./tape.js";
import { TapeNode } from "./tape-node.js";
import { type Nester, TapeView } from "./tape-view.js";
import type { Text } from "./text.js";

/** A document on a tape. */
export class TapeDocument implements JsonDocument {
  readonly root: TapeNode;
  private found: readonly Defect[] | undefined;

  constructor(root: TapeNode) {
    this.root = root;
  }

  defects(): readonly Defect[] {
    this.found ??= findDefects(this.root);
    return this.found;
  }
}

/**
 * Scans a text that is to be one JSON document.
 *
 * @param tape holds the bytes, with NUL at `to`; the tokens are appended
 * @param to end of the text, or of what follows the first value where `tail` allows anything after it
 */
export function scanDocument(
  scanner: Scanner,
  tape: Tape,
  from: number,
  to: number,
  text: Text,
  within: JsonNode | undefined,
  nester: Nester,
  tail: "white-space" | "anything" = "white-space",
): TapeDocument | ScanFault {
  const token = tape.count;
  if (!scanner.scan(tape, from, to)) return ScanFault.of(scanner, tape, from, to, text);
  if (tail === "white-space" && skipSpace(tape.bytes, scanner.end) !== to) return ScanFault.trailing(scanner, tape, from, to, text);
  return new TapeDocument(TapeNode.root(new TapeView(tape, scanner, text, within, nester), token));
}
