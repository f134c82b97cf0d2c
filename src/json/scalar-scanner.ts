import { BACKSLASH, characterLength, isDigit, QUOTE, SIMPLE_ESCAPE, skipPlain, unitAt } from "./bytes.js";

/** What the scan notes in passing about one document, as bits. `repeatedKey` is exact, the rest suspicions or plain facts. */
export const Flag = {
  nonAscii: 1,
  escapedKey: 2,
  repeatedKey: 4,
  loneSurrogate: 8,
  longNumber: 16,
  /** The bytes hold surrogates in three bytes each (WTF-8), which only texts of ours do, never a file. */
  rawSurrogate: 32,
  /** A letter or digit of ASCII, `_`, `-`, `.` or `:` is written as an escape, which hardly any writer does: words cannot be found by their bytes. */
  escapedLetter: 64,
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

/**
 * Scans what is no object or array: the rest of a string, numbers, words. Each method takes an offset and gives the
 * one after, or a negative number when it stopped; `end` and `expected` say where and why.
 */
export abstract class ScalarScanner {
  /** Facts about the last scan, valid until the next. */
  flags = 0;
  /** Bytes minus UTF-16 units inside the strings of the last scan. */
  surplus = 0;
  /** Where the last scan's value ended, or where the scan stopped. */
  end = 0;
  expected: Expected = "value";

  protected bytes: Uint8Array = new Uint8Array(0);
  protected words: Int32Array = new Int32Array(0);
  protected allowsSurrogates = false;
  protected sawEscape = false;

  protected stop(at: number, expected: Expected): false {
    this.end = at;
    this.expected = expected;
    return false;
  }

  private reject(at: number, expected: Expected): number {
    this.stop(at, expected);
    return -1;
  }

  /** From a byte inside a string that is not plain to the closing quote; negative after a stop. */
  protected scanRestOfString(from: number): number {
    const bytes = this.bytes;
    let at = from;
    let surplus = 0;
    this.sawEscape = false;
    for (;;) {
      at = skipPlain(bytes, this.words, at);
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        this.sawEscape = true;
        at = SIMPLE_ESCAPE[bytes[at + 1] ?? 0] !== 0 ? at + 2 : this.scanUnitEscape(at);
        if (at < 0) return at;
      } else if (byte < 0x80) return this.reject(at, "string-character");
      else {
        const length = characterLength(bytes, at, byte);
        if (length === 0) return this.reject(at, "utf-8");
        if (byte === 0xed && (bytes[at + 1] ?? 0) >= 0xa0) {
          if (!this.allowsSurrogates) return this.reject(at, "utf-8");
          this.flags |= Flag.loneSurrogate | Flag.rawSurrogate;
        }
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

  /** From the backslash of `\u` after its digits, and after the second escape of a surrogate pair; negative after a stop. */
  private scanUnitEscape(at: number): number {
    const bytes = this.bytes;
    if (bytes[at + 1] !== 0x75) return this.reject(at, "escape");
    const unit = unitAt(bytes, at + 2);
    if (unit < 0) return this.reject(at, "hex-digits");
    if ((unit & 0xf800) !== 0xd800) {
      if (isLetter(unit)) this.flags |= Flag.escapedLetter;
      return at + 6;
    }
    if (unit < 0xdc00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75 && (unitAt(bytes, at + 8) & ~0x3ff) === 0xdc00)
      return at + 12;
    this.flags |= Flag.loneSurrogate;
    return at + 6;
  }

  /** A number or `true`, `false`, `null`: the offset after it; negative after a stop. */
  protected scanBareWord(at: number, byte: number): number {
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

function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x2d && unit <= 0x3a && unit !== 0x2f) || unit === 0x5f;
}
