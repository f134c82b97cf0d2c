import { parsePointer } from "../json/pointer.js";
import { isObject, type JsonValue, ownValue } from "../json/value.js";
import { quote, shorten } from "../text/quote.js";
import { type HiddenPart, hidden, joined, type Sentence, shownText } from "../text/sentence.js";

/** Steps of a path shown at most; the first ones of a longer path are left out. */
const maxSteps = 8;

/** Alternatives listed at most, and characters that the list may take. */
const maxListed = 10;
const maxListLength = 160;

/**
 * A place inside a value as people write it: `items[2].price`, `headers["x-id"]`; the root goes by a name of its own.
 *
 * @param root the value that `pointer` starts from, which tells array items from members called `0`
 * @param isDeclared whether a name is the schema's: others were chosen by the model, and are parts to hide
 */
export function readablePath(root: JsonValue, pointer: string, rootName: string, isDeclared: (name: string) => boolean): Sentence {
  const steps = parsePointer(pointer) ?? [];
  const parts: (string | HiddenPart)[] = [];
  let value: JsonValue | undefined = root;
  for (const step of steps) {
    if (Array.isArray(value)) {
      parts.push(`[${shorten(step)}]`);
      value = value[Number(step)];
    } else {
      const shown = /^[\p{L}_$][\p{L}\p{N}_$-]{0,79}$/u.test(step) ? `.${step}` : `[${quote(step)}]`;
      parts.push(isDeclared(step) ? shown : hidden(shown, "[…]"));
      value = isObject(value) ? ownValue(value, step) : undefined;
    }
  }
  if (parts.length === 0) return rootName;
  const shown = parts.slice(-maxSteps);
  if (parts.length > maxSteps) return joined(["…", ...shown], "");
  const [first = "", ...others] = shown;
  if (shownText([first]).startsWith(".")) {
    const name = shownText([first]).slice(1);
    return joined([typeof first === "string" ? name : hidden(name, `${rootName}[…]`), ...others], "");
  }
  return joined([rootName, ...shown], "");
}

/** The name of a value's JSON type; a number without fraction is an `integer` only where that matters to the reader. */
export function typeWord(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/**
 * A value in a message: texts quoted and cut, numbers by their digits, containers by their type alone.
 *
 * @param digits the number as the transcript spells it, where a double does not hold it
 */
export function showValue(value: JsonValue, digits?: string): string {
  if (digits !== undefined) return shorten(digits);
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
    case "boolean":
      return String(value);
    default:
      return typeWord(value);
  }
}

/** A declared value, for "must be …": containers are shown as JSON, as far as there is room. */
export function showDeclared(value: JsonValue): string {
  return typeof value === "object" && value !== null ? shorten(JSON.stringify(value)) : showValue(value);
}

/** `a, b or c`, each once; a long list ends in how many more there are. */
export function alternatives(words: Iterable<string>): string {
  const all = [...new Set(words)];
  const shown: string[] = [];
  let length = 0;
  for (const word of all) {
    length += word.length + 2;
    if (shown.length > 0 && (shown.length >= maxListed || length > maxListLength)) break;
    shown.push(word);
  }
  if (shown.length < all.length) return `${shown.join(", ")} or ${all.length - shown.length} more`;
  const last = shown.pop() ?? "nothing";
  return shown.length === 0 ? last : `${shown.join(", ")} or ${last}`;
}

/** `1 item`, `2 items`. */
export function countOf(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
