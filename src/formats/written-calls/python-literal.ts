import type { JsonNode, Range } from "../../json/node.js";
import { PlainNode } from "../../json/plain-node.js";
import { escapeStep } from "../../json/pointer.js";
import { type Sentence, sentence, value } from "../../text/sentence.js";

/** Why a text is no literal. `from` and `to` are units of the text. */
export interface LiteralFault {
  readonly from: number;
  readonly to: number;
  readonly message: Sentence;
  /** The text ends inside the literal. */
  readonly isCut: boolean;
}

/** Lists inside lists: more is a joke on us. */
const maxDepth = 100;

/**
 * Reads Python literals, JSON's spellings of them included: what models write into calls that look like Python.
 *
 * Tuples and sets become lists, integers that a double does not hold stay exact. Each value keeps its place.
 */
export class LiteralReader {
  readonly text: string;
  /** The unit that is read next. */
  at: number;
  /** Why reading stopped. */
  fault: LiteralFault | undefined;
  readonly #places = new Map<string, readonly [from: number, to: number]>();

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** Forgets the places of values read so far: the next ones belong to another root. */
  begin(): void {
    this.#places.clear();
  }

  /** Goes on after what another reader of the same text has read, and takes over its places. */
  adopt(other: LiteralReader): void {
    for (const [pointer, place] of other.#places) this.#places.set(pointer, place);
    this.at = other.at;
  }

  /** A value read by this reader as a node, whose parts are where they were read in `text`. */
  node(value: unknown, text: JsonNode): JsonNode {
    const places = new Map(this.#places);
    const range = (pointer: string): Range => {
      for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
        const place = places.get(at);
        if (place !== undefined) return text.textRange(place[0], place[1]);
        if (at === "") return text.range;
      }
    };
    return new PlainNode(value, { range, pointer: (pointer) => pointer, within: text });
  }

  /** Notes where the value with this pointer is. */
  place(pointer: string, from: number): void {
    this.#places.set(pointer, [from, this.at]);
  }

  /** Reads one value, which will have this pointer. @returns `undefined` with `fault` set where there is none */
  value(pointer: string, depth = 0): unknown {
    this.skipSpace();
    const from = this.at;
    const value = depth > maxDepth ? this.fail("Lists are nested too deep") : this.#any(pointer, depth);
    if (this.fault === undefined) this.place(pointer, from);
    return value;
  }

  skipSpace(): void {
    const space = /\s*/y;
    space.lastIndex = this.at;
    space.exec(this.text);
    this.at = space.lastIndex;
  }

  /** Passes over a character, white space in front allowed. */
  take(character: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  /** Passes over what a sticky pattern matches. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found ?? undefined;
  }

  fail(message: Sentence, to = this.at + 1): undefined {
    const isCut = this.at >= this.text.length;
    this.fault ??= { from: this.at, to: Math.max(this.at, Math.min(to, this.text.length)), message, isCut };
    return undefined;
  }

  /** Fails for what is next. */
  unexpected(expected: string): undefined {
    if (this.at >= this.text.length) return this.fail(`The call ends where ${expected} should follow`);
    const next = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    return this.fail(sentence`The call has ${value(next)} where ${expected} should be`, this.at + next.length);
  }

  #any(pointer: string, depth: number): unknown {
    const character = this.text[this.at] ?? "";
    if (character === "{") return this.#braces(pointer, depth);
    if (character === "[") return this.#list("]", pointer, depth);
    if (character === "(") return this.#list(")", pointer, depth);
    if (this.match(/(?=[rbfu]{0,2}["'])/iy) !== undefined) return this.#strings();
    const number = this.match(/[+-]?(?:0[xX][\da-fA-F]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])/y);
    if (number !== undefined) return numberOf(number[0]);
    const word = this.match(/[A-Za-z_][\w.]*/y);
    if (word === undefined) return this.unexpected("a value");
    const constant = constants.get(word[0]);
    if (constant !== undefined) return constant;
    this.at -= word[0].length;
    return this.fail(sentence`The call has the name ${value(word[0])} where a value should be`, this.at + word[0].length);
  }

  /** Strings that follow each other are one. */
  #strings(): string | undefined {
    let joined = "";
    for (let prefix = this.match(stringStart); prefix !== undefined; prefix = this.match(stringStart)) {
      const [, letters = "", mark = ""] = prefix;
      const text = this.#string(mark, /r/i.test(letters));
      if (text === undefined) return undefined;
      joined += text;
      const behind = this.at;
      this.skipSpace();
      if (this.match(/(?=[rbfu]{0,2}["'])/iy) === undefined) this.at = behind;
    }
    return joined;
  }

  #string(mark: string, isRaw: boolean): string | undefined {
    const from = this.at;
    const end = endOfString(this.text, from, mark);
    if (end === undefined) {
      this.at = this.text.length;
      this.fail("The call ends inside a string");
      return undefined;
    }
    const inner = this.text.slice(from, end);
    this.at = end + mark.length;
    return isRaw ? inner : inner.replace(escapeSequence, unescaped);
  }

  #list(close: string, pointer: string, depth: number): unknown {
    this.at += 1;
    const items: unknown[] = [];
    let hasComma = false;
    while (!this.take(close)) {
      if (items.length > 0 && !hasComma) return this.unexpected(`, or ${close}`);
      // In parentheses one value alone is just that value, which is learnt after it.
      items.push(this.value(`${pointer}/${items.length}`, depth + 1));
      if (this.fault !== undefined) return undefined;
      hasComma = this.take(",");
    }
    return close === ")" && items.length === 1 && !hasComma ? items[0] : items;
  }

  /** A dictionary or a set. */
  #braces(pointer: string, depth: number): unknown {
    this.at += 1;
    const members: (readonly [string, unknown])[] = [];
    const items: unknown[] = [];
    let hasComma = true;
    while (!this.take("}")) {
      if (!hasComma) return this.unexpected(", or }");
      const key = this.value(`${pointer}/${items.length}`, depth + 1);
      if (this.fault !== undefined) return undefined;
      if (this.take(":")) {
        const name = typeof key === "string" ? key : String(key);
        members.push([name, this.value(`${pointer}/${escapeStep(name)}`, depth + 1)]);
        if (this.fault !== undefined) return undefined;
      } else items.push(key);
      if (members.length > 0 && items.length > 0) return this.unexpected(":");
      hasComma = this.take(",");
    }
    return items.length > 0 ? items : Object.fromEntries(members);
  }
}

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ["True", true],
  ["true", true],
  ["False", false],
  ["false", false],
  ["None", null],
  ["null", null],
]);

const stringStart = /([rbfu]{0,2})("""|'''|"|')/iy;

/** A number as JavaScript holds it; an integer that a double does not hold as bigint. */
function numberOf(text: string): number | bigint {
  const digits = text.replaceAll("_", "").replace(/^\+/, "");
  const number = Number(digits);
  if (/^-?\d+$/.test(digits) && !Number.isSafeInteger(number)) return BigInt(digits);
  return /^-0[xX]/.test(digits) ? -Number(digits.slice(1)) : number;
}

/** The unit at which a string's closing mark is. */
function endOfString(text: string, from: number, mark: string): number | undefined {
  const marks = /\\[\s\S]|"""|'''|["']/g;
  marks.lastIndex = from;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [match] = found;
    // Three marks end a short string at the first of them.
    if (match === mark || (mark.length === 1 && match.startsWith(mark))) return found.index;
    if (match.length === 3) marks.lastIndex = found.index + 1;
  }
  return undefined;
}

const escapeSequence = /\\(?:\r?\n|([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;

const letters: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["a", "\u0007"],
  ["/", "/"],
]);

function unescaped(whole: string, octal?: string, byte?: string, unit?: string, point?: string, letter?: string): string {
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  const hex = byte ?? unit;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (point !== undefined) {
    const code = Number.parseInt(point, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  }
  if (letter === undefined) return "";
  if (letter === "\\" || letter === "'" || letter === '"') return letter;
  return letters.get(letter) ?? whole;
}
