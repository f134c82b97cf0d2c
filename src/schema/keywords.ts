import type { Dialect } from "./dialect.js";

/** What the value of a keyword must look like. Those that hold schemas have `schema` (or `type-or-schema`) in their name. */
export type Shape =
  | "anything"
  | "text"
  | "flag"
  | "number"
  | "divisor"
  | "count"
  | "type"
  | "names"
  | "some-names"
  | "values"
  | "pattern"
  | "base-uri"
  | "anchor"
  | "vocabulary"
  | "names-map"
  | "schema"
  | "schema-list"
  | "schema-map"
  | "schema-or-list"
  | "schema-or-flag"
  | "schema-by-pattern"
  | "schema-or-names-map"
  | "schema-or-name-map"
  | "schema-or-any-list"
  | "type-or-schema";

const applicators04 = {
  additionalItems: "schema-or-flag",
  additionalProperties: "schema-or-flag",
  allOf: "schema-list",
  anyOf: "schema-list",
  definitions: "schema-map",
  dependencies: "schema-or-names-map",
  items: "schema-or-list",
  not: "schema",
  oneOf: "schema-list",
  patternProperties: "schema-by-pattern",
  properties: "schema-map",
} as const satisfies Record<string, Shape>;

const assertions04 = {
  enum: "values",
  exclusiveMaximum: "flag",
  exclusiveMinimum: "flag",
  maxItems: "count",
  maxLength: "count",
  maxProperties: "count",
  maximum: "number",
  minItems: "count",
  minLength: "count",
  minProperties: "count",
  minimum: "number",
  multipleOf: "divisor",
  pattern: "pattern",
  required: "some-names",
  type: "type",
  uniqueItems: "flag",
} as const satisfies Record<string, Shape>;

const words = { $schema: "text", description: "text", title: "text" } as const satisfies Record<string, Shape>;

const draft03 = {
  ...words,
  $ref: "text",
  additionalItems: "schema-or-flag",
  additionalProperties: "schema-or-flag",
  dependencies: "schema-or-name-map",
  disallow: "type-or-schema",
  divisibleBy: "divisor",
  enum: "values",
  exclusiveMaximum: "flag",
  exclusiveMinimum: "flag",
  extends: "schema-or-any-list",
  format: "text",
  id: "text",
  items: "schema-or-any-list",
  maxItems: "count",
  maxLength: "count",
  maximum: "number",
  minItems: "count",
  minLength: "count",
  minimum: "number",
  pattern: "pattern",
  patternProperties: "schema-by-pattern",
  properties: "schema-map",
  required: "flag",
  type: "type-or-schema",
  uniqueItems: "flag",
} as const satisfies Record<string, Shape>;

const draft04 = { ...words, ...assertions04, ...applicators04, id: "text" } as const satisfies Record<string, Shape>;

const draft06 = {
  ...words,
  ...assertions04,
  ...applicators04,
  $id: "text",
  $ref: "text",
  additionalItems: "schema",
  additionalProperties: "schema",
  const: "anything",
  contains: "schema",
  examples: "values",
  exclusiveMaximum: "number",
  exclusiveMinimum: "number",
  format: "text",
  propertyNames: "schema",
  required: "names",
} as const satisfies Record<string, Shape>;

const draft07 = {
  ...draft06,
  $comment: "text",
  contentEncoding: "text",
  contentMediaType: "text",
  else: "schema",
  if: "schema",
  readOnly: "flag",
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: "schema",
} as const satisfies Record<string, Shape>;

const draft2019 = {
  ...draft07,
  $anchor: "anchor",
  $defs: "schema-map",
  $id: "base-uri",
  $recursiveAnchor: "flag",
  $recursiveRef: "text",
  $vocabulary: "vocabulary",
  contentSchema: "schema",
  dependentRequired: "names-map",
  dependentSchemas: "schema-map",
  deprecated: "flag",
  maxContains: "count",
  minContains: "count",
  unevaluatedItems: "schema",
  unevaluatedProperties: "schema",
  writeOnly: "flag",
} as const satisfies Record<string, Shape>;

const { additionalItems: _, ...kept2019 } = draft2019;

const draft2020 = {
  ...kept2019,
  $dynamicAnchor: "anchor",
  $dynamicRef: "text",
  $recursiveAnchor: "anchor",
  items: "schema",
  prefixItems: "schema-list",
} as const satisfies Record<string, Shape>;

const tables: Record<Dialect, ReadonlyMap<string, Shape>> = {
  "draft-03": new Map(Object.entries(draft03)),
  "draft-04": new Map(Object.entries(draft04)),
  "draft-06": new Map(Object.entries(draft06)),
  "draft-07": new Map(Object.entries(draft07)),
  "2019-09": new Map(Object.entries(draft2019)),
  "2020-12": new Map(Object.entries(draft2020)),
};

/**
 * The keywords that a dialect's meta-schema knows, each with the shape it asks for; any other keyword says nothing.
 *
 * Two liberties against the meta-schemas of draft-04 and draft-06, both of which providers take: `enum` may be empty and
 * may repeat a member, and `format` may be unknown. Later drafts only advise against these.
 * Source: the meta-schemas at json-schema.org, checked against the copies that ajv 8.20 ships (test/properties/schema.test.ts).
 */
export function keywordsOf(dialect: Dialect): ReadonlyMap<string, Shape> {
  return tables[dialect];
}

/**
 * The keywords that put a subschema to the very same value, so that a chain of them goes in circles without ever going
 * into the value. `dependencies` counts where its members are schemas.
 */
export const inPlaceKeywords: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
  "extends",
  "disallow",
  "type",
]);
