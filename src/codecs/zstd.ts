import { createRequire } from "node:module";
import type { Unpacked, UnpackingFault } from "./unpacked.js";

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
 * Unpacks Zstandard block by block.
 *
 * @returns why it ended early, `undefined` where it came to its end
 */
export function* unzstdBlocks(blocks: Iterable<Uint8Array>): Generator<Uint8Array, UnpackingFault | undefined, undefined> {
  const pieces: Uint8Array[] = [];
  const stream = new (library().Decompress)((piece) => {
    if (piece.length > 0) pieces.push(piece);
  });
  let slice: Uint8Array | undefined;
  for (const block of blocks) {
    for (let from = 0; from < block.length; from += sliceSize) {
      if (slice !== undefined) {
        const fault = push(stream, slice, false);
        yield* pieces.splice(0);
        if (fault !== undefined) return fault;
      }
      // The stream keeps what does not fill a block, while the caller's memory is used again.
      slice = block.slice(from, from + sliceSize);
    }
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
  const blocks = unzstdBlocks([bytes]);
  for (;;) {
    const next = blocks.next();
    if (next.done === true) return { bytes: Buffer.concat(pieces), fault: next.value };
    size += next.value.length;
    if (size > maxBytes) return { bytes: new Uint8Array(0), fault: "too-large" };
    pieces.push(next.value);
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
