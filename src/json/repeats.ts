import { CLOSE_BRACE, CLOSE_BRACKET } from "./bytes.js";
import type { Tape } from "./tape.js";
import type { TextDepths } from "./text-depths.js";

/** Shorter values are scanned faster than they are looked up. */
export const SHORTEST_REPEAT = 512;

/** Longer values are not kept. */
const LONGEST = 1 << 20;

/** Bytes of all kept values together. Their tokens take about as much again. */
const MOST_BYTES = 1 << 22;

/** Containers inside each other that a kept value may have: it may be met deeper than where it was learnt. */
const MOST_DEPTH = 64;

/** Slots of the table, a power of two. */
const SLOT_BITS = 12;

/** How many bytes are looked at to find a slot, and how far they lie from each other. */
const SAMPLES = 16;
const STRIDE = 24;

/** A value that was scanned before, and all that the scan found out about it; offsets and tokens count from its first. */
export interface ScannedValue {
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly link: Int32Array;
  /** How deep texts lie in it. */
  readonly texts: TextDepths;
  readonly flags: number;
  readonly surplus: number;
  /** Slots of the table of seen words that it filled, and the last word of each. */
  readonly keySlots: readonly number[];
  readonly lastKeys: readonly number[];
}

/**
 * Values that come again byte by byte in the documents of a file: lists of tools above all, which every request repeats and which are half
 * of it. To compare bytes and to copy tokens is ten times faster than to scan.
 *
 * A value is kept when its slot meets it for the second time in a row, so that what never comes again (messages) is not copied. It belongs
 * to one scanner, lives as long, and holds copies: nothing of a document that is gone.
 */
export class RepeatedValues {
  private readonly slots: (ScannedValue | undefined)[] = [];
  /** By slot, the hash and the length of the value that it met last, in one number: a mistake costs a copy. */
  private readonly met = new Int32Array(1 << SLOT_BITS);
  private size = 0;

  /** The value that begins at `at`, if it was kept. */
  find(bytes: Buffer, at: number): ScannedValue | undefined {
    if (at + SHORTEST_REPEAT > bytes.length) return undefined;
    const known = this.slots[slotOf(hashAt(bytes, at))];
    if (known === undefined) return undefined;
    const end = at + known.bytes.length;
    return end <= bytes.length && known.bytes.compare(bytes, at, end) === 0 ? known : undefined;
  }

  /** Whether the value between two offsets is to be kept. */
  meets(bytes: Buffer, from: number, to: number): boolean {
    if (to - from < SHORTEST_REPEAT || to - from > LONGEST) return false;
    const hash = hashAt(bytes, from);
    const slot = slotOf(hash);
    const mark = Math.imul(hash, 31) + (to - from);
    const isAgain = this.met[slot] === (mark | 0);
    this.met[slot] = mark;
    return isAgain;
  }

  /** Keeps the value whose tokens begin at `token` and are the last ones of `count`. */
  keep(tape: Tape, token: number, count: number, facts: Omit<ScannedValue, "bytes" | "starts" | "link">): void {
    if (depthOf(tape, token, count) > MOST_DEPTH) return;
    const from = tape.startOf(token);
    const to = tape.startOf(count - 1) + 1;
    const starts = tape.starts.slice(token, count);
    const link = tape.link.slice(token, count);
    for (let at = 0; at < starts.length; at++) {
      const end = link[at] ?? 0;
      starts[at] = (starts[at] ?? 0) - from;
      link[at] = end < 0 ? end + token : end - from;
    }
    if (this.size + to - from > MOST_BYTES) {
      this.slots.length = 0;
      this.size = 0;
    }
    const slot = slotOf(hashAt(tape.bytes, from));
    this.size += to - from - (this.slots[slot]?.bytes.length ?? 0);
    this.slots[slot] = { bytes: Buffer.from(tape.bytes.subarray(from, to)), starts, link, ...facts };
  }
}

/** Appends the tokens of a value that was scanned before and is at `at` now. The tape must have room for them. */
export function appendKnown(tape: Tape, { starts, link }: ScannedValue, at: number, count: number): void {
  const { starts: toStarts, link: toLink } = tape;
  for (let token = 0; token < starts.length; token++) {
    const end = link[token] ?? 0;
    toStarts[count + token] = (starts[token] ?? 0) + at;
    toLink[count + token] = end < 0 ? end - count : end + at;
  }
}

/** The slot of a value by its hash: the upper bits, which the multiplications mixed best. */
function slotOf(hash: number): number {
  return hash >>> (32 - SLOT_BITS);
}

/** A hash of some bytes at and after an offset: all of them inside a value that is long enough to be kept. */
function hashAt(bytes: Buffer, at: number): number {
  let hash = 0;
  for (let sample = at; sample < at + SAMPLES * STRIDE; sample += STRIDE) hash = Math.imul(hash ^ (bytes[sample] ?? 0), 0x9e3779b1);
  return hash;
}

/** How many containers are inside each other at most. */
function depthOf(tape: Tape, token: number, count: number): number {
  let depth = 0;
  let most = 0;
  for (let at = token; at < count; at++) {
    const byte = tape.firstByte(at);
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    else if ((tape.link[at] ?? 0) < 0) depth += 1;
    if (depth > most) most = depth;
  }
  return most;
}
