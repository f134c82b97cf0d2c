import type { JsonDocument, JsonNode } from "./node.js";

/** The digits of numbers that a double may not hold, by the JSON Pointer of the number. */
export type ExactNumbers = ReadonlyMap<string, string>;

const none: ExactNumbers = new Map();

/** A double holds any number of 15 significant digits. */
const maxHeld = 15;

/**
 * The digits of numbers that a double does not hold, by pointer from `root`: what a value has lost when it was read.
 *
 * @param document where `root` is a document of its own: its scan has found such numbers already
 */
export function exactNumbers(root: JsonNode, document: JsonDocument | null): ExactNumbers {
  if (document !== null) {
    const long = document.defects().filter(({ kind }) => kind === "long-number");
    return long.length === 0 ? none : new Map(long.map(({ at }) => [at.pointer, at.raw()]));
  }
  const bytes = root.bytes();
  if (bytes !== undefined && !holdsLongNumber(bytes)) return none;
  const found = new Map<string, string>();
  const start = root.pointer.length;
  const left: JsonNode[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.kind === "number") found.set(node.pointer.slice(start), node.raw());
    else left.push(...node.items(), ...node.entries().map(({ value }) => value));
  }
  return found;
}

/** Whether so many digits, points and exponents are in a row that a number may be rounded; digits inside texts count as well. */
function holdsLongNumber(bytes: Uint8Array): boolean {
  let digits = 0;
  for (const byte of bytes) {
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1;
      if (digits > maxHeld) return true;
    } else if ((byte | 0x20) === 0x65 && digits > 0) return true;
    else if (byte !== 0x2e) digits = 0;
  }
  return false;
}
