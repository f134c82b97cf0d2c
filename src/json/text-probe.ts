import { Buffer } from "node:buffer";
import { BACKSLASH, OPEN_BRACE, OPEN_BRACKET, SIMPLE_ESCAPE, unitAt } from "./bytes.js";
import type { JsonNode } from "./node.js";

const LETTER_U = 0x75;
const SPACE = 0x20;

/**
 * Words that are looked for in texts. Prose is most of a recording and hardly any of it holds one, so bytes are looked at first. A text is
 * decoded only where it spells a character of the words as an escape: `<` and `\u003c` say the same, and each writer has its own habits.
 */
export class TextProbe {
  readonly #words: readonly string[];
  readonly #marks: readonly (readonly [first: number, second: number | undefined])[];
  readonly #letters: ReadonlySet<number>;

  /**
   * @param words no quotes, backslashes or control characters in them, which JSON cannot write as they are
   * @param marks of one or two ASCII characters: a text with one of the words has one of these, and most texts have none. Without any,
   * each text is searched for each word
   */
  constructor(words: readonly string[], marks: readonly string[] = []) {
    this.#words = words;
    this.#marks = marks.map((mark) => [mark.charCodeAt(0), mark.length > 1 ? mark.charCodeAt(1) : undefined]);
    this.#letters = new Set(words.flatMap((word) => Array.from(word, (_, at) => word.charCodeAt(at))));
  }

  /** Whether a string, or a string inside a value, may hold one of the words: `false` is certain. */
  mayBeIn(node: JsonNode): boolean {
    const bytes = node.bytes();
    if (bytes === undefined) return this.#isIn(node);
    if (this.#isMarked(bytes)) {
      const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (const word of this.#words) if (source.includes(word)) return true;
    }
    const spelling = this.#spellingIn(bytes);
    return spelling === "inside" || (spelling === "escaped" && this.#isIn(node));
  }

  #isMarked(bytes: Uint8Array): boolean {
    if (this.#marks.length === 0) return true;
    for (const [first, second] of this.#marks) {
      if (second === undefined ? bytes.includes(first) : hasRun(bytes, first, second)) return true;
    }
    return false;
  }

  /** Whether a character of the words is there as an escape: of the string itself, or of JSON inside it, where escapes are escaped. */
  #spellingIn(bytes: Uint8Array): "plain" | "escaped" | "inside" {
    let isEscaped = false;
    for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = bytes.indexOf(BACKSLASH, at + 1)) {
      const first = at;
      while (bytes[at + 1] === BACKSLASH) at += 1;
      const letter = bytes[at + 1] ?? 0;
      // `\/` is how PHP writes a slash.
      const unit = letter === LETTER_U ? unitAt(bytes, at + 2) : (SIMPLE_ESCAPE[letter] ?? 0);
      // The escape of an escape may itself be written with escapes.
      if (letter === LETTER_U && (unit === BACKSLASH || (unit === LETTER_U && at > first))) return "inside";
      if (!this.#letters.has(unit)) continue;
      if (at > first) return "inside";
      isEscaped = true;
    }
    return isEscaped ? "escaped" : "plain";
  }

  #isIn(node: JsonNode): boolean {
    const text = node.string() ?? JSON.stringify(node.value());
    return this.#words.some((word) => text.includes(word));
  }
}

function hasRun(bytes: Uint8Array, first: number, second: number): boolean {
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (bytes[at + 1] === second) return true;
  }
  return false;
}

/** Whether a text may be JSON with an object or a list at its root: `false` is certain, and costs a look at its first character. */
export function mayHoldContainer(node: JsonNode): boolean {
  const first = node.textStart ?? node.string()?.charCodeAt(0) ?? 0;
  return first === OPEN_BRACE || first === OPEN_BRACKET || first === BACKSLASH || first <= SPACE;
}

/** Bytes that an escape takes at most. */
const maxEscapeLength = 6;

/**
 * The beginning of a string's text: `length` UTF-16 units where it has so many and they are ASCII, fewer characters otherwise. Builds
 * nothing of what follows. Other characters than ASCII come out as others.
 */
export function beginningOf(node: JsonNode, length: number): string {
  const bytes = node.kind === "string" ? node.bytes() : undefined;
  if (bytes === undefined) return node.string()?.slice(0, length) ?? "";
  const end = Math.min(bytes.byteLength - 1, 1 + length * maxEscapeLength);
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const plain = source.toString("latin1", 1, Math.min(end, 1 + length));
  if (!plain.includes("\\")) return plain;
  const [whole = ""] = /^(?:[^\\]|\\u[\da-fA-F]{4}|\\[^u])*/.exec(source.toString("latin1", 1, end)) ?? [];
  const text: unknown = JSON.parse(`"${whole}"`);
  return String(text).slice(0, length);
}

/** Whether a string begins with an ASCII text; does not build the string, which may be a long one. */
export function beginsWith(node: JsonNode | undefined, text: string): boolean {
  return node?.kind === "string" && beginningOf(node, text.length) === text;
}

/** Whether a value is the empty string; does not build the text of a long one. */
export function isEmptyString(node: JsonNode | undefined): boolean {
  if (node?.kind !== "string") return false;
  const bytes = node.bytes();
  return bytes === undefined ? node.string() === "" : bytes.length === '""'.length;
}
