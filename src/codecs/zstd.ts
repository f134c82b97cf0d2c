import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import type { Unpacked, UnpackingFault } from "./unpacked.js";
import { endOfFrame, readFrameHeader } from "./zstd-frame.js";

type Library = typeof import("fzstd");

let loaded: Library | undefined;

/** Loaded when the first such file is met: a run over plain JSON never pays for it. */
function library(): Library {
  const fzstd: Library = loaded ?? createRequire(import.meta.url)("fzstd");
  loaded = fzstd;
  return fzstd;
}

/** A block of the format unfolds to 128 KiB at most and may take four bytes: so many packed bytes at a time bound the memory. */
const sliceSize = 4096;

/**
 * The widest window that is kept while unpacking, in bytes: the library moves all of it for each block. `zstd` goes beyond it only with
 * `--ultra -21` or `--long`.
 */
const widestWindow = 32 * 1024 * 1024;

/** What is unpacked from every byte at most, past the first megabytes: a file of one record a million times stays below. */
const densest = 2048;
const alwaysAllowed = 32 * 1024 * 1024;

/**
 * Unpacks Zstandard block by block.
 *
 * @param maxBytes a first frame that says that it holds more is not begun; else the caller counts
 * @returns why it ended early, `undefined` where it came to its end
 */
export function* unzstdBlocks(
  blocks: Iterable<Uint8Array>,
  maxBytes: number,
): Generator<Uint8Array, UnpackingFault | undefined, undefined> {
  const pieces: Uint8Array[] = [];
  let allowed = alwaysAllowed;
  const stream = new (library().Decompress)((piece) => {
    if (piece.length > 0) pieces.push(piece);
  });
  let slice: Uint8Array | undefined;
  let wide: Uint8Array[] | undefined;
  for (const block of blocks) {
    const frame = slice === undefined && wide === undefined ? readFrameHeader(block) : undefined;
    if ((frame?.contentSize ?? 0) > maxBytes) return "too-large";
    if ((frame?.window ?? 0) > widestWindow) {
      if (frame?.contentSize === undefined) return "too-wide";
      wide = [];
    }
    if (wide !== undefined) {
      wide.push(block.slice());
      continue;
    }
    for (let from = 0; from < block.length; from += sliceSize) {
      if (slice !== undefined) {
        const fault = push(stream, slice, false);
        for (const piece of pieces.splice(0)) {
          allowed -= piece.length;
          if (allowed < 0) return "too-dense";
          yield piece;
        }
        allowed += densest * slice.length;
        if (fault !== undefined) return fault;
      }
      // The stream keeps what does not fill a block, while the caller's memory is used again.
      slice = block.slice(from, from + sliceSize);
    }
  }
  if (wide !== undefined) {
    const { bytes, fault } = unpackAtOnce(Buffer.concat(wide));
    yield bytes;
    return fault;
  }
  const fault = slice === undefined ? "truncated" : push(stream, slice, true);
  yield* pieces;
  return fault;
}

/**
 * Unpacks Zstandard at once. Checksums are not verified.
 *
 * @param maxBytes more than this is `too-large`, and nothing is kept
 */
export function unzstd(bytes: Uint8Array, maxBytes: number): Unpacked {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const blocks = unzstdBlocks([bytes], maxBytes);
  for (;;) {
    const next = blocks.next();
    if (next.done === true) return { bytes: Buffer.concat(pieces), fault: next.value };
    size += next.value.length;
    if (size > maxBytes) return { bytes: new Uint8Array(0), fault: "too-large" };
    pieces.push(next.value);
  }
}

/** One frame whose size is known: what it refers back to is what was unpacked, so no window is kept. */
function unpackAtOnce(bytes: Uint8Array): Unpacked {
  const frame = readFrameHeader(bytes);
  const end = frame && endOfFrame(bytes, frame);
  if (frame?.contentSize === undefined || end === undefined) return { bytes: new Uint8Array(0), fault: "truncated" };
  if (end < bytes.length) return { bytes: new Uint8Array(0), fault: "too-wide" }; // several frames
  try {
    return { bytes: library().decompress(bytes, new Uint8Array(frame.contentSize)), fault: undefined };
  } catch (error) {
    return { bytes: new Uint8Array(0), fault: isEarlyEnd(error) ? "truncated" : "damaged" };
  }
}

function push(
  stream: { push(chunk: Uint8Array, final?: boolean): unknown },
  slice: Uint8Array,
  isLast: boolean,
): UnpackingFault | undefined {
  try {
    stream.push(slice, isLast);
    return undefined;
  } catch (error) {
    return isEarlyEnd(error) ? "truncated" : "damaged";
  }
}

function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === library().ZstdErrorCode.UnexpectedEOF;
}
