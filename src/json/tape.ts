import { wordsOf } from "./bytes.js";

const NO_TOKENS = new Int32Array(0);

/**
 * JSON texts as tokens: one for each key, value and closing bracket, none for commas and colons.
 *
 * `starts` holds the byte offset of each token. `link` holds the end offset of a scalar or closing bracket, and `~token` of its
 * closing bracket for an opening one, so its sign tells them apart. Keys and values of an object alternate after its opening token.
 * The arrays are reused and grow on demand; `generation` changes when the tokens are dropped.
 */
export class Tape {
  bytes: Buffer;
  starts: Int32Array;
  link: Int32Array;
  count = 0;
  generation = 0;
  private viewed: { readonly bytes: Buffer; readonly words: Int32Array } | undefined;
  /** Values whose tokens were copied from those of the same bytes in an earlier document: the first tokens, rising, and what they were copied from. */
  private readonly recalledTokens: number[] = [];
  private readonly recalledFrom: object[] = [];
  /** Whether the bytes may be WTF-8, which has surrogates in three bytes each: texts that we wrote, never a file. */
  readonly allowsSurrogates: boolean;

  /** `capacity`: tokens to make room for at once. */
  constructor(bytes: Buffer, capacity: number, allowsSurrogates: boolean) {
    this.bytes = bytes;
    this.starts = capacity === 0 ? NO_TOKENS : new Int32Array(capacity);
    this.link = capacity === 0 ? NO_TOKENS : new Int32Array(capacity);
    this.allowsSurrogates = allowsSurrogates;
  }

  /** Drops all tokens; nodes over them are dead from now on. */
  clear(bytes: Buffer): void {
    this.bytes = bytes;
    this.generation++;
    this.cut(0);
  }

  /** Drops the tokens from `count` on, which no node is on. */
  cut(count: number): void {
    this.count = count;
    while ((this.recalledTokens.at(-1) ?? -1) >= count) {
      this.recalledTokens.pop();
      this.recalledFrom.pop();
    }
  }

  /** Notes that the tokens of the value that begins at `token` were copied. */
  recall(token: number, from: object): void {
    this.recalledTokens.push(token);
    this.recalledFrom.push(from);
  }

  /** What the tokens of the value at `token` were copied from, if they were. Values that have it in common have the same bytes. */
  recalled(token: number): object | undefined {
    const tokens = this.recalledTokens;
    let low = 0;
    for (let high = tokens.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((tokens[middle] ?? 0) < token) low = middle + 1;
      else high = middle;
    }
    return tokens[low] === token ? this.recalledFrom[low] : undefined;
  }

  /** The bytes by four, for `skipPlain`; the view is made once for all documents over the same bytes. */
  get words(): Int32Array {
    if (this.viewed?.bytes !== this.bytes) this.viewed = { bytes: this.bytes, words: wordsOf(this.bytes) };
    return this.viewed.words;
  }

  /** A tape of its own, of exactly the size needed, for a document whose tokens begin at `token` and whose text is these bytes. */
  copy(token: number, from: number, to: number): Tape {
    // Small ones share memory: the lines of a log are many.
    const bytes = Buffer.allocUnsafe(to - from);
    this.bytes.copy(bytes, 0, from, to);
    const copy = new Tape(bytes, 0, this.allowsSurrogates);
    const starts = this.starts.slice(token, this.after(token));
    const link = this.link.slice(token, this.after(token));
    for (let at = 0; at < starts.length; at++) {
      const end = link[at] ?? 0;
      starts[at] = (starts[at] ?? 0) - from;
      link[at] = end < 0 ? end + token : end - from;
    }
    copy.starts = starts;
    copy.link = link;
    copy.count = starts.length;
    return copy;
  }

  startOf(token: number): number {
    return this.starts[token] ?? 0;
  }

  /** The offset after the last byte of a key or value. */
  endOf(token: number): number {
    const link = this.link[token] ?? 0;
    return link < 0 ? (this.starts[~link] ?? 0) + 1 : link;
  }

  /** The token after a key or value: its next sibling, or the closing bracket around it. */
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

  /** Whether the key or string at `token` is spelled as this text, which is one of plain bytes only. */
  isText(token: number, text: string): boolean {
    const { bytes } = this;
    const start = this.starts[token] ?? 0;
    let at = text.length;
    if ((this.link[token] ?? 0) - start - 2 !== at) return false;
    // From the end: identifiers begin alike.
    while (at > 0 && bytes[start + at] === text.charCodeAt(at - 1)) at--;
    return at === 0;
  }

  /**
   * The value of the member of the object at `open` that has this key, in ASCII and without escapes: its token. Else 0, which is never the
   * token of a value of an object; -1 where the object has more than `most` keys and none of the first is it.
   */
  find(open: number, key: string, most: number): number {
    const { bytes, starts, link } = this;
    const close = ~(link[open] ?? 0);
    let left = most;
    for (let token = open + 1; token < close; ) {
      const start = starts[token] ?? 0;
      let at = key.length;
      if ((link[token] ?? 0) - start - 2 === at) {
        for (; at > 0; at--) {
          const byte = bytes[start + at] ?? 0;
          if (byte !== key.charCodeAt(at - 1) || byte > 0x7f) break;
        }
        if (at === 0) return token + 1;
      }
      if (--left === 0) return -1;
      const end = link[token + 1] ?? 0;
      token = end < 0 ? -end : token + 2;
    }
    return 0;
  }

  /** Doubles the room for tokens. */
  grow(): void {
    const capacity = Math.max(16, 2 * this.starts.length);
    const starts = new Int32Array(capacity);
    const link = new Int32Array(capacity);
    starts.set(this.starts);
    link.set(this.link);
    this.starts = starts;
    this.link = link;
  }
}
