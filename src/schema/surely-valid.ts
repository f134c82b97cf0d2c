import type { JsonNode } from "../json/node.js";
import { asList, isObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isBareReference } from "./check-schema.js";
import { type Dialect, refStandsAlone } from "./dialect.js";
import { firstEqualPair } from "./equal-values.js";
import { keywordsOf } from "./keywords.js";
import {
  accept,
  all,
  any,
  type Check,
  doubt,
  enumCheck,
  exactlyOne,
  lengthCheck,
  limitCheck,
  multipleCheck,
  negate,
  outOfTime,
  patternCheck,
  refuse,
  typeCheck,
  unsure,
  weighsNumbers,
} from "./quick-checks.js";
import { objectChecks, objectKeywords } from "./quick-objects.js";
import type { References } from "./references.js";

/** What the quick judge says of a value: `unsure` for whatever it does not cover, `out-of-time` when a pattern found no end. */
export type QuickVerdict = "valid" | "invalid" | "unsure" | "out-of-time";

/** Judges values by closures, in well under a microsecond for ordinary arguments, without ajv. */
export interface QuickJudge {
  judge(node: JsonNode): QuickVerdict;
  /** Whether what was judged so far met a keyword that looks at how large a number is, so that lost digits could matter. */
  readonly weighsNumbers: boolean;
}

/**
 * Builds the quick judge for a schema that `checkSchema` and `resolveReferences` found no fault with.
 *
 * `valid` and `invalid` are exact: anything not covered (`unevaluatedProperties`, asserted formats, tuples and `dependencies` of
 * older drafts, meta-schemas) raises `unsure` where it is met. ajv still has the last word on what is not `valid`.
 * The property tests hold both verdicts against ajv.
 */
export function buildQuickJudge(schema: JsonValue, dialect: Dialect, references: References, assertFormats = false): QuickJudge {
  return new ClosureJudge(schema, new Builder(dialect, references, assertFormats));
}

/** A class, since an object literal with a getter costs more than all the closures. */
class ClosureJudge implements QuickJudge {
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
    stepsLeft = mostSteps;
    try {
      return this.check(node) ? "valid" : "invalid";
    } catch (error) {
      if (error === outOfTime) return "out-of-time";
      if (error === unsure || error instanceof RangeError) return "unsure";
      throw error;
    }
  }
}

/** References followed for one value: enough for a large one, and a bound where references multiply. */
const mostSteps = 100_000;
let stepsLeft = mostSteps;

class Builder {
  weighsNumbers = false;
  private readonly dialect: Dialect;
  private readonly references: References;
  private readonly assertFormats: boolean;
  private readonly isOld: boolean;
  private readonly targets = new Map<JsonObject, Check>();

  constructor(dialect: Dialect, references: References, assertFormats: boolean) {
    this.dialect = dialect;
    this.references = references;
    this.assertFormats = assertFormats;
    this.isOld = refStandsAlone(dialect);
  }

  build(schema: JsonValue): Check {
    if (schema === true) return accept;
    if (!isObject(schema)) return refuse;
    if (this.dialect === "draft-03" || this.references.isUncertain) return doubt;
    if (isBareReference(schema, this.dialect)) return this.buildReference(schema, "$ref");
    const checks: Check[] = [];
    const shapes = keywordsOf(this.dialect);
    let isUnsure = false;
    let asksArrays = false;
    let asksObjects = false;
    for (const keyword in schema) {
      const value = schema[keyword];
      if (value === undefined || !shapes.has(keyword)) continue;
      if (arrayKeywords.has(keyword)) asksArrays = true;
      else if (objectKeywords.has(keyword)) asksObjects = true;
      else {
        this.weighsNumbers ||= weighsNumbers(keyword, value);
        const check = this.buildKeyword(keyword, value, schema);
        if (check === doubt) isUnsure = true;
        else if (check !== accept) checks.push(check);
      }
    }
    if (asksArrays) checks.push(...this.buildArrayChecks(schema));
    if (asksObjects) checks.push(...objectChecks(schema, this.dialect, (each) => this.build(each)));
    if (isUnsure || Array.isArray(schema.items)) checks.push(doubt); // last, so that a plain mistake is still seen as one
    return all(checks);
  }

  private buildKeyword(keyword: string, value: JsonValue, schema: JsonObject): Check {
    switch (keyword) {
      case "type":
        return typeof value === "string" ? typeCheck(value) : any(asList(value).map((name) => typeCheck(String(name))));
      case "enum":
        return enumCheck(asList(value));
      case "const":
        return enumCheck([value]);
      case "minimum":
      case "maximum":
      case "exclusiveMinimum":
      case "exclusiveMaximum":
        return limitCheck(keyword, value, schema[keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] === true);
      case "multipleOf":
        return multipleCheck(value);
      case "minLength":
      case "maxLength":
        return typeof value === "number" ? lengthCheck(keyword, value) : doubt;
      case "pattern":
        return typeof value === "string" ? patternCheck(value) : doubt;
      case "format":
        return this.assertFormats ? (node) => node.kind !== "string" || doubt(node) : accept;
      case "allOf":
        return all(asList(value).map((each) => this.build(each)));
      case "anyOf":
        return any(asList(value).map((each) => this.build(each)));
      case "oneOf":
        return exactlyOne(asList(value).map((each) => this.build(each)));
      case "not":
        return negate(this.build(value));
      case "if":
        return this.conditionCheck(value, schema);
      case "dependencies":
        return this.isOld ? doubt : accept;
      case "unevaluatedItems":
      case "unevaluatedProperties":
        return doubt;
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
    if (target === undefined) return this.dialect === "2020-12" && keyword === "$recursiveRef" ? accept : doubt;
    if (target.kind === "meta-schema") return doubt;
    if (!isObject(target.schema)) return target.schema ? accept : refuse;
    const { schema: to } = target;
    const known = this.targets.get(to);
    if (known !== undefined) return known;
    let check: Check | undefined;
    const follow: Check = (node) => {
      if (--stepsLeft < 0) throw unsure;
      check ??= this.build(to);
      return check(node);
    };
    this.targets.set(to, follow);
    return follow;
  }

  private conditionCheck(condition: JsonValue, schema: JsonObject): Check {
    if (schema.then === undefined && schema.else === undefined) return accept;
    const test = this.build(condition);
    const whenTrue = this.build(schema.then ?? true);
    const whenFalse = this.build(schema.else ?? true);
    return (node) => (test(node) ? whenTrue(node) : whenFalse(node));
  }

  private buildArrayChecks(schema: JsonObject): readonly Check[] {
    const checks: ((items: readonly JsonNode[]) => boolean)[] = [];
    const { minItems, maxItems, uniqueItems } = schema;
    if (typeof minItems === "number") checks.push((items) => items.length >= minItems);
    if (typeof maxItems === "number") checks.push((items) => items.length <= maxItems);
    if (uniqueItems === true) {
      this.weighsNumbers = true;
      checks.push((items) => firstEqualPair(items.map((item) => item.value())) === undefined);
    }
    if (this.has("contains") && schema.contains !== undefined) checks.push(this.containsCheck(schema.contains, schema));
    const prefix = this.has("prefixItems") ? asList(schema.prefixItems).map((each) => this.build(each)) : [];
    const rest = this.buildRest(schema.items);
    if (prefix.length > 0) {
      checks.push((items) => items.every((item, index) => (prefix[index] ?? rest)(item)));
    } else if (rest !== accept) {
      checks.push((items) => {
        for (const item of items) if (!rest(item)) return false;
        return true;
      });
    }
    if (checks.length === 0) return [];
    return [
      (node) => {
        if (node.kind !== "array") return true;
        const items = node.items();
        for (const check of checks) if (!check(items)) return false;
        return true;
      },
    ];
  }

  private buildRest(items: JsonValue | undefined): Check {
    if (items === undefined) return accept;
    return Array.isArray(items) ? doubt : this.build(items);
  }

  private containsCheck(schema: JsonValue, parent: JsonObject): (items: readonly JsonNode[]) => boolean {
    const check = this.build(schema);
    const counts = this.has("minContains");
    const least = counts && typeof parent.minContains === "number" ? parent.minContains : 1;
    const most = counts && typeof parent.maxContains === "number" ? parent.maxContains : Number.POSITIVE_INFINITY;
    return (items) => {
      const found = items.filter((item) => check(item)).length;
      return found >= least && found <= most;
    };
  }

  private has(keyword: string): boolean {
    return keywordsOf(this.dialect).has(keyword);
  }
}

const arrayKeywords: ReadonlySet<string> = new Set(["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]);
