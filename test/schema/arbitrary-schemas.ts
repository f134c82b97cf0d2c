import fc from "fast-check";
import type { JsonValue } from "../../src/json/value.js";
import { type Dialect, schemaDialects } from "../../src/schema/dialect.js";
import { keywordsOf } from "../../src/schema/keywords.js";

const names = ["a", "b", "c", "constructor", "x/y", "é"] as const;
const name = fc.constantFrom(...names);
const typeName = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
const scalar = fc.oneof(
  fc.constantFrom("a", "b", "abc", "", "😀"),
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom(0.5, 1.5),
  fc.boolean(),
  fc.constant(null),
);
const count = fc.integer({ min: 0, max: 3 });

/** Values that meet the names and constants of the schemas below often enough. */
export const someValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** Objects, for schemas of arguments. */
export const someObject: fc.Arbitrary<JsonValue> = fc.dictionary(name, someValue, { maxKeys: 5, noNullPrototype: true });

const leaves: { readonly [keyword: string]: fc.Arbitrary<JsonValue> } = {
  type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
  enum: fc.array(someValue, { minLength: 1, maxLength: 3 }),
  const: someValue,
  minimum: fc.integer({ min: -2, max: 4 }),
  exclusiveMaximum: fc.integer({ min: -2, max: 4 }),
  multipleOf: fc.constantFrom(1, 2, 3, 0.5),
  minLength: count,
  maxLength: count,
  pattern: fc.constantFrom("^a", "b$", "^[a-c]+$", "^(a|b)*$", "\\d"),
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  minContains: count,
  maxContains: count,
  required: fc.uniqueArray(name, { maxLength: 2 }),
  minProperties: count,
  maxProperties: count,
  dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
  $ref: fc.constantFrom("#/$defs/text", "#/$defs/list", "#tree"),
  title: fc.constant("words"),
  nullable: fc.boolean(),
  "x-unknown": scalar,
};

/** Keywords that hold one schema, a list of them, or one for each name. */
const holders = {
  one: [
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "not",
    "if",
    "then",
    "else",
  ],
  list: ["prefixItems", "allOf", "anyOf", "oneOf", "anyOf", "oneOf"],
  map: ["properties", "properties", "properties", "patternProperties", "dependentSchemas"],
} as const;

/** Valid schemas of 2020-12 with every keyword that judges, references to definitions included (never in circles). */
export const validSchema: fc.Arbitrary<JsonValue> = fc
  .letrec<{ schema: JsonValue }>((tie) => {
    const schema = tie("schema");
    const list = fc.array(schema, { minLength: 1, maxLength: 3 });
    const map = fc.dictionary(name, schema, { maxKeys: 3, noNullPrototype: true });
    const leaf = fc.constantFrom(...Object.entries(leaves)).chain(([keyword, value]) => fc.tuple(fc.constant(keyword), value));
    const holder = fc.oneof(
      fc.tuple(fc.constantFrom(...holders.one), schema),
      fc.tuple(fc.constantFrom(...holders.list), list),
      fc.tuple(fc.constantFrom(...holders.map), map),
    );
    const flat = fc.array(leaf, { maxLength: 3 }).map((entries): JsonValue => Object.fromEntries(entries));
    const deep = fc
      .tuple(fc.array(leaf, { maxLength: 2 }), fc.array(holder, { minLength: 1, maxLength: 3 }))
      .map(([some, others]): JsonValue => Object.fromEntries([...some, ...others]));
    return { schema: fc.oneof({ maxDepth: 3, depthSize: "small" }, flat, fc.boolean(), deep, deep, deep) };
  })
  .schema.map(withDefinitions);

function withDefinitions(schema: JsonValue): JsonValue {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const $defs = {
    text: { type: ["string", "null"], maxLength: 2 },
    list: { type: "array", items: { $ref: "#/$defs/text" } },
    tree: { $anchor: "tree", type: "object", properties: { a: { $ref: "#/$defs/tree" }, b: { type: "integer" } } },
  };
  return { ...schema, $defs };
}

/** Objects of known keywords with values of any plausible shape, right or wrong. */
export function wildSchema(dialect: Dialect): fc.Arbitrary<JsonValue> {
  const keyword = fc.constantFrom(...keywordsOf(dialect).keys(), "unknown", "default");
  return fc.letrec<{ schema: JsonValue; value: JsonValue }>((tie) => ({
    schema: fc.dictionary(keyword, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    value: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      fc.constantFrom<JsonValue>("string", "object", "a", "#/x", "^a", "(", true, false, 0, 1, -1, 1.5, null, {}),
      tie("schema"),
      fc.array(tie("schema"), { maxLength: 2 }),
      fc.dictionary(name, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
      fc.array(fc.constantFrom<JsonValue>("a", "b", "integer", "null", 1), { maxLength: 2 }),
      fc.dictionary(name, fc.array(fc.constantFrom<JsonValue>("a", "b", 1), { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
    ),
  })).schema;
}

/** Any dialect. */
export const someDialect: fc.Arbitrary<Dialect> = fc.constantFrom(...schemaDialects);
