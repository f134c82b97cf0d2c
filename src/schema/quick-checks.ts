import { isObject, type JsonValue } from "../json/value.js";
import { equalsDeclared } from "./equal-values.js";
import { isMultiple } from "./exact-number.js";
import { compilePattern } from "./pattern.js";

/** One question to a value. What it can't answer it throws: `unsure` or `outOfTime`. */
export type Check = (value: JsonValue) => boolean;

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
  ["string", (value) => typeof value === "string"],
  ["number", (value) => typeof value === "number"],
  ["integer", (value) => typeof value === "number" && (Number.isInteger(value) || Math.abs(value) === Number.POSITIVE_INFINITY)],
  ["boolean", (value) => typeof value === "boolean"],
  ["null", (value) => value === null],
  ["array", (value) => Array.isArray(value)],
  ["object", isObject],
]);

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
  if (others.length === 0) return (value) => scalars.has(value);
  return (value) => scalars.has(value) || others.some((member) => equalsDeclared(member, value));
}

/** `minimum` and its like. @param isExclusive draft-04's flag beside the limit */
export function limitCheck(
  keyword: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum",
  limit: JsonValue,
  isExclusive: boolean,
): Check {
  if (typeof limit !== "number") return accept; // the flag itself
  if (keyword === "minimum" && !isExclusive) return (value) => typeof value !== "number" || value >= limit;
  if (keyword === "maximum" && !isExclusive) return (value) => typeof value !== "number" || value <= limit;
  if (keyword === "minimum" || keyword === "exclusiveMinimum") return (value) => typeof value !== "number" || value > limit;
  return (value) => typeof value !== "number" || value < limit;
}

/** `multipleOf`, by decimal digits where one of the numbers is no safe integer. */
export function multipleCheck(divisor: JsonValue): Check {
  if (typeof divisor !== "number") return doubt;
  return (value) => {
    if (typeof value !== "number") return true;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
    return isMultiple(String(value), String(divisor));
  };
}

/** `minLength` or `maxLength`, which counts code points only where the length in UTF-16 units leaves it open. */
export function lengthCheck(keyword: "minLength" | "maxLength", limit: number): Check {
  if (keyword === "minLength")
    return (value) =>
      typeof value !== "string" || (value.length >= limit && (value.length >= 2 * limit || countCharacters(value) >= limit));
  return (value) => typeof value !== "string" || value.length <= limit || countCharacters(value) <= limit;
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
  const pattern = compilePattern(source);
  if (pattern === undefined) return doubt;
  return (value) => {
    if (typeof value !== "string") return true;
    const matches = pattern.test(value);
    if (matches === undefined) throw outOfTime;
    return matches;
  };
}

/** Whether all checks agree; without any, yes. */
export function all(checks: readonly Check[]): Check {
  const [first, second, ...others] = checks;
  if (first === undefined) return accept;
  if (second === undefined) return first;
  if (others.length === 0) return (value) => first(value) && second(value);
  return (value) => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

/** Whether one check agrees. */
export function any(checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) if (check(value)) return true;
    return false;
  };
}

/** Whether one check agrees and no other. */
export function exactlyOne(checks: readonly Check[]): Check {
  return (value) => {
    let found = 0;
    for (const check of checks) if (check(value) && ++found > 1) return false;
    return found === 1;
  };
}

/** The opposite of a check. */
export function negate(check: Check): Check {
  return (value) => !check(value);
}
