import { createRequire } from "node:module";
import type { ZlibOptions } from "node:zlib";
import type { Unpacked } from "./unpacked.js";

type Library = typeof import("node:zlib");

let loaded: Library | undefined;

/** Loaded when the first such bytes are met: a run over plain JSON never pays for it. */
function library(): Library {
  const zlib: Library = loaded ?? createRequire(import.meta.url)("node:zlib");
  loaded = zlib;
  return zlib;
}

const nothing = new Uint8Array(0);

/**
 * Unpacks gzip, several members in a row included. What came before a cut is kept.
 *
 * @param maxBytes more than this is `too-large`, and nothing is kept
 */
export function gunzip(bytes: Uint8Array, maxBytes: number): Unpacked {
  return unpack(library().gunzipSync, bytes, maxBytes);
}

/** Unpacks a member of a zip archive, as `gunzip`. */
export function inflateRaw(bytes: Uint8Array, maxBytes: number): Unpacked {
  return unpack(library().inflateRawSync, bytes, maxBytes);
}

/** Unpacks an HTTP body of encoding `deflate`: zlib's format as RFC 9110 has it, or the bare one that some servers send. */
export function inflate(bytes: Uint8Array, maxBytes: number): Unpacked {
  const unpacked = unpack(library().inflateSync, bytes, maxBytes);
  return unpacked.fault === "damaged" ? inflateRaw(bytes, maxBytes) : unpacked;
}

/** Unpacks an HTTP body of encoding `br`. A cut body is damaged, nothing of it is kept. */
export function unbrotli(bytes: Uint8Array, maxBytes: number): Unpacked {
  try {
    return { bytes: library().brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, maxBytes) }), fault: undefined };
  } catch (error) {
    return { bytes: nothing, fault: codeOf(error) === tooLarge ? "too-large" : "damaged" };
  }
}

/** Node's code for output past `maxOutputLength`. */
const tooLarge = "ERR_BUFFER_TOO_LARGE";

type Unpack = (bytes: Uint8Array, options: ZlibOptions) => Uint8Array;

function unpack(work: Unpack, bytes: Uint8Array, maxBytes: number): Unpacked {
  try {
    return { bytes: work(bytes, { maxOutputLength: Math.max(1, maxBytes) }), fault: undefined };
  } catch (error) {
    const code = codeOf(error);
    if (code === tooLarge) return { bytes: nothing, fault: "too-large" };
    return code === "Z_BUF_ERROR" ? salvage(work, bytes, maxBytes) : { bytes: nothing, fault: "damaged" };
  }
}

/** A sync flush asks for what is there, not for the end. */
function salvage(work: Unpack, bytes: Uint8Array, maxBytes: number): Unpacked {
  try {
    return {
      bytes: work(bytes, { maxOutputLength: Math.max(1, maxBytes), finishFlush: library().constants.Z_SYNC_FLUSH }),
      fault: "truncated",
    };
  } catch {
    return { bytes: nothing, fault: "truncated" };
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
