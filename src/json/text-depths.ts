import { BACKSLASH, OPEN_BRACE, OPEN_BRACKET } from "./bytes.js";

/** Deeper than any container lies: no text may hold JSON. */
const none = 1 << 20;

/** What follows the backslash where white space is written as an escape: `\n`, `\r`, `\t`. */
const whiteEscapes: ReadonlySet<number> = new Set([0x6e, 0x72, 0x74]);

const LETTER_U = 0x75;

/** By byte: whether a text that begins so may be JSON with an object or a list at its root. */
export const MAY_OPEN = new Uint8Array(256);
for (const byte of [OPEN_BRACE, OPEN_BRACKET, BACKSLASH, 0x20]) MAY_OPEN[byte] = 1;

/** How many containers are around the strings that may hold an object as JSON, and around those that may hold a list, at least. */
export interface TextDepths {
  readonly objects: number;
  readonly lists: number;
}

/** Text depths while they are found out. */
export class FoundTextDepths implements TextDepths {
  objects = none;
  lists = none;

  clear(): void {
    this.objects = none;
    this.lists = none;
  }

  /** What was found so far, from the depth of a value on. */
  from(depth: number): TextDepths {
    return { objects: this.objects - depth, lists: this.lists - depth };
  }

  /** Adds what was found elsewhere, of a value that now lies at a depth. */
  add({ objects, lists }: TextDepths, depth: number): void {
    this.objects = Math.min(this.objects, objects + depth);
    this.lists = Math.min(this.lists, lists + depth);
  }

  /** The text that begins at `from` may be JSON. One that begins with an escape that is no white space is taken for a list. */
  note(bytes: Uint8Array, from: number, depth: number): void {
    if (depth >= this.lists) return;
    let at = from;
    for (;;) {
      const byte = bytes[at] ?? 0;
      const isSpace = byte === BACKSLASH && whiteEscapes.has(bytes[at + 1] ?? 0);
      if (byte === OPEN_BRACE && depth < this.objects) this.objects = depth;
      if (byte === OPEN_BRACKET || (byte === BACKSLASH && bytes[at + 1] === LETTER_U)) this.lists = depth;
      if (byte !== 0x20 && !isSpace) return;
      at += isSpace ? 2 : 1;
    }
  }
}
