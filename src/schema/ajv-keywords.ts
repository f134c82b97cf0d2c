import type { CodeKeywordDefinition, FuncKeywordDefinition, KeywordCxt } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonValue } from "../json/value.js";
import { checkSchema } from "./check-schema.js";
import { type Dialect, dialects } from "./dialect.js";
import { type ExactNumbers, equalsDeclared, firstEqualPair, isRounded } from "./equal-values.js";
import { compareNumbers, isMultiple } from "./exact-number.js";

/** What the keywords below know of the value being judged: ajv hands it on as `this`. */
export interface Judging {
  /** Digits of numbers that a double does not hold, by pointer into the value. */
  readonly numbers: ExactNumbers;
  /** Digits of a declared number, if they are known, by the lowered schema that holds it. */
  declared(schema: object, keyword: string): string | undefined;
}

/** The parts of ajv's code generator that a keyword needs; ajv is loaded late, so they come as a parameter. */
export interface CodeTools {
  readonly _: typeof import("ajv")._;
  readonly Name: typeof import("ajv").Name;
}

/**
 * Adds to an ajv instance the keywords of lowered schemas, and puts keywords of ours in the place of those that judge numbers
 * by their rounded value (limits, `multipleOf`, `enum`, `const`) or take quadratic time (`uniqueItems`).
 */
export function addKeywords(ajv: Ajv2020, tools: CodeTools): void {
  for (const keyword of [...numberKeywords, ...equalityKeywords]) {
    ajv.removeKeyword(String(keyword.keyword));
    ajv.addKeyword(keyword);
  }
  ajv.removeKeyword("unevaluatedItems");
  ajv.addKeyword(unevaluatedItemsKeyword(tools));
  ajv.addKeyword(branchKeyword(tools));
  ajv.addKeyword(nothingKeyword);
  ajv.addKeyword(metaSchemaKeyword);
}

/**
 * Judges by a schema and, when that fails, adds an error `branch` behind the errors of the schema, which says how many they are:
 * that is how `failures.ts` tells the errors of one branch from all others, also through references. It always looks for all
 * errors: under `if` and `not` ajv (8.20) would stop at the first, and then passes over `contains` where `prefixItems` met no item.
 */
function branchKeyword({ _, Name }: CodeTools): CodeKeywordDefinition {
  const errors = new Name("errors"); // ajv's own counter of errors so far
  return {
    keyword: "branch",
    schemaType: ["object", "boolean"],
    error: { message: "must fit", params: ({ params }) => _`{count: ${errors} - ${params.start}}` },
    code(context: KeywordCxt) {
      const { gen } = context;
      context.setParams({ start: gen.const("start", errors) });
      const valid = gen.name("valid");
      context.mergeEvaluated(context.subschema({ keyword: "branch", allErrors: true }, valid));
      gen.if(_`!${valid}`, () => context.error(true));
      context.ok(valid);
    },
  };
}

/** ajv's own (8.20) takes "all items were evaluated", which it may learn only while judging, for "one was": a false alarm. */
function unevaluatedItemsKeyword({ _ }: CodeTools): CodeKeywordDefinition {
  return {
    keyword: "unevaluatedItems",
    type: "array",
    schemaType: ["boolean", "object"],
    code(context: KeywordCxt) {
      const { gen, schema, data, it } = context;
      const evaluated = it.items ?? 0;
      if (evaluated === true || schema === true) return;
      const length = gen.const("length", _`${data}.length`);
      const valid = gen.var("valid", _`${evaluated} === true || ${length} <= ${evaluated}`);
      if (schema !== false) {
        gen.if(_`!${valid}`, () =>
          gen.forRange("index", _`${evaluated}`, length, (index) => {
            context.subschema({ keyword: "unevaluatedItems", dataProp: index, dataPropType: 0 }, valid);
          }),
        );
      }
      context.ok(valid);
      if (schema === false) gen.if(_`!${valid}`, () => context.error());
      it.items = true;
    },
  };
}

/** The schema `false`, as an object that has an identity. */
const nothingKeyword: FuncKeywordDefinition = { keyword: "nothing", errors: false, validate: () => false };

/** A reference to a whole meta-schema: the value must be a schema of that dialect. */
const metaSchemaKeyword: FuncKeywordDefinition = {
  keyword: "metaSchema",
  errors: false,
  validate: (named: unknown, value: JsonValue) => {
    const dialect = dialects.find((each) => each === named);
    return dialect === undefined || isSchemaOf(value, dialect);
  },
};

function isSchemaOf(value: JsonValue, dialect: Dialect): boolean {
  return checkSchema(value, dialect).faults.length === 0;
}

/** Whether a number keeps within a limit, given the sign of number − limit. */
type Relation = (difference: number) => boolean;

const numberKeywords: readonly FuncKeywordDefinition[] = [
  limitKeyword("minimum", (difference) => difference >= 0),
  limitKeyword("maximum", (difference) => difference <= 0),
  limitKeyword("exclusiveMinimum", (difference) => difference > 0),
  limitKeyword("exclusiveMaximum", (difference) => difference < 0),
  {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    errors: false,
    validate(this: Judging, divisor: number, value: number, schema, place) {
      const digits = this.numbers.get(place?.instancePath ?? "") ?? String(value);
      return isMultiple(digits, (schema && this.declared(schema, "multipleOf")) ?? String(divisor));
    },
  },
];

function limitKeyword(keyword: string, holds: Relation): FuncKeywordDefinition {
  return {
    keyword,
    type: "number",
    schemaType: "number",
    errors: false,
    validate(this: Judging, limit: number, value: number, schema, place) {
      const digits = this.numbers.get(place?.instancePath ?? "");
      const declared = schema && this.declared(schema, keyword);
      if (digits === undefined && declared === undefined) return holds(value - limit || 0);
      // A rounded limit is known only as a double: what rounds to the same may be on either side, and is let through.
      if (declared === undefined && isRounded(limit)) return value === limit || holds(value > limit ? 1 : -1);
      return holds(compareNumbers(digits ?? String(value), declared ?? String(limit)));
    },
  };
}

const equalityKeywords: readonly FuncKeywordDefinition[] = [
  {
    keyword: "const",
    errors: false,
    validate(this: Judging, declared: JsonValue, value: JsonValue, schema, place) {
      return isMember(this, [declared], value, place?.instancePath ?? "", () => schema && this.declared(schema, "const"));
    },
  },
  {
    keyword: "enum",
    schemaType: "array",
    errors: false,
    validate(this: Judging, declared: readonly JsonValue[], value: JsonValue, schema, place) {
      return isMember(this, declared, value, place?.instancePath ?? "", (index) => schema && this.declared(schema, `enum/${index}`));
    },
  },
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    validate(this: Judging, wanted: boolean, items: readonly JsonValue[], _schema, place) {
      return !wanted || firstEqualPair(items, this.numbers, place?.instancePath ?? "") === undefined;
    },
  },
];

function isMember(
  { numbers }: Judging,
  members: readonly JsonValue[],
  value: JsonValue,
  pointer: string,
  digitsOf: (index: number) => string | undefined,
): boolean {
  return members.some((member, index) => {
    const digits = typeof member === "number" && typeof value === "number" ? digitsOf(index) : undefined;
    if (digits !== undefined) return compareNumbers(digits, numbers.get(pointer) ?? String(value)) === 0;
    return equalsDeclared(member, value, numbers, pointer);
  });
}
