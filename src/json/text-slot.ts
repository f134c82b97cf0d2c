const SLOT_BITS = 12;

/** Slots of a table of texts that `textSlot` finds places in. */
export const TEXT_SLOTS = 1 << SLOT_BITS;

/** Where a short text has its place in such a table: by its length in bytes with the quotes, its first byte, that in the middle and its last. */
export function textSlot(length: number, first: number, middle: number, last: number): number {
  return Math.imul(length ^ (first << 8) ^ (last << 16) ^ (middle << 24), 0x9e3779b9) >>> (32 - SLOT_BITS);
}
