// `codecs/zlib.ts` for browsers. pako is zlib itself in JavaScript, so that it finds the same faults in the same places.
import { decompress } from "brotli/decompress";
import { Inflate } from "pako";
import type { Unpacked } from "../../codecs/unpacked.js";

const nothing = new Uint8Array(0);

/** How zlib says which wrapper to look for, beside 15 bits of window. */
const wrappers = { gzip: 31, zlib: 15, none: -15 } as const;

export function gunzip(bytes: Uint8Array, maxBytes: number): Unpacked {
  return unpack(bytes, wrappers.gzip, maxBytes);
}

export function inflateRaw(bytes: Uint8Array, maxBytes: number): Unpacked {
  return unpack(bytes, wrappers.none, maxBytes);
}

export function inflate(bytes: Uint8Array, maxBytes: number): Unpacked {
  const unpacked = unpack(bytes, wrappers.zlib, maxBytes);
  return unpacked.fault === "damaged" ? inflateRaw(bytes, maxBytes) : unpacked;
}

export function unbrotli(bytes: Uint8Array, maxBytes: number): Unpacked {
  try {
    const unpacked = decompress(bytes);
    return unpacked.length > maxBytes ? { bytes: nothing, fault: "too-large" } : { bytes: unpacked, fault: undefined };
  } catch {
    return { bytes: nothing, fault: "damaged" };
  }
}

const Z_BUF_ERROR = -5;

class TooLarge extends Error {}

function unpack(bytes: Uint8Array, windowBits: number, maxBytes: number): Unpacked {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate({ windowBits });
  stream.onData = (piece: Uint8Array) => {
    size += piece.length;
    if (size > Math.max(1, maxBytes)) throw new TooLarge();
    pieces.push(piece);
  };
  stream.onEnd = () => {};
  try {
    stream.push(bytes, true);
  } catch (error) {
    if (error instanceof TooLarge) return { bytes: nothing, fault: "too-large" };
    throw error;
  }
  if (stream.err === 0) return { bytes: joined(pieces, size), fault: undefined };
  return stream.err === Z_BUF_ERROR ? { bytes: joined(pieces, size), fault: "truncated" } : { bytes: nothing, fault: "damaged" };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
