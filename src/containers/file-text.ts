import { Buffer } from "node:buffer";
import type { Position } from "../json/node.js";
import { countUnits } from "../json/position.js";
import type { JsonReader } from "../json/read.js";

/** A line in the window: its text ends at `end`, the next line begins at `next`. */
export interface TextLine {
  readonly end: number;
  readonly next: number;
  readonly isBlank: boolean;
  /** Nothing ends it: the file does. */
  readonly isLast: boolean;
}

const lineFeed = 0x0a;
const firstSize = 1 << 20;

/** The window that each reader's files begin with. One that had to grow dies with its file. */
const windows = new WeakMap<JsonReader, Buffer>();

function windowOf(reader: JsonReader): Buffer {
  const window = windows.get(reader) ?? Buffer.allocUnsafe(firstSize);
  windows.set(reader, window);
  return window;
}

/** JSON's white space, NUL and a byte order mark apart. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09;
}

/**
 * A window over a file that is read in blocks: `bytes` from `start` to `end` is what has been read and not yet passed.
 *
 * The window moves and grows only when more is asked for, so a document over it stays valid until then. Behind `end` there is always a
 * byte to spare, which the scanner needs.
 */
export class FileText {
  bytes: Buffer;
  start = 0;
  end = 0;
  /** Place of `start` in the file. */
  origin: Position = { line: 1, column: 1, offset: 0 };
  /** A document would not fit into the limit: nothing more is read. */
  isTooLarge = false;
  readonly #blocks: Iterator<Uint8Array>;
  readonly #maxBytes: number;
  #isDone = false;

  /** @param reader reads the documents of the window, one file after the other: so all its files share one window */
  constructor(chunks: Iterable<Uint8Array>, maxBytes: number, reader: JsonReader) {
    this.bytes = windowOf(reader);
    this.#blocks = chunks[Symbol.iterator]();
    this.#maxBytes = maxBytes;
  }

  /** The line at `start`, read to its end; `undefined` at the end of the file. */
  nextLine(): TextLine | undefined {
    let feed = this.bytes.indexOf(lineFeed, this.start);
    while ((feed === -1 || feed >= this.end) && !this.#isDone) {
      const searched = this.end - this.start;
      this.#readBlock();
      feed = this.bytes.indexOf(lineFeed, this.start + searched);
    }
    if (this.start === this.end) return undefined;
    const isLast = feed === -1 || feed >= this.end;
    return this.#line(this.start, isLast ? this.end : feed, isLast);
  }

  /** Whether anything but white space follows the first `length` bytes; reads on until it knows. */
  hasTextBehind(length: number): boolean {
    let behind = length;
    for (;;) {
      for (; this.start + behind < this.end; behind += 1) if (!isSpace(this.bytes[this.start + behind])) return true;
      if (this.#isDone) return false;
      this.#readBlock();
    }
  }

  /** Moves `start` after white space; `false` at the end of the file. */
  skipBlank(): boolean {
    for (;;) {
      let at = this.start;
      while (at < this.end && isSpace(this.bytes[at])) at += 1;
      this.advance(at);
      if (at < this.end) return true;
      if (this.#isDone) return false;
      this.#readBlock();
    }
  }

  readAll(): void {
    while (!this.#isDone) this.#readBlock();
  }

  /**
   * Passes over the text up to `to`.
   *
   * @param units its length in UTF-16 units where that is known and it is one whole line; counted otherwise
   */
  advance(to: number, units?: number): void {
    const { line, column, offset } = this.origin;
    if (units !== undefined) {
      this.origin = { line: line + 1, column: 1, offset: offset + units };
    } else {
      const passed = this.bytes.subarray(this.start, to);
      const length = countUnits(passed, 0, passed.length);
      const lastFeed = passed.lastIndexOf(lineFeed);
      if (lastFeed === -1) {
        this.origin = { line, column: column + length, offset: offset + length };
      } else {
        let feeds = 0;
        for (let at = passed.indexOf(lineFeed); at !== -1; ) {
          feeds += 1;
          // A search for each of a million blank lines would cost more than to look.
          at = passed[at + 1] === lineFeed ? at + 1 : passed.indexOf(lineFeed, at + 1);
        }
        this.origin = { line: line + feeds, column: 1 + countUnits(passed, lastFeed + 1, passed.length), offset: offset + length };
      }
    }
    this.start = to;
  }

  /** Up to `count` lines after the first one of the window that are not blank, without passing over anything. */
  *linesBehindFirst(count: number): Generator<{ readonly start: number; readonly end: number }, void, undefined> {
    let found = 0;
    let feed = this.bytes.indexOf(lineFeed, this.start);
    while (feed !== -1 && feed < this.end && found < count) {
      const start = feed + 1;
      feed = this.bytes.indexOf(lineFeed, start);
      const line = this.#line(start, feed === -1 || feed >= this.end ? this.end : feed, false);
      if (line.isBlank) continue;
      found += 1;
      yield { start, end: line.end };
    }
  }

  #line(start: number, feed: number, isLast: boolean): TextLine {
    const end = feed > start && this.bytes[feed - 1] === 0x0d && !isLast ? feed - 1 : feed;
    let at = start;
    while (at < end && isSpace(this.bytes[at])) at += 1;
    return { end, next: isLast ? feed : feed + 1, isBlank: at === end, isLast };
  }

  #readBlock(): void {
    this.isTooLarge = this.end - this.start > this.#maxBytes;
    const block = this.isTooLarge ? this.#blocks.return?.() : this.#blocks.next();
    if (block === undefined || block.done === true) {
      this.#isDone = true;
      return;
    }
    const size = this.end - this.start;
    const needed = size + block.value.length + 1;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, this.start, this.end);
      this.bytes = larger;
    } else if (this.start > 0) {
      this.bytes.copyWithin(0, this.start, this.end);
    }
    this.start = 0;
    this.end = size;
    this.bytes.set(block.value, this.end);
    this.end += block.value.length;
  }
}
