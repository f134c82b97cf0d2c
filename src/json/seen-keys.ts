/** Slots of the table of seen keys, a power of two. */
const SLOT_BITS = 12;

/** An empty table of seen keys. The scanner writes into it. */
export function seenNothing(): Int32Array {
  return new Int32Array(1 << SLOT_BITS);
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
      return slotOf(length, bytes[1] ?? 0, bytes[length >> 1] ?? 0, bytes[length - 2] ?? 0);
    });
  }
}

/** Where a key has its place in the table: by its length with the quotes, its first byte, that in the middle and its last. */
export function slotOf(length: number, first: number, middle: number, last: number): number {
  const hash = length ^ (first << 8) ^ (last << 16) ^ (middle << 24);
  return Math.imul(hash, 0x9e3779b9) >>> (32 - SLOT_BITS);
}
