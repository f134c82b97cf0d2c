/** Why packed bytes could not be unpacked to their end. `too-dense`, `too-wide`: only an attack, or a rare setting, packs so; see `zstd.ts`. */
export type UnpackingFault = "truncated" | "damaged" | "too-large" | "too-dense" | "too-wide";

/** What came out of packed bytes: all of it, or what stood before the fault. */
export interface Unpacked {
  readonly bytes: Uint8Array;
  readonly fault: UnpackingFault | undefined;
}

/** How bytes are packed, by their first bytes (RFC 1952 for gzip, RFC 8878 for Zstandard); `undefined` for anything else. */
export function packingOf(bytes: Uint8Array): "gzip" | "zstd" | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd ? "zstd" : undefined;
}
