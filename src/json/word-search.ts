import { COLON, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipSpace } from "./bytes.js";
import { TEXT_SLOTS, textSlot } from "./text-slot.js";

/** What a search reads of a tape: types that browsers have as well, which know no `Buffer`. */
interface SearchedTape {
  readonly bytes: Uint8Array;
  readonly starts: ArrayLike<number>;
  readonly link: ArrayLike<number>;
  after(token: number): number;
  firstByte(token: number): number;
  closeOf(token: number): number;
  isText(token: number, text: string): boolean;
}

/** Words that are as keys, and words that are as the values of members (`type`, `role`), made ready for being looked for. */
export class SearchedWords {
  /** By slot: whether a word may have its place there. */
  readonly slots = new Uint8Array(TEXT_SLOTS);
  readonly keys: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  private readonly bySlot = new Map<number, string[]>();

  constructor(keys: readonly string[], values: readonly string[]) {
    this.keys = new Set(keys);
    this.values = new Set(values);
    for (const word of new Set([...keys, ...values])) {
      const bytes = Buffer.from(`"${word}"`);
      const { length } = bytes;
      const slot = textSlot(length, bytes[1] ?? 0, bytes[length >> 1] ?? 0, bytes[length - 2] ?? 0);
      this.slots[slot] = 1;
      this.bySlot.set(slot, [...(this.bySlot.get(slot) ?? []), word]);
    }
  }

  /** The word that the string or key at a token is spelled as. */
  at(tape: SearchedTape, token: number, slot: number): string | undefined {
    return this.bySlot.get(slot)?.find((word) => tape.isText(token, word));
  }
}

/** Where a word was found: the object around it, and the token of its key, or of the value that it is. */
export interface FoundWord {
  readonly open: number;
  readonly word: string;
  readonly isKey: boolean;
  readonly token: number;
}

/** Longest word that is looked for, with its quotes. */
const maxWordLength = 40;

/** Bytes of a letter that is written as an escape. */
const maxEscapeLength = 6;

/**
 * Finds words in the objects of a value, in one pass over its tokens.
 *
 * @param except tokens of values that are passed over with all that is in them, and lists whose items all are among them
 * @param spelled decodes the string at a token, where letters are written as escapes
 */
export function* findWords(
  tape: SearchedTape,
  root: number,
  words: SearchedWords,
  except: ReadonlySet<number>,
  spelled?: (token: number) => string | undefined,
): Generator<FoundWord, void, undefined> {
  const { bytes, starts, link } = tape;
  const { slots } = words;
  const opens: number[] = [];
  const end = tape.after(root);
  let depth = 0;
  for (let token = root; token < end; token++) {
    const start = starts[token] ?? 0;
    const to = link[token] ?? 0;
    if (to < 0) {
      if (except.has(token)) token = ~to;
      else opens[++depth] = token;
      continue;
    }
    if (bytes[start] !== QUOTE) {
      const open = opens[depth] ?? 0;
      if (depth > 0 && ~(link[open] ?? 0) === token) depth--;
      continue;
    }
    const length = to - start;
    if (length > (spelled === undefined ? maxWordLength : maxEscapeLength * maxWordLength)) continue;
    const slot = textSlot(length, bytes[start + 1] ?? 0, bytes[(start + to) >> 1] ?? 0, bytes[to - 2] ?? 0);
    if (slots[slot] !== 1 && spelled === undefined) continue;
    const open = opens[depth] ?? 0;
    if (depth === 0 || bytes[starts[open] ?? 0] !== OPEN_BRACE) continue;
    const word = spelled === undefined ? words.at(tape, token, slot) : spelled(token);
    if (word === undefined) continue;
    const isKey = bytes[skipSpace(bytes, to)] === COLON;
    if (isKey ? words.keys.has(word) && !isPassedOver(tape, token + 1, except) : words.values.has(word)) yield { open, word, isKey, token };
  }
}

function isPassedOver(tape: SearchedTape, value: number, except: ReadonlySet<number>): boolean {
  if (except.has(value)) return true;
  if (tape.firstByte(value) !== OPEN_BRACKET) return false;
  const close = tape.closeOf(value);
  for (let item = value + 1; item < close; item = tape.after(item)) if (!except.has(item)) return false;
  return true;
}
