import { asList, isObject, type JsonValue } from "../json/value.js";
import { equalsDeclared, firstEqualPair, isRounded } from "./equal-values.js";
import type { EvaluationFrame, EvaluationRun, Keyword } from "./evaluation.js";
import { compareNumbers, isMultiple } from "./exact-number.js";
import type { DeclaredKeyword } from "./failures.js";
import { fitsFormat } from "./formats.js";
import { compilePattern, type Pattern } from "./pattern.js";
import { countCharacters } from "./quick-checks.js";

/** Keywords that look at the value alone, each in 2020-12's spelling. */
export const assertions: Readonly<Record<string, Keyword>> = {
  type: (types, frame, run) => asTypes(types).some((name) => hasType(frame.value, name)) || run.fail(frame, "type"),
  const: (declared, frame, run) => isMember([declared], frame, run, () => "const") || run.fail(frame, "const"),
  enum: (declared, frame, run) => {
    run.spend(asList(declared).length / 100);
    return isMember(asList(declared), frame, run, (index) => `enum/${index}`) || run.fail(frame, "enum");
  },
  minimum: limit("minimum", (difference) => difference >= 0),
  maximum: limit("maximum", (difference) => difference <= 0),
  exclusiveMinimum: limit("exclusiveMinimum", (difference) => difference > 0),
  exclusiveMaximum: limit("exclusiveMaximum", (difference) => difference < 0),
  multipleOf: multipleOf({ keyword: "multipleOf", path: "/multipleOf" }),
  minLength: (least, frame, run) =>
    typeof frame.value !== "string" || countCharacters(frame.value) >= Number(least) || run.fail(frame, "minLength"),
  maxLength: (most, frame, run) =>
    typeof frame.value !== "string" || countCharacters(frame.value) <= Number(most) || run.fail(frame, "maxLength"),
  pattern: (source, frame, run) => {
    const pattern = typeof frame.value === "string" && typeof source === "string" ? compilePattern(source) : undefined;
    if (pattern === undefined || typeof frame.value !== "string") return true;
    return run.matchesOrUndecided(pattern, frame.value, frame) || run.fail(frame, "pattern");
  },
  format: (name, frame, run) => {
    if (!run.assertFormats) return true;
    const matches = (pattern: Pattern, text: string) => run.matchesOrUndecided(pattern, text, frame);
    return fitsFormat(String(name), frame.value, matches) || run.fail(frame, "format");
  },
  minItems: (least, frame, run) => !Array.isArray(frame.value) || frame.value.length >= Number(least) || run.fail(frame, "minItems"),
  maxItems: (most, frame, run) => !Array.isArray(frame.value) || frame.value.length <= Number(most) || run.fail(frame, "maxItems"),
  uniqueItems: (wanted, frame, run) => {
    const { value, pointer } = frame;
    if (wanted !== true || !Array.isArray(value)) return true;
    return firstEqualPair(value, run.numbers, pointer) === undefined || run.fail(frame, "uniqueItems");
  },
  minProperties: (least, frame, run) =>
    !isObject(frame.value) || Object.keys(frame.value).length >= Number(least) || run.fail(frame, "minProperties"),
  maxProperties: (most, frame, run) =>
    !isObject(frame.value) || Object.keys(frame.value).length <= Number(most) || run.fail(frame, "maxProperties"),
  required: (names, frame, run) => {
    let passes = true;
    for (const name of asList(names))
      if (typeof name === "string" && isMissing(frame.value, name)) passes = run.fail(frame, "required", { property: name });
    return passes;
  },
  dependentRequired: (declared, frame, run) => {
    let passes = true;
    for (const [name, names] of Object.entries(isObject(declared) ? declared : {}))
      if (!requireBeside(name, asList(names), frame, run)) passes = false;
    return passes;
  },
};

/** Whether an object has all the names that one of its members asks for. */
export function requireBeside(
  name: string,
  names: readonly JsonValue[],
  frame: EvaluationFrame,
  run: EvaluationRun,
  declared?: DeclaredKeyword,
): boolean {
  if (!isObject(frame.value) || isMissing(frame.value, name)) return true;
  let passes = true;
  for (const each of names) {
    if (typeof each !== "string" || !isMissing(frame.value, each)) continue;
    passes = run.fail(frame, "dependentRequired", { property: each, dependsOn: name, ...(declared !== undefined && { declared }) });
  }
  return passes;
}

/** Whether a value is an object without that member. */
export function isMissing(value: JsonValue, name: string): boolean {
  return isObject(value) && !Object.hasOwn(value, name);
}

/** What is under `type`, as a list. */
export function asTypes(types: JsonValue): readonly JsonValue[] {
  return Array.isArray(types) ? types : [types];
}

/** Whether a value is of a type; a number too large for a double is an integer. */
export function hasType(value: JsonValue, name: JsonValue): boolean {
  if (value === null) return name === "null";
  if (Array.isArray(value)) return name === "array";
  if (typeof value !== "number") return typeof value === name;
  return name === "number" || (name === "integer" && (Number.isInteger(value) || Math.abs(value) === Number.POSITIVE_INFINITY));
}

/** Whether a number keeps within a limit, given the sign of number − limit. */
type Relation = (difference: number) => boolean;

function limit(keyword: string, holds: Relation): Keyword {
  return (declared, frame, run) => {
    const isOld = run.dialect === "draft-03" || run.dialect === "draft-04";
    if (typeof declared !== "number") return true; // a flag beside the limit, in these drafts
    const exclusive = keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
    if (!isOld || frame.schema[exclusive] !== true) return keepsWithin(declared, keyword, holds, frame, run) || run.fail(frame, keyword);
    const isStrict: Relation = (difference) => difference !== 0 && holds(difference);
    return (
      keepsWithin(declared, keyword, isStrict, frame, run) || run.fail(frame, exclusive, { declared: { keyword, path: `/${keyword}` } })
    );
  };
}

function keepsWithin(
  limit: number,
  keyword: string,
  holds: Relation,
  { value, pointer, at }: EvaluationFrame,
  run: EvaluationRun,
): boolean {
  if (typeof value !== "number") return true;
  const digits = run.numbers.get(pointer);
  const declared = run.declaredNumbers.get(`${at}/${keyword}`);
  if (digits === undefined && declared === undefined) return holds(value - limit || 0);
  // A rounded limit whose digits nobody knows: what rounds to the same may be on either side, and is let through.
  if (declared === undefined && isRounded(limit)) return value === limit || holds(value > limit ? 1 : -1);
  return holds(compareNumbers(digits ?? String(value), declared ?? String(limit)));
}

/** `multipleOf`, or what a draft calls so. */
export function multipleOf(declared: DeclaredKeyword): Keyword {
  return (divisor, frame, run) => {
    const { value, pointer, at } = frame;
    if (typeof value !== "number" || typeof divisor !== "number") return true;
    const digits = run.numbers.get(pointer) ?? String(value);
    return (
      isMultiple(digits, run.declaredNumbers.get(at + declared.path) ?? String(divisor)) || run.fail(frame, "multipleOf", { declared })
    );
  };
}

function isMember(members: readonly JsonValue[], frame: EvaluationFrame, run: EvaluationRun, keyOf: (index: number) => string): boolean {
  const { value, pointer, at } = frame;
  const judged = { numbers: run.numbers, pointer };
  return members.some((member, index) =>
    equalsDeclared(member, value, judged, { numbers: run.declaredNumbers, pointer: `${at}/${keyOf(index)}` }),
  );
}
