import { isObject, type JsonValue } from "../json/value.js";
import type { Tool } from "../model/tool.js";
import { redactedMark } from "../text/quote.js";
import type { PageDeclaration } from "./page-data.js";

/** Characters of one schema, and of a description: generated ones may be as long as a book. */
const maxSchema = 30_000;
const maxDescription = 600;

/** What was made of a tool: the records of a log repeat their tools. */
const known = { plain: new WeakMap<Tool, PageDeclaration>(), redacted: new WeakMap<Tool, PageDeclaration>() };

/**
 * A tool as the page shows it.
 *
 * @param mayShow names that stay where everything else is hidden; absent: nothing is
 */
export function declarationOf(tool: Tool, mayShow: ((name: string) => boolean) | undefined): PageDeclaration {
  const made = mayShow === undefined ? known.plain : known.redacted;
  const declaration = made.get(tool) ?? describe(tool, mayShow);
  made.set(tool, declaration);
  return declaration;
}

function describe({ key: name, description, argumentsSchema }: Tool, mayShow: ((name: string) => boolean) | undefined): PageDeclaration {
  const schema =
    argumentsSchema === null ? null : JSON.stringify(mayShow === undefined ? argumentsSchema : structureOf(argumentsSchema, mayShow));
  const isLeftOut = schema !== null && schema.length > maxSchema;
  return {
    name,
    description: mayShow === undefined ? (description?.slice(0, maxDescription) ?? null) : null,
    schema: isLeftOut ? null : schema,
    isLeftOut,
  };
}

/** Keywords that say what an argument may be in words of the trade; descriptions, examples and enumerated values are text of the transcript. */
const structural: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "items",
  "required",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "allOf",
]);

function structureOf(schema: JsonValue, mayShow: (name: string) => boolean): JsonValue {
  if (typeof schema === "string") return mayShow(schema) ? schema : redactedMark;
  if (Array.isArray(schema)) return schema.map((each) => structureOf(each, mayShow));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => structural.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]): readonly [string, JsonValue] => {
      if (keyword !== "properties" || !isObject(value)) return [keyword, structureOf(value, mayShow)];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, structureOf(each, mayShow)]))];
    }),
  );
}
