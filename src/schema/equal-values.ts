import type { ExactNumbers } from "../json/exact-numbers.js";
import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonValue } from "../json/value.js";
import { compareNumbers } from "./exact-number.js";

export type { ExactNumbers } from "../json/exact-numbers.js";

const none: ExactNumbers = new Map();

/**
 * Whether a value equals a member of `enum` or `const`, by JSON Schema's measure: 1 and 1.0 are equal, and the order of an object's
 * keys means nothing.
 *
 * @param judged exact digits inside `value`
 * @param known exact digits inside `declared`. Where those of a number too long for a double are not there, two numbers that round alike
 *   count as equal: nobody is blamed for our rounding
 */
export function equalsDeclared(declared: JsonValue, value: JsonValue, judged: Digits = noDigits, known: Digits = noDigits): boolean {
  if (typeof declared === "number") {
    if (typeof value !== "number" || value !== declared) return false;
    const digits = judged.numbers.get(judged.pointer);
    const declaredDigits = known.numbers.get(known.pointer);
    if (declaredDigits !== undefined) return compareNumbers(digits ?? String(value), declaredDigits) === 0;
    return digits === undefined || isRounded(declared) || compareNumbers(digits, String(declared)) === 0;
  }
  if (declared === value) return true;
  if (Array.isArray(declared)) {
    if (!Array.isArray(value) || value.length !== declared.length) return false;
    return declared.every((item, index) => equalsDeclared(item, value[index] ?? null, inside(judged, index), inside(known, index)));
  }
  if (!isObject(declared) || !isObject(value)) return false;
  const keys = Object.keys(declared);
  if (keys.length !== Object.keys(value).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(value, key) && equalsDeclared(declared[key] ?? null, value[key] ?? null, inside(judged, key), inside(known, key)),
  );
}

/** Digits by pointer, seen from a value whose own pointer is `pointer`. */
export interface Digits {
  readonly numbers: ExactNumbers;
  readonly pointer: string;
}

const noDigits: Digits = { numbers: none, pointer: "" };

function inside(digits: Digits, step: string | number): Digits {
  return digits.numbers.size === 0 ? digits : { ...digits, pointer: `${digits.pointer}/${escapeStep(String(step))}` };
}

/** Whether digits may have been lost when this number was read. */
export function isRounded(number: number): boolean {
  return Number.isInteger(number) ? !Number.isSafeInteger(number) : String(number).replace(/\D/g, "").length > 15;
}

/**
 * The first two equal items of an array, by index; `undefined` if all differ.
 *
 * Linear in the size of the items: objects are compared by a text that is the same for equal values only.
 */
export function firstEqualPair(
  items: readonly JsonValue[],
  numbers: ExactNumbers = none,
  pointer = "",
): readonly [number, number] | undefined {
  const scalars = new Map<JsonValue, number>();
  const texts = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const isText = (typeof item === "object" && item !== null) || (typeof item === "number" && numbers.size > 0);
    const before = isText ? place(texts, canonicalText(item, numbers, `${pointer}/${index}`), index) : place(scalars, item, index);
    if (before !== undefined) return [before, index];
  }
  return undefined;
}

function place<Key>(seen: Map<Key, number>, key: Key, index: number): number | undefined {
  const before = seen.get(key);
  if (before === undefined) seen.set(key, index);
  return before;
}

/** A text that two values share if and only if they are equal. */
function canonicalText(value: JsonValue, numbers: ExactNumbers, pointer: string): string {
  if (Array.isArray(value)) return `[${value.map((item, index) => canonicalText(item, numbers, `${pointer}/${index}`)).join()}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null, numbers, `${pointer}/${escapeStep(key)}`)}`);
    return `{${members.join()}}`;
  }
  if (typeof value === "number") return numbers.get(pointer) ?? String(value);
  return JSON.stringify(value);
}
