import type { JsonNode } from "../json/node.js";
import { asList, isObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isBareReference } from "./check-schema.js";
import { type Dialect, refStandsAlone } from "./dialect.js";
import { keywordsOf } from "./keywords.js";
import { arrayCheck, arrayKeywords } from "./quick-arrays.js";
import {
  accept,
  all,
  type Check,
  ConditionCheck,
  CountCheck,
  countSteps,
  EnumCheck,
  LengthCheck,
  limitCheck,
  MultipleCheck,
  notCovered,
  notDecided,
  patternCheck,
  refuse,
  startCounting,
  typeCheck,
  undecidedStrings,
  weighsNumbers,
} from "./quick-checks.js";
import { objectCheck, objectKeywords } from "./quick-objects.js";
import type { References, SchemaDocuments } from "./references.js";
import { customDialect } from "./vocabularies.js";

/** What the quick judge says of a value: `unsure` for whatever it does not cover, and for patterns without an answer. */
export type QuickVerdict = "valid" | "invalid" | "unsure";

/** Judges values by small objects, in well under a microsecond for ordinary arguments, without more ado. */
export interface FastValidator {
  judge(node: JsonNode): QuickVerdict;
  /** Whether what was judged so far met a keyword that looks at how large a number is, so that lost digits could matter. */
  readonly weighsNumbers: boolean;
}

/**
 * Builds the quick judge for a schema that `checkSchema` and `resolveReferences` found no fault with.
 *
 * `valid` and `invalid` are exact: anything not covered (`unevaluatedProperties`, asserted formats, tuples and `dependencies` of
 * older drafts, meta-schemas) raises `unsure` where it is met. The evaluator still has the last word on what is not `valid`.
 * The property tests hold both verdicts against ajv.
 */
export function buildFastValidator(schema: JsonValue, dialect: Dialect, references: References, options: QuickOptions = {}): FastValidator {
  const isCustom = customDialect(schema, options.documents).ignored.size > 0;
  return new CheckJudge(schema, new Builder(dialect, references, options.assertFormats ?? false, isCustom));
}

/** What of the options for compiling a schema matters here. */
export interface QuickOptions {
  readonly assertFormats?: boolean;
  readonly documents?: SchemaDocuments;
}

class CheckJudge implements FastValidator {
  private readonly builder: Builder;
  private readonly check: Check;

  constructor(schema: JsonValue, builder: Builder) {
    this.builder = builder;
    this.check = builder.build(schema);
  }

  get weighsNumbers(): boolean {
    return this.builder.weighsNumbers;
  }

  judge(node: JsonNode): QuickVerdict {
    startCounting();
    try {
      return this.check.passes(node) ? "valid" : "invalid";
    } catch (error) {
      if (error === notCovered || error instanceof RangeError) return "unsure";
      throw error;
    }
  }
}

class Builder {
  weighsNumbers = false;
  private readonly dialect: Dialect;
  private readonly references: References;
  private readonly assertFormats: boolean;
  private readonly isCustom: boolean;
  private readonly isOld: boolean;
  private readonly targets = new Map<JsonObject, Check>();

  constructor(dialect: Dialect, references: References, assertFormats: boolean, isCustom: boolean) {
    this.isCustom = isCustom;
    this.dialect = dialect;
    this.references = references;
    this.assertFormats = assertFormats;
    this.isOld = refStandsAlone(dialect);
  }

  build(schema: JsonValue): Check {
    if (schema === true) return accept;
    if (!isObject(schema)) return refuse;
    if (this.dialect === "draft-03" || this.isCustom) return notDecided;
    if (isBareReference(schema, this.dialect)) return this.buildReference(schema, "$ref");
    const checks: Check[] = [];
    const shapes = keywordsOf(this.dialect);
    let isUnsure = false;
    let asksArrays = false;
    let asksObjects = false;
    for (const keyword in schema) {
      const value = schema[keyword];
      if (value === undefined || !shapes.has(keyword)) continue;
      if (arrayKeywords.has(keyword)) {
        asksArrays = true;
        this.weighsNumbers ||= keyword === "uniqueItems" && value === true;
      } else if (objectKeywords.has(keyword)) asksObjects = true;
      else {
        this.weighsNumbers ||= weighsNumbers(keyword, value);
        const check = this.buildKeyword(keyword, value, schema);
        if (check === notDecided) isUnsure = true;
        else if (check !== accept) checks.push(check);
      }
    }
    const build = (each: JsonValue) => this.build(each);
    if (asksArrays) checks.push(arrayCheck(schema, this.dialect, build));
    if (asksObjects) checks.push(objectCheck(schema, this.dialect, build));
    if (isUnsure || Array.isArray(schema.items)) checks.push(notDecided); // last, so that a plain mistake is still seen as one
    return all(checks);
  }

  private buildKeyword(keyword: string, value: JsonValue, schema: JsonObject): Check {
    switch (keyword) {
      case "type":
        return typeof value === "string"
          ? typeCheck(value)
          : new CountCheck(
              asList(value).map((name) => typeCheck(String(name))),
              Number.POSITIVE_INFINITY,
            );
      case "enum":
        return new EnumCheck(asList(value));
      case "const":
        return new EnumCheck([value]);
      case "minimum":
      case "maximum":
      case "exclusiveMinimum":
      case "exclusiveMaximum":
        return limitCheck(keyword, value, schema[keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] === true);
      case "multipleOf":
        return typeof value === "number" ? new MultipleCheck(value) : notDecided;
      case "minLength":
        return typeof value === "number" ? new LengthCheck(value, Number.POSITIVE_INFINITY) : notDecided;
      case "maxLength":
        return typeof value === "number" ? new LengthCheck(0, value) : notDecided;
      case "pattern":
        return typeof value === "string" ? patternCheck(value) : notDecided;
      case "format":
        return this.assertFormats ? undecidedStrings : accept;
      case "allOf":
        return all(asList(value).map((each) => this.build(each)));
      case "anyOf":
        return new CountCheck(
          asList(value).map((each) => this.build(each)),
          Number.POSITIVE_INFINITY,
        );
      case "oneOf":
        return new CountCheck(
          asList(value).map((each) => this.build(each)),
          1,
        );
      case "not":
        return new ConditionCheck(this.build(value), refuse, accept);
      case "if":
        return this.conditionCheck(value, schema);
      case "dependencies":
        return this.isOld ? notDecided : accept;
      case "unevaluatedItems":
      case "unevaluatedProperties":
        return notDecided;
      case "$ref":
      case "$dynamicRef":
      case "$recursiveRef":
        return this.buildReference(schema, keyword);
      default:
        return accept; // annotations, definitions, and what a sibling keyword takes care of
    }
  }

  private buildReference(schema: JsonObject, keyword: string): Check {
    const target = this.references.target(schema, keyword);
    if (target === undefined) return this.dialect === "2020-12" && keyword === "$recursiveRef" ? accept : notDecided;
    if (target.kind === "meta-schema") return notDecided;
    if (!isObject(target.schema)) return target.schema ? accept : refuse;
    const { schema: to } = target;
    const known = this.targets.get(to);
    if (known !== undefined) return known;
    const follow = new ReferenceCheck(() => this.build(to));
    this.targets.set(to, follow);
    return follow;
  }

  private conditionCheck(condition: JsonValue, schema: JsonObject): Check {
    if (schema.then === undefined && schema.else === undefined) return accept;
    return new ConditionCheck(this.build(condition), this.build(schema.then ?? true), this.build(schema.else ?? true));
  }
}

/** A reference, followed when a value first comes to it: schemas may refer to themselves. */
class ReferenceCheck implements Check {
  private readonly build: () => Check;
  private target: Check | undefined;

  constructor(build: () => Check) {
    this.build = build;
  }

  passes(node: JsonNode): boolean {
    countSteps(10);
    this.target ??= this.build();
    return this.target.passes(node);
  }
}
