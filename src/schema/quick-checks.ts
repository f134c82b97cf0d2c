import type { JsonNode } from "../json/node.js";
import type { JsonValue } from "../json/value.js";
import { equalsDeclared } from "./equal-values.js";
import { isMultiple } from "./exact-number.js";
import { compilePattern } from "./pattern.js";

/** One question to a value, where it stands: nothing is built of what it does not ask for. What it can't answer it throws: `unsure` or `outOfTime`. */
export type Check = (node: JsonNode) => boolean;

/** Thrown for what no check covers: an exception, since it must pass through `not` and `anyOf` alike. Made once, so that it is cheap. */
export const unsure = new Error("not covered by the quick judge");

/** Thrown when a pattern found no end in time. */
export const outOfTime = new Error("a pattern ran out of time");

/** The schema `true`. */
export const accept: Check = () => true;

/** The schema `false`. */
export const refuse: Check = () => false;

/** A keyword that is not covered. */
export const doubt: Check = () => {
  throw unsure;
};

/** Made once for all schemas, so that the few that are asked again and again stay in the processor's cache. */
const typeChecks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["string", (node) => node.kind === "string"],
  ["number", (node) => node.kind === "number"],
  ["integer", (node) => node.kind === "number" && isWhole(node.number() ?? Number.NaN)],
  ["boolean", (node) => node.kind === "boolean"],
  ["null", (node) => node.kind === "null"],
  ["array", (node) => node.kind === "array"],
  ["object", (node) => node.kind === "object"],
]);

function isWhole(number: number): boolean {
  return Number.isInteger(number) || Math.abs(number) === Number.POSITIVE_INFINITY;
}

/** The text of a string; one that no JavaScript string can hold gives no verdict. */
export function textOf(node: JsonNode): string {
  const text = node.string();
  if (text === undefined) throw unsure;
  return text;
}

/** The check for one name under `type`. A number without fraction is an integer, and so is one too large for a double. */
export function typeCheck(name: string): Check {
  return typeChecks.get(name) ?? doubt;
}

/** Whether a keyword looks at how large a number is, so that digits a double does not hold could matter. */
export function weighsNumbers(keyword: string, value: JsonValue): boolean {
  const isNumeric = (member: JsonValue) => typeof member === "number" || typeof member === "object";
  if (keyword === "enum") return Array.isArray(value) && value.some(isNumeric);
  if (keyword === "const") return isNumeric(value);
  return ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].includes(keyword);
}

/** `enum`, and `const` as an enum of one; linear only in members that are objects or arrays. */
export function enumCheck(members: readonly JsonValue[]): Check {
  const scalars = new Set(members); // objects among them find nobody, since they are equal to themselves alone
  const others = members.filter((member) => typeof member === "object" && member !== null);
  return (node) => {
    if (node.kind === "string") return scalars.has(textOf(node));
    const value = node.value();
    return scalars.has(value) || others.some((member) => equalsDeclared(member, value));
  };
}

/** `minimum` and its like. @param isExclusive draft-04's flag beside the limit */
export function limitCheck(
  keyword: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum",
  limit: JsonValue,
  isExclusive: boolean,
): Check {
  if (typeof limit !== "number") return accept; // the flag itself
  if (keyword === "minimum" && !isExclusive) return (node) => node.kind !== "number" || (node.number() ?? limit) >= limit;
  if (keyword === "maximum" && !isExclusive) return (node) => node.kind !== "number" || (node.number() ?? limit) <= limit;
  if (keyword === "minimum" || keyword === "exclusiveMinimum") return (node) => node.kind !== "number" || (node.number() ?? limit) > limit;
  return (node) => node.kind !== "number" || (node.number() ?? limit) < limit;
}

/** `multipleOf`, by decimal digits where one of the numbers is no safe integer. */
export function multipleCheck(divisor: JsonValue): Check {
  if (typeof divisor !== "number") return doubt;
  return (node) => {
    const value = node.number();
    if (value === undefined) return true;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
    return isMultiple(String(value), String(divisor));
  };
}

/** `minLength` or `maxLength`, which counts code points only where the length in UTF-16 units leaves it open. */
export function lengthCheck(keyword: "minLength" | "maxLength", limit: number): Check {
  const isLong = (text: string) => text.length >= limit && (text.length >= 2 * limit || countCharacters(text) >= limit);
  if (keyword === "minLength") return (node) => node.kind !== "string" || isLong(textOf(node));
  const isShort = (text: string) => text.length <= limit || countCharacters(text) <= limit;
  return (node) => node.kind !== "string" || isShort(textOf(node));
}

/** The length of a text in Unicode code points, as JSON Schema counts. */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) pairs++;
  }
  return text.length - pairs;
}

/** `pattern`; a text that the pattern finds no end with throws `outOfTime`. */
export function patternCheck(source: string): Check {
  const matches = textPattern(source);
  return matches === undefined ? doubt : (node) => node.kind !== "string" || matches(textOf(node));
}

/** Whether a text matches a pattern; throws as a check does. `undefined` for a pattern that nothing compiles. */
export function textPattern(source: string): ((text: string) => boolean) | undefined {
  const pattern = compilePattern(source);
  if (pattern === undefined) return undefined;
  return (text) => {
    const matches = pattern.test(text);
    if (matches === undefined) throw outOfTime;
    return matches;
  };
}

/** Whether all checks agree; without any, yes. */
export function all(checks: readonly Check[]): Check {
  const [first, second, ...others] = checks;
  if (first === undefined) return accept;
  if (second === undefined) return first;
  if (others.length === 0) return (node) => first(node) && second(node);
  return (node) => {
    for (const check of checks) if (!check(node)) return false;
    return true;
  };
}

/** Whether one check agrees. */
export function any(checks: readonly Check[]): Check {
  return (node) => {
    for (const check of checks) if (check(node)) return true;
    return false;
  };
}

/** Whether one check agrees and no other. */
export function exactlyOne(checks: readonly Check[]): Check {
  return (node) => {
    let found = 0;
    for (const check of checks) if (check(node) && ++found > 1) return false;
    return found === 1;
  };
}

/** The opposite of a check. */
export function negate(check: Check): Check {
  return (node) => !check(node);
}
