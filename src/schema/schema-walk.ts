import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";
import { keywordsOf, type Shape } from "./keywords.js";

/** A schema inside a schema: the keyword that holds it, and its place seen from the outer one. */
export interface Subschema {
  readonly keyword: string;
  /** JSON Pointer from the outer schema, such as `/properties/city`. */
  readonly path: string;
  readonly schema: JsonValue;
}

/**
 * The schemas directly inside a schema, in document order, as far as the dialect's keywords hold them: members that are
 * neither an object nor a boolean are left out, and so is everything under unknown keywords, `enum`, `const` and `default`.
 */
export function* subschemas(schema: JsonValue, dialect: Dialect = "2020-12"): Generator<Subschema> {
  if (!isObject(schema)) return;
  const shapes = keywordsOf(dialect);
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = shapes.get(keyword);
    if (shape === undefined || !holdsSchemas(shape)) continue;
    const path = `/${escapeStep(keyword)}`;
    if (isSchema(value)) {
      if (holdsMembers(shape)) yield* members(value, keyword, path);
      else if (shape !== "schema-list") yield { keyword, path, schema: value };
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) if (isSchema(item)) yield { keyword, path: `${path}/${index}`, schema: item };
    }
  }
}

function* members(map: JsonValue, keyword: string, path: string): Generator<Subschema> {
  if (!isObject(map)) return;
  for (const [name, schema] of Object.entries(map)) {
    if (isSchema(schema)) yield { keyword, path: `${path}/${escapeStep(name)}`, schema };
  }
}

/**
 * A schema and all schemas inside it, each with its JSON Pointer, outer before inner, in document order.
 *
 * Total and without recursion: any JSON value and any depth is fine. References are not followed.
 */
export function* walkSchemas(schema: JsonValue, dialect: Dialect = "2020-12"): Generator<readonly [pointer: string, schema: JsonValue]> {
  const left: (readonly [string, JsonValue])[] = [["", schema]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    const [pointer, outer] = next;
    const inner = [...subschemas(outer, dialect)];
    for (const { path, schema: each } of inner.reverse()) left.push([pointer + path, each]);
  }
}

/** Whether a value can be a schema at all. Which booleans are schemas depends on the dialect. */
export function isSchema(value: JsonValue | undefined): value is JsonObject | boolean {
  return typeof value === "boolean" || isObject(value);
}

/** Whether a keyword of this shape can hold schemas. */
export function holdsSchemas(shape: Shape): boolean {
  return shape.startsWith("schema") || shape === "type-or-schema";
}

/** Whether the schemas are the members of an object: `properties` and its like. */
function holdsMembers(shape: Shape): boolean {
  return shape === "schema-map" || shape === "schema-by-pattern" || shape === "schema-or-names-map" || shape === "schema-or-name-map";
}
