import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonValue, ownValue } from "../json/value.js";
import { withArticle } from "../text/article.js";
import { listing } from "../text/listing.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { hidden, value as hiddenValue, type Sentence, sentence } from "../text/sentence.js";
import { fixedValues } from "./best-branch.js";
import { type ExactNumbers, firstEqualPair, isRounded } from "./equal-values.js";
import type { Failure } from "./failures.js";
import { countCharacters } from "./quick-checks.js";
import { alternatives, countOf, readablePath, showDeclared, showValue, typeWord } from "./wording.js";

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
  readonly claim: Sentence;
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
      return mustHave(subject, `at least ${countOf(Number(declared), "character")}`, lengthOf(value));
    case "maxLength":
      return mustHave(subject, `at most ${countOf(Number(declared), "character")}`, lengthOf(value));
    case "minItems":
      return mustHave(subject, `at least ${countOf(Number(declared), "item")}`, lengthOf(value));
    case "maxItems":
      return mustHave(subject, `at most ${countOf(Number(declared), "item")}`, lengthOf(value));
    case "minProperties":
      return mustHave(subject, `at least ${countOf(Number(declared), "property", "properties")}`, lengthOf(value));
    case "maxProperties":
      return mustHave(subject, `at most ${countOf(Number(declared), "property", "properties")}`, lengthOf(value));
    case "items":
    case "unevaluatedItems":
      return mustHave(subject, "fewer items", lengthOf(value));
    case "pattern":
      return matching(failure, `match the pattern ${quote(String(declared))}`, context);
    case "format":
      return matching(failure, `be in the format ${quote(String(declared))}`, context);
    case "uniqueItems":
      return { claim: sentence`${subject} must not have equal items, but ${equalItems(failure, context)}` };
    case "contains":
      return { claim: sentence`${subject} must contain ${containsCount(failure)} the schema under \`contains\`` };
    case "not":
      return { claim: sentence`${subject} must not ${forbidden(declared)}` };
    case "oneOf":
      return {
        claim: sentence`${subject} must match only one alternative of \`oneOf\`, but matches numbers ${(failure.passing ?? []).map((index) => index + 1).join(" and ")}`,
      };
    case "propertyNames":
      return { claim: sentence`${subject} must not have a property named ${hiddenValue(property ?? "")}` };
    case "nothing":
      return { claim: failure.pointer === "" ? "The schema allows no value at all" : sentence`${subject} is not allowed` };
    case "metaSchema":
      return { claim: sentence`${subject} must be a valid JSON Schema` };
    default:
      return { claim: sentence`${subject} does not satisfy \`${keyword}\`` };
  }
}

function declaredName({ keyword, origin }: Failure): string {
  return origin.declared?.keyword ?? keyword;
}

function subjectOf(failure: Failure, context: ExplainContext): Sentence {
  if (failure.isName) return sentence`Property name ${hiddenValue(String(failure.value))}`;
  return pathOf(failure, failure.pointer, context);
}

/** The path of a value: with names that the schema which judges it does not declare as parts to hide, since the model chose them. */
function pathOf({ origin }: Failure, pointer: string, { root, rootName }: ExplainContext): Sentence {
  if (pointer === "") return `The ${rootName}`;
  const path = readablePath(root, pointer, rootName, (name) => origin.pointer.includes(`/properties/${escapeStep(name)}`));
  return sentence`\`${path}\`${ofRoot(rootName)}`;
}

/** Whose property a path names, where it is not an argument: that the call passes those goes without saying. */
function ofRoot(rootName: string): string {
  return rootName === "arguments" ? "" : ` of the ${rootName}`;
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
  const got = showsValue ? hidden(`, got ${showValue(value, context.numbers.get(pointer))}`) : `, got ${withArticle(typeWord(value))}`;
  return { claim: sentence`${subjectOf(failure, context)} must be ${expected}${got}` };
}

function mustHave(subject: Sentence, expected: string, length: number): Wording {
  return { claim: sentence`${subject} must have ${expected}, got ${length}` };
}

function matching(failure: Failure, expected: string, context: ExplainContext): Wording {
  const subject = subjectOf(failure, context);
  if (failure.isName) return { claim: sentence`${subject} must ${expected}` };
  const got = showValue(failure.value, context.numbers.get(failure.pointer));
  return { claim: sentence`${subject} must ${expected}${hidden(`, got ${got}`)}` };
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
    return (Array.isArray(type) ? type : [type]).map((each) => withArticle(String(each)));
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
  const { property = "", value } = failure;
  const supplied = isObject(value) ? Object.keys(value) : [];
  const declared = context.declaredProperties(failure.origin.schema);
  const nearest = nearestName(
    property,
    supplied.filter((each) => !declared.has(each)),
  );
  return { claim: missingIn(failure, [property], context), ...(nearest !== undefined && { nearest }) };
}

/** `"city" and "unit" are required in items[2]`: what one object lacks, all of it or (`or`) one of it. */
export function missingIn(failure: Failure, names: readonly string[], context: ExplainContext, word: "and" | "or" = "and"): Sentence {
  const verb = names.length === 1 || word === "or" ? "is" : "are";
  const { rootName } = context;
  const inRoot = rootName === "arguments" ? "" : ` in the ${rootName}`;
  const where = failure.pointer === "" ? inRoot : sentence` in ${pathOf(failure, failure.pointer, context)}`;
  const because = failure.dependsOn === undefined ? "" : ` together with ${quote(failure.dependsOn)}`;
  return sentence`${listing(names.map(quote), word)} ${verb} required${where}${because}`;
}

function undeclared(failure: Failure, context: ExplainContext): Wording {
  const { property = "", value } = failure;
  const declared = [...context.declaredProperties(failure.origin.schema)];
  const unused = declared.filter((each) => !isObject(value) || !Object.hasOwn(value, each));
  const nearest = nearestName(property, unused) ?? nearestName(property, declared);
  const name = pathOf(failure, memberOf(failure, property), context);
  return { claim: sentence`${name} is not declared, and the schema allows no other properties`, ...(nearest !== undefined && { nearest }) };
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

/** How many items must match, as the beginning of `… the schema`. */
function containsCount({ origin: { schema } }: Failure): string {
  const least = typeof schema === "object" && typeof schema.minContains === "number" ? schema.minContains : 1;
  const most = typeof schema === "object" && typeof schema.maxContains === "number" ? schema.maxContains : undefined;
  const matches = (number: number) => (number === 1 ? "that matches" : "that match");
  if (most !== undefined && least === 0) return `at most ${countOf(most, "item")} ${matches(most)}`;
  if (most === undefined) return `at least ${countOf(least, "item")} ${matches(least)}`;
  return least === most ? `exactly ${countOf(most, "item")} ${matches(most)}` : `${least} to ${countOf(most, "item")} that match`;
}

/** What a schema under `not` forbids, where that can be said in a few words. */
function forbidden(schema: JsonValue | undefined): string {
  if (typeof schema === "string") return `be ${withArticle(schema)}`; // draft-03's disallow
  if (isObject(schema)) {
    const [keyword, ...others] = Object.keys(schema);
    const value = keyword === undefined ? undefined : schema[keyword];
    const list = Array.isArray(value) ? value : [value ?? null];
    if (others.length === 0 && keyword === "required")
      return `have ${list.map((name) => quote(String(name))).join(" and ")}${list.length > 1 ? " together" : ""}`;
    if (others.length === 0 && keyword === "type") return `be ${alternatives(list.map((name) => withArticle(String(name))))}`;
    if (others.length === 0 && keyword === "const") return `be ${showDeclared(value ?? null)}`;
    if (others.length === 0 && keyword === "enum") return `be ${alternatives(list.map(showDeclared))}`;
    if (others.length === 0 && keyword === "pattern") return `match the pattern ${quote(String(value))}`;
  }
  return "match the schema under `not`";
}
