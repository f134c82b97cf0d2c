import {
  BACKSLASH,
  CLOSE_BRACE,
  COLON,
  COMMA,
  isDigit,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLAIN,
  QUOTE,
  SIMPLE_ESCAPE,
  skipSpace,
  unitAt,
} from "./bytes.js";
import type { Tape } from "./tape.js";

/** What the scan notes in passing about one document, as bits. `repeatedKey` is exact, the rest suspicions or plain facts. */
export const Flag = {
  nonAscii: 1,
  escapedKey: 2,
  repeatedKey: 4,
  loneSurrogate: 8,
  longNumber: 16,
  /** The bytes hold surrogates in three bytes each (WTF-8), which only texts of ours do, never a file. */
  rawSurrogate: 32,
} as const;

/** What the grammar wanted where a scan stopped. */
export type Expected =
  | "value"
  | "key"
  | "colon"
  | "comma-or-brace"
  | "comma-or-bracket"
  | "string-character"
  | "escape"
  | "hex-digits"
  | "utf-8"
  | "digit"
  | "no-leading-zero"
  | "less-depth";

/** Containers inside each other that a document may have. `JSON.parse` takes millions; the walks behind us recurse. */
export const MAX_DEPTH = 512;

/** An object with more keys is compared by a set after the scan, so that the scan stays linear. */
const MAX_COMPARED_KEYS = 256;

/** Slots of the table of seen keys, a power of two. */
const SEEN_BITS = 11;

/** Scans texts into tapes: one pass over the bytes for the whole grammar of RFC 8259, UTF-8 included. Never throws. */
export class Scanner {
  /** Facts about the last scan, valid until the next. */
  flags = 0;
  /** Bytes minus UTF-16 units inside the strings of the last scan. */
  surplus = 0;
  /** Where the last scan's value ended, or where the scan stopped. */
  end = 0;
  expected: Expected = "value";
  /** Opening tokens of the objects that may repeat a key. */
  readonly suspects: number[] = [];

  private bytes: Uint8Array = new Uint8Array(0);
  private allowsSurrogates = false;
  private sawEscape = false;
  private readonly opens = new Int32Array(MAX_DEPTH + 1);
  private readonly widths = new Int32Array(MAX_DEPTH + 1);
  /** By hash, the last key with it in any object, as `epoch` + token: if it lies before an object, so do all keys with that hash. */
  private readonly seen = new Int32Array(1 << SEEN_BITS);
  private epoch = 1;

  /**
   * Appends the tokens of the one value that begins at or behind `from`, white space in front allowed.
   * Byte `to` must exist and be NUL: it stops every loop, so that none of them has to compare offsets.
   *
   * @returns true with `end` behind the value, or false with `end` at the first byte that fits no JSON (`to` if the text ended too early)
   */
  scan(tape: Tape, from: number): boolean {
    this.bytes = tape.bytes;
    this.allowsSurrogates = tape.allowsSurrogates;
    this.flags = 0;
    this.surplus = 0;
    this.suspects.length = 0;
    const isWhole = this.scanValue(tape, from);
    // Above all that `seen` holds, so that the table need not be emptied for each scan.
    this.epoch += tape.starts.length + 1;
    if (this.epoch > 2 ** 30) {
      this.seen.fill(0);
      this.epoch = 1;
    }
    return isWhole;
  }

  private scanValue(tape: Tape, from: number): boolean {
    const { bytes, opens, widths, seen, epoch } = this;
    let { starts, link, count } = tape;
    let room = starts.length - 2;
    let depth = 0;
    let closer = 0;
    let at = skipSpace(bytes, from);
    let byte = bytes[at] ?? 0;

    for (;;) {
      if (count > room) {
        tape.grow();
        ({ starts, link } = tape);
        room = starts.length - 2;
      }
      if (closer === CLOSE_BRACE) {
        if (byte !== QUOTE) return this.stop(at, "key");
        const start = at;
        do byte = bytes[++at] ?? 0;
        while (PLAIN[byte] === 1);
        let escaped = false;
        if (byte !== QUOTE) {
          at = this.scanRestOfString(at);
          if (at < 0) return false;
          escaped = this.sawEscape;
        }
        starts[count] = start;
        link[count] = ++at;
        count++;

        const open = opens[depth] ?? 0;
        const width = (widths[depth] ?? 0) + 1;
        widths[depth] = width;
        if (escaped) {
          this.flags |= Flag.escapedKey;
          this.suspect(open);
        } else if (width <= MAX_COMPARED_KEYS) {
          const hash =
            (at - start) ^
            ((bytes[at - 2] ?? 0) << 8) ^
            ((bytes[Math.max(start, at - 3)] ?? 0) << 16) ^
            ((bytes[(start + at) >> 1] ?? 0) << 24);
          const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - SEEN_BITS);
          if ((seen[slot] ?? 0) > epoch + open && repeats(tape, open, count - 1)) this.suspect(open);
          seen[slot] = epoch + count - 1;
        } else if (width === MAX_COMPARED_KEYS + 1) this.suspect(open);

        at = skipSpace(bytes, at);
        byte = bytes[at] ?? 0;
        if (byte !== COLON) return this.stop(at, "colon");
        at = skipSpace(bytes, at + 1);
        byte = bytes[at] ?? 0;
      }

      let empty = false;
      if (byte === QUOTE) {
        starts[count] = at;
        do byte = bytes[++at] ?? 0;
        while (PLAIN[byte] === 1);
        if (byte !== QUOTE) {
          at = this.scanRestOfString(at);
          if (at < 0) return false;
        }
        link[count++] = ++at;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (depth === MAX_DEPTH) return this.stop(at, "less-depth");
        depth++;
        opens[depth] = count;
        widths[depth] = 0;
        starts[count++] = at;
        closer = byte + 2;
        at = skipSpace(bytes, at + 1);
        byte = bytes[at] ?? 0;
        if (byte !== closer) continue;
        empty = true;
      } else {
        const start = at;
        at = this.scanBareWord(at, byte);
        if (at < 0) return false;
        starts[count] = start;
        link[count++] = at;
      }

      if (depth === 0) break;
      if (!empty) {
        at = skipSpace(bytes, at);
        byte = bytes[at] ?? 0;
      }
      while (byte === closer) {
        if (count > room + 1) {
          tape.grow();
          ({ starts, link } = tape);
          room = starts.length - 2;
        }
        const open = opens[depth] ?? 0;
        link[open] = ~count;
        starts[count] = at;
        link[count++] = ++at;
        if (--depth === 0) break;
        closer = (bytes[starts[opens[depth] ?? 0] ?? 0] ?? 0) + 2;
        at = skipSpace(bytes, at);
        byte = bytes[at] ?? 0;
      }
      if (depth === 0) break;
      if (byte !== COMMA) return this.stop(at, closer === CLOSE_BRACE ? "comma-or-brace" : "comma-or-bracket");
      at = skipSpace(bytes, at + 1);
      byte = bytes[at] ?? 0;
    }
    tape.count = count;
    this.end = at;
    return true;
  }

  private stop(at: number, expected: Expected): false {
    this.end = at;
    this.expected = expected;
    return false;
  }

  private suspect(open: number): void {
    if (this.suspects.at(-1) !== open) this.suspects.push(open);
  }

  /** From a byte inside a string that is not plain to the closing quote; negative after a stop. */
  private scanRestOfString(from: number): number {
    const bytes = this.bytes;
    let at = from;
    let surplus = 0;
    this.sawEscape = false;
    for (;;) {
      let byte = bytes[at] ?? 0;
      while (PLAIN[byte] === 1) byte = bytes[++at] ?? 0;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        this.sawEscape = true;
        at = SIMPLE_ESCAPE[bytes[at + 1] ?? 0] === 1 ? at + 2 : this.scanUnitEscape(at);
        if (at < 0) return at;
      } else if (byte < 0x80) return this.reject(at, "string-character");
      else {
        const length = this.characterLength(at, byte);
        if (length === 0) return this.reject(at, "utf-8");
        at += length;
        surplus += length === 2 ? 1 : 2;
      }
    }
    if (surplus > 0) {
      this.surplus += surplus;
      this.flags |= Flag.nonAscii;
    }
    return at;
  }

  /** From the backslash of `\\u` behind its digits, and behind the second escape of a surrogate pair; negative after a stop. */
  private scanUnitEscape(at: number): number {
    const bytes = this.bytes;
    if (bytes[at + 1] !== 0x75) return this.reject(at, "escape");
    const unit = unitAt(bytes, at + 2);
    if (unit < 0) return this.reject(at, "hex-digits");
    if ((unit & 0xf800) !== 0xd800) return at + 6;
    if (unit < 0xdc00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75 && (unitAt(bytes, at + 8) & ~0x3ff) === 0xdc00)
      return at + 12;
    this.flags |= Flag.loneSurrogate;
    return at + 6;
  }

  private reject(at: number, expected: Expected): number {
    this.stop(at, expected);
    return -1;
  }

  /** Bytes of the UTF-8 character at `at` (RFC 3629, table 3-7 of Unicode), or 0 if it is none. */
  private characterLength(at: number, lead: number): number {
    const bytes = this.bytes;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    const second = bytes[at + 1] ?? 0;
    if ((second & 0xc0) !== 0x80) return 0;
    if (lead < 0xe0) return 2;
    if (((bytes[at + 2] ?? 0) & 0xc0) !== 0x80) return 0;
    if (lead < 0xf0) {
      if (lead === 0xe0 && second < 0xa0) return 0;
      if (lead === 0xed && second >= 0xa0) {
        if (!this.allowsSurrogates) return 0;
        this.flags |= Flag.loneSurrogate | Flag.rawSurrogate;
      }
      return 3;
    }
    if (((bytes[at + 3] ?? 0) & 0xc0) !== 0x80) return 0;
    if (lead === 0xf0 && second < 0x90) return 0;
    if (lead === 0xf4 && second >= 0x90) return 0;
    return 4;
  }

  /** A number or `true`, `false`, `null`: the offset behind it; negative after a stop. */
  private scanBareWord(at: number, byte: number): number {
    const bytes = this.bytes;
    switch (byte) {
      case 0x74: // true
        if (bytes[at + 1] === 0x72 && bytes[at + 2] === 0x75 && bytes[at + 3] === 0x65) return at + 4;
        return this.reject(at, "value");
      case 0x66: // false
        if (bytes[at + 1] === 0x61 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x73 && bytes[at + 4] === 0x65) return at + 5;
        return this.reject(at, "value");
      case 0x6e: // null
        if (bytes[at + 1] === 0x75 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x6c) return at + 4;
        return this.reject(at, "value");
      default:
        return this.scanNumber(at, byte);
    }
  }

  private scanNumber(start: number, first: number): number {
    const bytes = this.bytes;
    let at = start;
    let byte = first;
    if (byte === 0x2d) byte = bytes[++at] ?? 0;
    if (!isDigit(byte)) return this.reject(at, at === start ? "value" : "digit");
    const digits = at;
    if (byte === 0x30) {
      byte = bytes[++at] ?? 0;
      if (isDigit(byte)) return this.reject(at - 1, "no-leading-zero");
    } else {
      do byte = bytes[++at] ?? 0;
      while (isDigit(byte));
      if (at - digits >= 16) this.flags |= Flag.longNumber;
    }
    if (byte === 0x2e) {
      byte = bytes[++at] ?? 0;
      if (!isDigit(byte)) return this.reject(at, "digit");
      do byte = bytes[++at] ?? 0;
      while (isDigit(byte));
    }
    if (byte === 0x65 || byte === 0x45) {
      byte = bytes[++at] ?? 0;
      // Without a long integer part, only a positive exponent can reach Infinity.
      if (byte !== 0x2d) this.flags |= Flag.longNumber;
      if (byte === 0x2d || byte === 0x2b) byte = bytes[++at] ?? 0;
      if (!isDigit(byte)) return this.reject(at, "digit");
      do byte = bytes[++at] ?? 0;
      while (isDigit(byte));
    }
    return at;
  }
}

/** Does an earlier key of the object at `open` have the very bytes of `key`? */
function repeats(tape: Tape, open: number, key: number): boolean {
  const { bytes, starts, link } = tape;
  const start = starts[key] ?? 0;
  const length = (link[key] ?? 0) - start;
  next: for (let at = open + 1; at < key; at = tape.after(at + 1)) {
    const from = starts[at] ?? 0;
    if ((link[at] ?? 0) - from !== length) continue;
    for (let i = 1; i < length; i++) if (bytes[from + i] !== bytes[start + i]) continue next;
    return true;
  }
  return false;
}
