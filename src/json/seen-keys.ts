import { TEXT_SLOTS, textSlot } from "./text-slot.js";

/** An empty table of seen keys. The scanner writes into it. */
export function seenNothing(): Int32Array {
  return new Int32Array(TEXT_SLOTS);
}

/**
 * The keys of one document, as a by-product of its scan: by hash alone, so a key that is not there may seem to be.
 *
 * Later scans add to the same table, which raises numbers only: answers stay right, though less telling.
 */
export class SeenKeys {
  private readonly seen: Int32Array;
  private readonly began: number;

  constructor(seen: Int32Array, began: number) {
    this.seen = seen;
    this.began = began;
  }

  /** Whether an object of the document, at any depth, may have one of these keys: `false` is certain. */
  mayHaveOneOf({ slots }: KeyNames): boolean {
    const { seen, began } = this;
    for (let at = 0; at < slots.length; at++) if ((seen[slots[at] ?? 0] ?? 0) > began) return true;
    return false;
  }
}

/** Names of keys, made ready for being looked for in many documents. */
export class KeyNames {
  /** Where they have their places in the table of seen keys. */
  readonly slots: Int32Array;

  constructor(names: readonly string[]) {
    this.slots = Int32Array.from(names, (name) => {
      const bytes = Buffer.from(`"${name}"`);
      const { length } = bytes;
      return textSlot(length, bytes[1] ?? 0, bytes[length >> 1] ?? 0, bytes[length - 2] ?? 0);
    });
  }
}
