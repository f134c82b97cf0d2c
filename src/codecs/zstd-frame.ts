/** What the header of a Zstandard frame says before anything is unpacked. */
export interface ZstdFrame {
  /** How far back the frame may refer, in bytes: the memory that unpacking it takes. */
  readonly window: number;
  /** What it unpacks to, in bytes; `undefined` where the writer did not know. */
  readonly contentSize: number | undefined;
  /** Where its first block begins. */
  readonly blocksAt: number;
  readonly hasChecksum: boolean;
}

/** Bytes of the longest header. */
export const maxHeaderLength = 18;

/** Reads the header at the begin of the bytes (RFC 8878, 3.1.1.1); `undefined` where there is none, or not all of it. */
export function readFrameHeader(bytes: Uint8Array): ZstdFrame | undefined {
  const [first, second, third, fourth, flags = 0] = bytes;
  if (first !== 0x28 || second !== 0xb5 || third !== 0x2f || fourth !== 0xfd || bytes.length < maxHeaderLength) return undefined;
  const isSingle = (flags & 0x20) !== 0;
  const sizeFlag = flags >> 6;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeAt = 5 + (isSingle ? 0 : 1) + dictionaryBytes;
  const sizeBytes = sizeFlag === 0 ? (isSingle ? 1 : 0) : 1 << sizeFlag;
  const contentSize = sizeBytes === 0 ? undefined : littleEndian(bytes, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const descriptor = bytes[5] ?? 0;
  const base = 2 ** (10 + (descriptor >> 3));
  const window = isSingle ? (contentSize ?? 0) : base + (base / 8) * (descriptor & 7);
  return { window, contentSize, blocksAt: sizeAt + sizeBytes, hasChecksum: (flags & 4) !== 0 };
}

/** Where the frame ends, by the sizes of its blocks; `undefined` where the bytes end before. */
export function endOfFrame(bytes: Uint8Array, { blocksAt, hasChecksum }: ZstdFrame): number | undefined {
  for (let at = blocksAt; at + 3 <= bytes.length; ) {
    const header = littleEndian(bytes, at, 3);
    const isRun = ((header >> 1) & 3) === 1; // one byte stands for all
    at += 3 + (isRun ? 1 : header >> 3);
    if ((header & 1) === 1) {
      const end = at + (hasChecksum ? 4 : 0);
      return end <= bytes.length ? end : undefined;
    }
  }
  return undefined;
}

function littleEndian(bytes: Uint8Array, from: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index--) value = value * 256 + (bytes[from + index] ?? 0);
  return value;
}
