import { closeSync, openSync, readSync } from "node:fs";
import { InputError } from "../errors.js";
import { escapeControls } from "../text/quote.js";
import { systemPath } from "./path-bytes.js";
import { explainSystemError } from "./read-file.js";

const lineFeed = 0x0a;
const blockSize = 1 << 20;

let sharedBlock: Buffer | undefined;

/** Which lines are read: those that begin in it. */
export interface ByteRange {
  readonly from: number;
  /** End, excluded. It may move away while the range is read. */
  to: number;
}

/**
 * The lines of a file that begin in a range of its bytes, in blocks, each valid until the next one is asked for.
 *
 * @param name what messages call the file
 * @throws InputError where it cannot be opened or read
 */
export function* readRange(path: string, range: ByteRange, name = path): Generator<Uint8Array, void, undefined> {
  sharedBlock ??= Buffer.allocUnsafeSlow(blockSize);
  const block = sharedBlock;
  const descriptor = attempt(name, () => openSync(systemPath(path), "r"));
  try {
    // The byte before the range says whether a line begins with it.
    let at = Math.max(0, range.from - 1);
    let isBefore = range.from > 0;
    let isInLine = isBefore;
    while (at < range.to || (isInLine && !isBefore)) {
      const length = attempt(name, () => readSync(descriptor, block, 0, block.length, at));
      if (length === 0) return;
      if (isBefore) {
        const start = endOfLine(block, 0, length);
        isBefore = start === -1;
        isInLine = isBefore;
        at += isBefore ? length : start;
        continue;
      }
      const last = range.to - 1 - at;
      const end = last < length ? endOfLine(block, Math.max(0, last), length) : -1;
      const stop = end === -1 ? length : end;
      at += stop;
      isInLine = block[stop - 1] !== lineFeed;
      yield block.subarray(0, stop);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** After the next line feed of a block; -1 for none. */
function endOfLine(block: Buffer, from: number, length: number): number {
  const feed = block.indexOf(lineFeed, from);
  return feed === -1 || feed >= length ? -1 : feed + 1;
}

function attempt<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError(`Cannot read ${escapeControls(name)}: ${explainSystemError(error)}`, { cause: error });
  }
}
