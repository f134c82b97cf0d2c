import { escapeStep, parsePointer } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";

/**
 * Reads a schema in the spellings of Gemini and OpenAPI 3.0 as JSON Schema: upper-case and numbered types, `nullable`, numbers as
 * texts, flags for exclusive limits, `snake_case` keywords and unset ones that are null, as Python clients dump them.
 *
 * Pure and total; what it does not know stays as it is, to be judged as JSON Schema. Everything keeps its place, so that a pointer
 * into the result names the declared keyword, but for respelled ones and `nullable` beside `$ref`: see `declaredPointer`.
 * Source: type `Schema` of the Gemini API reference and of google/genai's `types.py`; OpenAPI 3.0.3, "Schema Object".
 */
export function normaliseOpenApiSchema(schema: JsonValue): JsonValue {
  return normalise(schema, 0);
}

/**
 * The place in a declared schema that a pointer into its normalised form comes from: the place itself, or the nearest one around
 * it that exists.
 */
export function declaredPointer(declared: JsonValue, pointer: string): string {
  let value: JsonValue = declared;
  let found = "";
  for (const step of parsePointer(pointer) ?? []) {
    const name = isObject(value) && !Object.hasOwn(value, step) ? snakeCase(step) : step;
    const next: JsonValue | undefined = Array.isArray(value) ? value[Number(step)] : isObject(value) ? ownValue(value, name) : undefined;
    if (next === undefined && (step === "anyOf" || step === "0")) continue; // put there around a `$ref`
    if (next === undefined) break;
    value = next;
    found += `/${escapeStep(name)}`;
  }
  return found;
}

/** Source: enum `Type` of google/ai/generativelanguage/v1beta/content.proto; 0 is unspecified. */
const numberedTypes: readonly (string | undefined)[] = [undefined, "string", "number", "integer", "boolean", "array", "object", "null"];
const types: ReadonlySet<string> = new Set(numberedTypes.filter((type) => type !== undefined));

const respelled: ReadonlyMap<string, string> = new Map(
  [
    "additionalProperties",
    "allOf",
    "anyOf",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minItems",
    "minLength",
    "minProperties",
    "oneOf",
    "prefixItems",
    "propertyOrdering",
  ].map((keyword) => [snakeCase(keyword), keyword]),
);

const numeric: ReadonlySet<string> = new Set([
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
]);
const holdsSchema: ReadonlySet<string> = new Set(["items", "additionalProperties", "not"]);
const holdsList: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const holdsMap: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** `checkSchema` reports what is nested deeper. */
const deepest = 600;

function normalise(schema: JsonValue, depth: number): JsonValue {
  if (!isObject(schema) || depth > deepest) return schema;
  const entries = Object.entries(schema).flatMap(([name, value]) => {
    const keyword = respelled.get(name) ?? name;
    return normaliseKeyword(keyword, value, depth).map((kept) => [keyword, kept] as const);
  });
  const plain = withPlainLimits(Object.fromEntries<JsonValue>(entries));
  const whole = withNumericMembers(plain);
  return schema.nullable === true ? nullable(whole) : whole;
}

/** @returns an empty list for a keyword that says nothing */
function normaliseKeyword(keyword: string, value: JsonValue, depth: number): readonly JsonValue[] {
  if (value === null) return keyword === "default" || keyword === "const" || keyword === "example" ? [value] : [];
  if (keyword === "type") return normaliseType(value);
  if (numeric.has(keyword)) return [typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value];
  if (holdsSchema.has(keyword))
    return [Array.isArray(value) ? value.map((each) => normalise(each, depth + 1)) : normalise(value, depth + 1)];
  if (holdsList.has(keyword) && Array.isArray(value)) return [value.map((each) => normalise(each, depth + 1))];
  if (holdsMap.has(keyword) && isObject(value)) {
    return [Object.fromEntries(Object.entries(value).map(([name, each]) => [name, normalise(each, depth + 1)]))];
  }
  return [value];
}

function normaliseType(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return [value.flatMap(normaliseType)];
  if (typeof value === "number") return value === 0 ? [] : [numberedTypes[value] ?? value];
  if (value === "TYPE_UNSPECIFIED") return [];
  const lower = typeof value === "string" ? value.toLowerCase() : undefined;
  return [lower !== undefined && types.has(lower) ? lower : value];
}

/** OpenAPI 3.0 has draft-04's exclusive limits: a flag beside the limit. */
function withPlainLimits(schema: JsonObject): JsonObject {
  const limits = [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const;
  if (!limits.some(([, exclusive]) => typeof schema[exclusive] === "boolean")) return schema;
  const changed = new Map(Object.entries(schema));
  for (const [limit, exclusive] of limits) {
    const isExclusive = changed.get(exclusive);
    if (typeof isExclusive !== "boolean") continue;
    const bound = changed.get(limit);
    changed.delete(exclusive);
    if (!isExclusive || bound === undefined) continue;
    changed.delete(limit);
    changed.set(exclusive, bound);
  }
  return Object.fromEntries(changed);
}

/** Gemini lists every `enum` as texts, also for numbers: `"1"` then stands for 1. */
function withNumericMembers(schema: JsonObject): JsonObject {
  const { type, enum: members } = schema;
  if (!Array.isArray(members) || (type !== "integer" && type !== "number")) return schema;
  const numbers = members.filter((member) => typeof member === "string" && member.trim() !== "").map(Number);
  return { ...schema, enum: [...members, ...numbers.filter((number) => Number.isFinite(number))] };
}

/** The schema, or null. */
function nullable(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const { type, enum: members, const: only, allOf, $ref: reference, ...others } = schema;
  if (reference !== undefined) return { ...others, anyOf: [{ $ref: reference }, { type: "null" }] };
  const changed = new Map(Object.entries(schema));
  if (type !== undefined) changed.set("type", [...new Set([...(Array.isArray(type) ? type : [type]), "null"])]);
  if (Array.isArray(members) && !members.includes(null)) changed.set("enum", [...members, null]);
  if (only !== undefined) changed.delete("const");
  if (only !== undefined) changed.set("enum", [only, null]);
  if (Array.isArray(allOf)) changed.set("allOf", allOf.map(nullable));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = changed.get(keyword);
    if (Array.isArray(branches) && !branches.some(takesNull)) changed.set(keyword, [...branches, { type: "null" }]);
  }
  return Object.fromEntries(changed);
}

function takesNull(branch: JsonValue): boolean {
  return isObject(branch) && (branch.type === "null" || (Array.isArray(branch.type) && branch.type.includes("null")));
}

function snakeCase(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
