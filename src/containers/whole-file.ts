import { Buffer } from "node:buffer";

/**
 * A file as one buffer, with one byte to spare after its end (NUL).
 *
 * @returns `undefined` where it has more than `maxBytes`; the rest of it is not read
 */
export function wholeFile(blocks: Iterable<Uint8Array>, maxBytes: number): Buffer | undefined {
  const kept: Uint8Array[] = [];
  let size = 0;
  for (const block of blocks) {
    size += block.length;
    if (size > maxBytes) return undefined;
    kept.push(Buffer.from(block));
  }
  kept.push(Buffer.alloc(1));
  return Buffer.concat(kept, size + 1);
}
