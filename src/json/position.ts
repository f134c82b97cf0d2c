import type { Excerpt, Position } from "./node.js";

/** Bytes that an excerpt shows at most before and after its offset. */
const SHOWN_BEFORE = 160;
const SHOWN_BEHIND = 320;

/** One checkpoint each so many bytes: a question walks no further than this. */
const STEP = 1024;

/**
 * Lines and columns of one UTF-8 text. Lines end at LF, so at CRLF too; a lone CR is a character. Columns and offsets count UTF-16 units.
 * A question costs a walk from the last checkpoint, so any order is fine, and so is a line of 50 MB. Behind
 * invalid UTF-8 the offsets are approximate: each byte that is no continuation counts as a character.
 */
export class Lines {
  private readonly bytes: Buffer;
  private readonly from: number;
  private readonly to: number;
  /** For each STEP bytes walked: the line, the units before, and the units before the line. */
  private readonly checkpoints: number[];

  constructor(bytes: Buffer, from: number, to: number, origin: Position) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.checkpoints = [origin.line, origin.offset, origin.offset - (origin.column - 1)];
  }

  position(offset: number): Position {
    const { bytes, checkpoints } = this;
    const last = checkpoints.length / 3 - 1;
    const nearest = Math.max(0, Math.min(last, Math.floor((offset - this.from) / STEP)));
    let line = checkpoints[3 * nearest] ?? 1;
    let units = checkpoints[3 * nearest + 1] ?? 0;
    let lineStart = checkpoints[3 * nearest + 2] ?? 0;
    let at = this.from + nearest * STEP;
    for (;;) {
      const stop = Math.min(offset, at + STEP);
      const isWhole = stop === at + STEP;
      for (; at < stop; at++) {
        const byte = bytes[at] ?? 0;
        units += unitsOf(byte);
        if (byte === 0x0a) {
          line++;
          lineStart = units;
        }
      }
      if (isWhole && (at - this.from) / STEP === checkpoints.length / 3) checkpoints.push(line, units, lineStart);
      if (at >= offset) return { line, column: units - lineStart + 1, offset: units };
    }
  }

  /** The line around an offset, as far as it lies inside this text, without its line break. */
  excerpt(offset: number): Excerpt {
    const { bytes } = this;
    let from = offset;
    let to = offset;
    while (from > this.from && bytes[from - 1] !== 0x0a && (offset - from < SHOWN_BEFORE || isContinuation(bytes[from] ?? 0))) from--;
    while (to < this.to && bytes[to] !== 0x0a && (to - offset < SHOWN_BEHIND || isContinuation(bytes[to] ?? 0))) to++;
    const cutLeft = from > this.from && bytes[from - 1] !== 0x0a;
    const cutRight = to < this.to && bytes[to] !== 0x0a;
    if (!cutRight && to > from && bytes[to - 1] === 0x0d) to--;
    return { text: bytes.toString("utf8", from, to), column: this.position(from).column, cutLeft, cutRight };
  }
}

/** UTF-16 units of a part of a UTF-8 text: linear, for what the scan did not count. */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) units += unitsOf(bytes[at] ?? 0);
  return units;
}

/** A character counts at its first byte: two units for those of four bytes. */
function unitsOf(byte: number): number {
  if (isContinuation(byte)) return 0;
  return byte >= 0xf0 && byte < 0xf8 ? 2 : 1;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
