import type { KnownWords } from "./known-words.js";
import type { TextLeaf } from "./tree.js";

/** Names that a reproduction may show. */
export interface ShownNames {
  readonly words: KnownWords;
  /** Keys of the file. */
  readonly keys: ReadonlySet<string>;
  /** Names of tools, declared and called. */
  readonly tools: ReadonlySet<string>;
}

/** Keys whose values name keys. */
const namesKeys: ReadonlySet<string> = new Set(["required", "propertyOrdering", "dependentRequired"]);

/** Whether a text is shown as it is: a word of the wire where the wire has words, the name of a tool, the key that a schema names. */
export function isShown({ text, key, isFree }: TextLeaf, { words, keys, tools }: ShownNames): boolean {
  if (text === "" || tools.has(text)) return true;
  if (namesKeys.has(key)) return keys.has(text);
  if (key === "$ref" && text.startsWith("#"))
    return text
      .slice(2)
      .split("/")
      .every((part) => part === "" || keys.has(part));
  return !isFree && words.isWord(text) && words.isWord(key);
}

/**
 * What may stand for a text, from what hides all of it to what keeps as much as a rule could look at: a name of its own, its shape,
 * its shape with keys and marks, the same with parts that the program knows, with short ones as versions have them, a word that the
 * program knows.
 *
 * @param number tells it from all other texts
 */
export function disguisesOf(text: string, number: number, names: ShownNames): readonly string[] {
  const { words, keys, tools } = names;
  const isMark = (word: string) => keys.has(word) || tools.has(word) || literals.has(word);
  const marked = shapeOfText(text, number, /[\p{L}\p{N}_]+/gu, isMark);
  const known = (isSmall: (word: string) => boolean) =>
    shapeOfText(text, number, /[A-Za-z]+|\p{L}+|\d+/gu, (word) => isMark(word) || words.isPart(word) || isSmall(word));
  const all = [
    `t${number}`,
    shapeOfText(text, number, /$^/g, () => false),
    marked,
    known(() => false),
    known((word) => /^(?:[a-z]{1,3}|\d{1,4})$/i.test(word)),
    ...(words.isWord(text) ? [text] : []),
  ];
  return [...new Set(all)];
}

/** What a fault in arguments may hang on. */
const literals: ReadonlySet<string> = new Set(["True", "False", "None", "true", "false", "null", "NaN", "Infinity", "undefined"]);

/** A text with letters and digits replaced one by one, but for words that may be shown. */
function shapeOfText(text: string, number: number, word: RegExp, isMarked: (word: string) => boolean): string {
  const marked = new Set<number>();
  for (const { 0: found, index } of text.matchAll(word)) {
    if (isMarked(found)) for (let at = index; at < index + found.length; at++) marked.add(at);
  }
  let shape = "";
  let at = 0;
  for (const character of text) {
    shape += marked.has(at) ? character : blank(character);
    at += character.length;
  }
  return /\s/.test(text) ? shape : numbered(shape, marked, number);
}

function blank(character: string): string {
  if (/\p{N}/u.test(character)) return "0";
  if (!/[\p{L}\p{M}]/u.test(character)) return character;
  return (/\p{Lu}/u.test(character) ? "X" : "x").repeat(character.length);
}

/** Writes a number over the last replaced characters: what differed must go on to differ. */
function numbered(shape: string, marked: ReadonlySet<number>, number: number): string {
  const units = [...shape].length === shape.length ? [...shape] : shape.split("");
  let left = number;
  for (let at = units.length - 1; at >= 0 && left > 0; at--) {
    const unit = units[at] ?? "";
    if (marked.has(at) || !/[0xX]/.test(unit)) continue;
    if (unit === "0") {
      units[at] = String(left % 10);
      left = Math.floor(left / 10);
    } else {
      units[at] = String.fromCharCode(unit.charCodeAt(0) - 23 + ((left + 23) % 26));
      left = Math.floor(left / 26);
    }
  }
  return units.join("");
}

/** What may stand for a number: a small one of its kind, or itself. Small counts and places stay. */
export function disguisesOfNumber(raw: string): readonly string[] {
  if (!/\d/.test(raw) || /^-?\d{1,2}$/.test(raw)) return [raw];
  const small = `${raw.startsWith("-") ? "-" : ""}${/^-?\d+$/.test(raw) ? "100" : "1.5"}`;
  return [...new Set([small, raw])];
}

/** A key that is somebody's data rather than a name: an address, a sentence, a long number. */
export function isPrivateKey(key: string, { words, tools }: ShownNames): boolean {
  if (words.isWord(key) || tools.has(key)) return false;
  return /[\s@]|[^\x20-\x7e]/.test(key) || key.length > 64 || (key.match(/\d/g) ?? []).length > 5;
}

/**
 * Words of the original, of more than three letters, that a reproduction shows although nothing allows them: there are none, or something
 * is wrong with the disguises.
 */
export function leaks(reproduction: string, original: Iterable<string>, { words, keys, tools }: ShownNames): readonly string[] {
  const allowed = new Set([...keys, ...tools].flatMap(wordsIn));
  const shown = new Set(wordsIn(reproduction));
  const seen = new Set<string>();
  for (const text of original) {
    for (const word of wordsIn(text)) {
      if (shown.has(word) && !allowed.has(word) && !words.isPart(word) && !words.isWord(word) && !/^[xX]+[a-zA-Z]?$/.test(word))
        seen.add(word);
    }
  }
  return [...seen];
}

function wordsIn(text: string): readonly string[] {
  return text.match(/\p{L}{4,}/gu) ?? [];
}
