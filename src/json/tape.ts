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

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BACKSLASH = 0x5c;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const SPACE = 0x20;

/** An object with more keys is compared by a set after the scan, so that the scan stays linear. */
const MAX_COMPARED_KEYS = 256;

/** Slots of the table of seen keys, a power of two. */
const SEEN_BITS = 11;

/** 1 for the bytes that stand for themselves inside a string and need no look: ASCII but quote, backslash and controls. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** The value of a hexadecimal digit; 16 for every other byte. */
export const HEX = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = "0123456789abcdef".indexOf(String.fromCharCode(byte).toLowerCase());
  return byte < 0x80 && digit >= 0 ? digit : 16;
});

const SIMPLE_ESCAPE = Uint8Array.from({ length: 256 }, (_, byte) => ('"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0));

/**
 * JSON texts as tokens: one for each key, value and closing bracket, none for commas and colons.
 *
 * `starts` holds the byte offset of each token. `link` holds the end offset of a scalar or closing bracket, `~token` of the closing bracket
 * for an opening one (so its sign tells them apart). Keys and values of an
 * object alternate after its opening token. The arrays are reused and grow on demand; `generation` changes when the tokens are dropped.
 */
export class Tape {
  bytes: Buffer;
  starts: Int32Array;
  link: Int32Array;
  count = 0;
  generation = 0;

  /** Facts about the last scan, valid until the next. */
  flags = 0;
  /** Bytes minus UTF-16 units inside the strings of the last scan. */
  surplus = 0;
  /** Where the last scan's value ended, or where the scan stopped. */
  end = 0;
  expected: Expected = "value";
  /** Opening tokens of the objects that may repeat a key. */
  suspects: number[] = [];

  /** WTF-8 is read as well; for texts that we wrote ourselves. */
  allowsSurrogates = false;

  private sawEscape = false;
  private readonly opens = new Int32Array(MAX_DEPTH + 1);
  private readonly widths = new Int32Array(MAX_DEPTH + 1);
  /** By hash, the last key with it in any object, as `epoch` + token: if it lies before an object, so do all keys with that hash. */
  private readonly seen = new Int32Array(1 << SEEN_BITS);
  private epoch = 0;

  constructor(bytes: Buffer, capacity: number) {
    this.bytes = bytes;
    this.starts = new Int32Array(capacity);
    this.link = new Int32Array(capacity);
  }

  /** Drops all tokens; nodes over them are dead from now on. */
  clear(bytes: Buffer): void {
    this.bytes = bytes;
    this.count = 0;
    this.generation++;
  }

  /** A tape of its own, of exactly the size needed, for a document whose tokens begin at `token` and whose text is these bytes. */
  copy(token: number, from: number, to: number, flags: number): Tape {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    this.bytes.copy(bytes, 0, from, to);
    const copy = new Tape(bytes, this.after(token) - token);
    for (let at = 0; at < copy.starts.length; at++) {
      const link = this.link[token + at] ?? 0;
      copy.starts[at] = this.startOf(token + at) - from;
      copy.link[at] = link < 0 ? link + token : link - from;
    }
    copy.count = copy.starts.length;
    copy.flags = flags;
    return copy;
  }

  startOf(token: number): number {
    return this.starts[token] ?? 0;
  }

  /** The offset behind the last byte of a key or value. */
  endOf(token: number): number {
    const link = this.link[token] ?? 0;
    return link < 0 ? (this.starts[~link] ?? 0) + 1 : link;
  }

  /** The token behind a key or value: its next sibling, or the closing bracket around it. */
  after(token: number): number {
    const link = this.link[token] ?? 0;
    return link < 0 ? -link : token + 1;
  }

  firstByte(token: number): number {
    return this.bytes[this.starts[token] ?? 0] ?? 0;
  }

  /** The token of the closing bracket of a container. */
  closeOf(token: number): number {
    return ~(this.link[token] ?? 0);
  }

  /** Does the key or string at `token` have this ASCII text, spelled without escapes? Never true for other texts. */
  isText(token: number, text: string): boolean {
    const from = (this.starts[token] ?? 0) + 1;
    if ((this.link[token] ?? 0) - 1 - from !== text.length) return false;
    const bytes = this.bytes;
    for (let i = 0; i < text.length; i++) {
      const byte = bytes[from + i] ?? 0;
      if (byte !== text.charCodeAt(i) || byte > 0x7f || byte === BACKSLASH) return false;
    }
    return true;
  }

  /**
   * Appends the tokens of the one value that begins at or behind `from`, white space in front allowed.
   * Byte `to` must exist and be NUL: it stops every loop, so that none of them has to compare offsets.
   *
   * @returns true with `end` behind the value, or false with `end` at the first byte that fits no JSON (`to` if the text ended too early)
   */
  scan(from: number): boolean {
    const { bytes, opens, widths, seen } = this;
    let { starts, link, count } = this;
    let room = starts.length - 2;
    let depth = 0;
    let closer = 0;
    let at = skipSpace(bytes, from);
    let byte = bytes[at] ?? 0;
    this.flags = 0;
    this.surplus = 0;
    this.suspects.length = 0;
    const epoch = this.nextEpoch();

    for (;;) {
      if (count > room) {
        this.count = count;
        this.grow();
        ({ starts, link } = this);
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
          const hash = (at - start) ^ ((bytes[at - 2] ?? 0) << 8) ^ ((bytes[at - 3] ?? 0) << 16) ^ ((bytes[(start + at) >> 1] ?? 0) << 24);
          const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - SEEN_BITS);
          if ((seen[slot] ?? 0) > epoch + open && this.repeats(open, count - 1)) this.suspect(open);
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
          this.count = count;
          this.grow();
          ({ starts, link } = this);
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
    this.count = count;
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

  /** A number above all that `seen` holds, so that the table need not be emptied for each scan. */
  private nextEpoch(): number {
    this.epoch += this.starts.length + 1;
    if (this.epoch > 2 ** 30) {
      this.seen.fill(0);
      this.epoch = 1;
    }
    return this.epoch;
  }

  private grow(): void {
    const capacity = Math.max(16, 2 * this.starts.length);
    const starts = new Int32Array(capacity);
    const link = new Int32Array(capacity);
    starts.set(this.starts);
    link.set(this.link);
    this.starts = starts;
    this.link = link;
  }

  /** Does an earlier key of the object at `open` have the very bytes of `key`? */
  private repeats(open: number, key: number): boolean {
    const { bytes, starts, link } = this;
    const start = starts[key] ?? 0;
    const length = (link[key] ?? 0) - start;
    next: for (let at = open + 1; at < key; at = this.after(at + 1)) {
      const from = starts[at] ?? 0;
      if ((link[at] ?? 0) - from !== length) continue;
      for (let i = 1; i < length; i++) if (bytes[from + i] !== bytes[start + i]) continue next;
      return true;
    }
    return false;
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

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** The first byte at or behind `from` that is no white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at++;
  }
}

/** The UTF-16 unit that four hexadecimal digits name; negative where there are fewer. */
function unitAt(bytes: Uint8Array, at: number): number {
  const first = HEX[bytes[at] ?? 0] ?? 16;
  // NUL is no digit: not to read behind the end of the bytes.
  if (first === 16) return -1;
  const second = HEX[bytes[at + 1] ?? 0] ?? 16;
  if (second === 16) return -1;
  const third = HEX[bytes[at + 2] ?? 0] ?? 16;
  if (third === 16) return -1;
  const fourth = HEX[bytes[at + 3] ?? 0] ?? 16;
  return fourth === 16 ? -1 : (first << 12) | (second << 8) | (third << 4) | fourth;
}
