import { isObject, type JsonValue, ownValue } from "../json/value.js";

/** The JSON Schema dialects that declarations are read with, oldest first. */
export const schemaDialects = ["draft-03", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const;
export type Dialect = (typeof schemaDialects)[number];

/** Source: the `$schema` values in the specifications' own meta-schemas, json-schema.org, read 2026-07. */
const uris: ReadonlyMap<string, Dialect> = new Map([
  ["json-schema.org/draft-03/schema", "draft-03"],
  ["json-schema.org/draft-04/schema", "draft-04"],
  ["json-schema.org/draft-05/schema", "draft-04"], // a clarified draft-04 without a meta-schema of its own
  ["json-schema.org/draft-06/schema", "draft-06"],
  ["json-schema.org/draft-07/schema", "draft-07"],
  ["json-schema.org/draft/2019-09/schema", "2019-09"],
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/** The dialect whose meta-schema a URI names: `http` or `https`, with or without an empty fragment. */
export function dialectNamed(uri: string): Dialect | undefined {
  return uris.get(uri.replace(/^https?:\/\//, "").replace(/#$/, ""));
}

/** The dialect that a schema names in `$schema`; `undefined` where it names none, or one that nobody knows. */
export function declaredDialect(schema: JsonValue): Dialect | undefined {
  const named = isObject(schema) ? ownValue(schema, "$schema") : undefined;
  return typeof named === "string" ? dialectNamed(named) : undefined;
}

/** Up to draft-07 a `$ref` is alone: whatever is beside it means nothing. */
export function refStandsAlone(dialect: Dialect): boolean {
  return dialect !== "2019-09" && dialect !== "2020-12";
}
