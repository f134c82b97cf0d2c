import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { reportSchema } from "../../src/reporters/report-schema.js";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/json-report.md"), "utf8");

type Field = readonly [path: string, type: string];

it("docs/json-report.md names each field of the report's schema with its type, and no other", () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*?) \| /gm)].map(([, path = "", type = ""]): Field => [path, type]);
  expect(rows).toEqual(fieldsOf(reportSchema, ""));
});

/** The fields below a schema in its order, each with the words of the page for its type. An object that only groups has no row of its own. */
function fieldsOf(schema: JsonValue | undefined, prefix: string): readonly Field[] {
  return entries(member(schema, "properties")).flatMap(([key, each]) => {
    const [path, isOptional] = [`${prefix}${key}`, !list(member(schema, "required")).includes(key)];
    const [inner, isNullable] = withoutNull(each);
    const type = `${typeOf(inner)}${isNullable ? " or null" : ""}${isOptional ? ", optional" : ""}`;
    const groups = member(inner, "properties") !== undefined && !isNullable && !path.includes("[]");
    const isRepeated = path.endsWith("].range") && path.includes("related");
    const below = isRepeated ? [] : fieldsOf(inner, `${path}.`);
    return [...(groups ? [] : [field(path, type)]), ...below, ...fieldsOf(member(inner, "items"), `${path}[].`)];
  });
}

function field(path: string, type: string): Field {
  return [path, type];
}

function typeOf(schema: JsonValue | undefined): string {
  const [type, constant, choices] = [member(schema, "type"), member(schema, "const"), member(schema, "enum")];
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
  if (choices !== undefined)
    return list(choices)
      .map((choice) => (typeof choice === "number" ? String(choice) : `\`${JSON.stringify(choice)}\``))
      .join(", ");
  if (type === "array") return "list";
  if (type === "integer") return member(schema, "minimum") === 0 ? "count" : "number from 1";
  return String(type);
}

function withoutNull(schema: JsonValue): readonly [schema: JsonValue | undefined, isNullable: boolean] {
  const [only, ...others] = list(member(schema, "anyOf"));
  return others.length === 0 ? [schema, false] : [only, true];
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return entries(value).find(([name]) => name === key)?.[1];
}

function entries(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
