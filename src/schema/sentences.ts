import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonValue, ownValue } from "../json/value.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { fixedValues } from "./best-branch.js";
import { type ExactNumbers, firstEqualPair, isRounded } from "./equal-values.js";
import type { Failure } from "./failures.js";
import { countCharacters } from "./quick-checks.js";
import { alternatives, count, readablePath, showDeclared, showValue, typeWord } from "./wording.js";

/** What explaining needs beside the failures. */
export interface ExplainContext {
  readonly root: JsonValue;
  /** What the root is called in messages: `arguments`, `result`. */
  readonly rootName: string;
  readonly numbers: ExactNumbers;
  /** Digits of declared numbers that a double does not hold, by pointer into the declared schema. */
  readonly declaredNumbers: ExactNumbers;
  /** The property names that a schema declares for the value it judges. */
  declaredProperties(schema: JsonValue): ReadonlySet<string>;
}

/** The parts of a violation that its keyword decides. */
export interface Wording {
  readonly claim: string;
  readonly expected?: string;
  readonly got?: string;
  readonly nearest?: string;
}

/** What to say of one failure; a combinator without a better report is named as such. */
export function wordingOf(failure: Failure, context: ExplainContext): Wording {
  const { keyword, property, value } = failure;
  const declared = typeof failure.origin.schema === "boolean" ? undefined : ownValue(failure.origin.schema, declaredName(failure));
  const subject = subjectOf(failure, context);
  switch (keyword) {
    case "type":
    case "enum":
    case "const": {
      const expected = alternatives(expectedValues(failure, context));
      return { ...mustBe(failure, expected, context), ...nearestValue(value, fixedValues(failure)) };
    }
    case "required":
    case "dependentRequired":
      return missing(failure, context);
    case "additionalProperties":
    case "unevaluatedProperties":
      return undeclared(failure, context);
    case "minimum":
      return mustBe(failure, `at least ${showLimit(failure, context)}`, context);
    case "maximum":
      return mustBe(failure, `at most ${showLimit(failure, context)}`, context);
    case "exclusiveMinimum":
      return mustBe(failure, `more than ${showLimit(failure, context)}`, context);
    case "exclusiveMaximum":
      return mustBe(failure, `less than ${showLimit(failure, context)}`, context);
    case "multipleOf":
      return mustBe(failure, `a multiple of ${showLimit(failure, context)}`, context);
    case "minLength":
      return mustHave(subject, `at least ${count(Number(declared), "character")}`, lengthOf(value));
    case "maxLength":
      return mustHave(subject, `at most ${count(Number(declared), "character")}`, lengthOf(value));
    case "minItems":
      return mustHave(subject, `at least ${count(Number(declared), "item")}`, lengthOf(value));
    case "maxItems":
      return mustHave(subject, `at most ${count(Number(declared), "item")}`, lengthOf(value));
    case "minProperties":
      return mustHave(subject, `at least ${count(Number(declared), "property", "properties")}`, lengthOf(value));
    case "maxProperties":
      return mustHave(subject, `at most ${count(Number(declared), "property", "properties")}`, lengthOf(value));
    case "items":
    case "unevaluatedItems":
      return { claim: `${subject} has more items than the schema allows, got ${lengthOf(value)}` };
    case "pattern":
      return matching(failure, `match the pattern ${quote(String(declared))}`, context);
    case "format":
      return matching(failure, `be in the format ${quote(String(declared))}`, context);
    case "uniqueItems":
      return { claim: `${subject} must not hold equal items, but ${equalItems(failure, context)}` };
    case "contains":
      return { claim: `${subject} must contain ${containsCount(failure)} that fits the schema under contains` };
    case "not":
      return { claim: `${subject} must not ${refusedBy(declared)}` };
    case "oneOf":
      return {
        claim: `${subject} must fit one alternative only, but fits ${(failure.passing ?? []).map((index) => `number ${index + 1}`).join(" and ")}`,
      };
    case "propertyNames":
      return { claim: `${subject} must not have a property called ${quote(property ?? "")}` };
    case "nothing":
      return { claim: failure.pointer === "" ? "the schema allows no value at all" : `${subject} is not allowed` };
    case "metaSchema":
      return { claim: `${subject} must be a valid JSON Schema` };
    default:
      return { claim: `${subject} does not fit ${quote(keyword)}` };
  }
}

function declaredName({ keyword, origin }: Failure): string {
  return origin.declared?.keyword ?? keyword;
}

function subjectOf(failure: Failure, { root, rootName }: ExplainContext): string {
  if (failure.isName) return `property name ${quote(String(failure.value))}`;
  return readablePath(root, failure.pointer, rootName);
}

/** The place of a property of the object that failed. */
export function memberOf({ pointer }: Failure, name: string): string {
  return `${pointer}/${escapeStep(name)}`;
}

/**
 * "… must be …, got …".
 *
 * @param isOnlyType whether the type alone is at fault, so that the value itself would say no more
 */
export function mustBe(failure: Failure, expected: string, context: ExplainContext, isOnlyType = failure.keyword === "type"): Wording {
  const { value, pointer } = failure;
  const isFraction = typeof value === "number" && /\binteger\b/.test(expected);
  const showsValue = typeof value !== "object" && (!isOnlyType || isFraction);
  const got = showsValue ? showValue(value, context.numbers.get(pointer)) : typeWord(value);
  return { claim: `${subjectOf(failure, context)} must be ${expected}, got ${got}`, expected, ...(showsValue && { got }) };
}

function mustHave(subject: string, expected: string, length: number): Wording {
  return { claim: `${subject} must have ${expected}, got ${length}`, expected };
}

function matching(failure: Failure, expected: string, context: ExplainContext): Wording {
  const subject = subjectOf(failure, context);
  if (failure.isName) return { claim: `${subject} must ${expected}` };
  const got = showValue(failure.value, context.numbers.get(failure.pointer));
  return { claim: `${subject} must ${expected}, got ${got}`, expected, got };
}

function lengthOf(value: JsonValue): number {
  if (typeof value === "string") return countCharacters(value);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** What `type`, `enum` or `const` would have taken, each in words. */
export function expectedValues(failure: Failure, context: ExplainContext): readonly string[] {
  const { keyword, origin } = failure;
  if (keyword === "nothing") return [];
  if (keyword === "type") {
    const type = typeof origin.schema === "boolean" ? undefined : origin.schema.type;
    return (Array.isArray(type) ? type : [type]).map(String);
  }
  const digits = (index: number) => context.declaredNumbers.get(`${origin.pointer}/${keyword}${keyword === "enum" ? `/${index}` : ""}`);
  return fixedValues(failure).map((value, index) => digits(index) ?? showDeclared(value));
}

/** The declared text that a wrong one probably means. */
export function nearestValue(value: JsonValue, values: readonly JsonValue[]): { readonly nearest?: string } {
  if (typeof value !== "string") return {};
  const nearest = nearestName(
    value,
    values.filter((each) => typeof each === "string"),
  );
  return nearest === undefined ? {} : { nearest };
}

function missing(failure: Failure, context: ExplainContext): Wording {
  const { property = "", value, dependsOn } = failure;
  const name = readablePath(context.root, memberOf(failure, property), context.rootName);
  const supplied = isObject(value) ? Object.keys(value) : [];
  const declared = context.declaredProperties(failure.origin.schema);
  const nearest = nearestName(
    property,
    supplied.filter((each) => !declared.has(each)),
  );
  const because = dependsOn === undefined ? "" : ` beside ${quote(dependsOn)}`;
  return { claim: `${name} is required${because}, but missing`, ...(nearest !== undefined && { nearest }) };
}

function undeclared(failure: Failure, context: ExplainContext): Wording {
  const { property = "", value } = failure;
  const name = readablePath(context.root, memberOf(failure, property), context.rootName);
  const declared = [...context.declaredProperties(failure.origin.schema)];
  const unused = declared.filter((each) => !isObject(value) || !Object.hasOwn(value, each));
  const nearest = nearestName(property, unused) ?? nearestName(property, declared);
  return { claim: `${name} is not declared, and no other properties are allowed`, ...(nearest !== undefined && { nearest }) };
}

/** A declared limit by its digits; one whose digits are lost is said to be about so large. */
function showLimit(failure: Failure, { declaredNumbers }: ExplainContext): string {
  const { origin } = failure;
  const keyword = declaredName(failure);
  const limit = typeof origin.schema === "boolean" ? undefined : ownValue(origin.schema, keyword);
  const digits = declaredNumbers.get(`${origin.pointer}/${keyword}`);
  if (digits !== undefined) return showValue(null, digits);
  return typeof limit === "number" && isRounded(limit) && Number.isInteger(limit) ? `about ${limit.toExponential(5)}` : String(limit);
}

function equalItems({ value, pointer }: Failure, { numbers }: ExplainContext): string {
  const [first, second] = (Array.isArray(value) ? firstEqualPair(value, numbers, pointer) : undefined) ?? [0, 1];
  return `items ${first} and ${second} are equal`;
}

function containsCount({ origin: { schema } }: Failure): string {
  const least = typeof schema === "object" && typeof schema.minContains === "number" ? schema.minContains : 1;
  const most = typeof schema === "object" && typeof schema.maxContains === "number" ? schema.maxContains : undefined;
  if (most !== undefined && least === 0) return `at most ${count(most, "item")}`;
  return most === undefined ? `at least ${count(least, "item")}` : `${least} to ${count(most, "item")}`;
}

/** What a schema under `not` refuses, where that can be said in a few words. */
function refusedBy(schema: JsonValue | undefined): string {
  if (typeof schema === "string") return `be ${schema}`; // draft-03's disallow
  if (isObject(schema)) {
    const [keyword, ...others] = Object.keys(schema);
    const value = keyword === undefined ? undefined : schema[keyword];
    const list = Array.isArray(value) ? value : [value ?? null];
    if (others.length === 0 && keyword === "required")
      return `have ${list.map((name) => quote(String(name))).join(" and ")}${list.length > 1 ? " together" : ""}`;
    if (others.length === 0 && keyword === "type") return `be ${alternatives(list.map(String))}`;
    if (others.length === 0 && keyword === "const") return `be ${showDeclared(value ?? null)}`;
    if (others.length === 0 && keyword === "enum") return `be ${alternatives(list.map(showDeclared))}`;
    if (others.length === 0 && keyword === "pattern") return `match the pattern ${quote(String(value))}`;
  }
  return "fit the schema under not";
}
