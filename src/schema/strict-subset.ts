import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { quote } from "../text/quote.js";
import type { SchemaFault } from "./check-schema.js";
import { walkSchemas } from "./schema-walk.js";

/**
 * Where a schema leaves the subset that `strict: true` asks for: an object at the root without `anyOf` beside it, every object closed
 * with `additionalProperties: false` and requiring all its properties.
 *
 * Each fault stands at the object that breaks the subset (`/properties/filter`), or at the keyword that does. Total; the schema need
 * not be valid, and what is broken otherwise is not reported.
 * Source: OpenAI, "Structured model outputs", Supported schemas, read 2026-07.
 */
export function strictSubsetFaults(schema: JsonValue): readonly SchemaFault[] {
  return [
    ...rootFaults(schema),
    ...[...walkSchemas(schema)].flatMap(([pointer, each]) => (isObject(each) ? objectFaults(each, pointer) : [])),
  ];
}

function rootFaults(schema: JsonValue): readonly SchemaFault[] {
  const root: JsonObject = isObject(schema) ? schema : {};
  const type = ownValue(root, "type");
  const faults: SchemaFault[] = [];
  if (type !== "object" && ownValue(root, "$ref") === undefined) {
    faults.push({
      keyword: "type",
      schemaPointer: type === undefined ? "" : "/type",
      message: "a strict schema must have type object at its root",
    });
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    if (!Object.hasOwn(root, keyword)) continue;
    faults.push({ keyword, schemaPointer: `/${keyword}`, message: `a strict schema must not have ${keyword} at its root` });
  }
  return faults;
}

function objectFaults(schema: JsonObject, pointer: string): readonly SchemaFault[] {
  if (!isObjectSchema(schema)) return [];
  const place = pointer === "" ? "the root" : quote(lastStep(pointer));
  const additional = ownValue(schema, "additionalProperties");
  const faults: SchemaFault[] = [];
  if (additional !== false) {
    const at = additional === undefined ? pointer : `${pointer}/additionalProperties`;
    faults.push({
      keyword: "additionalProperties",
      schemaPointer: at,
      message: `a strict schema must close each object with additionalProperties false, ${place} is open`,
    });
  }
  const properties = ownValue(schema, "properties");
  const listed = ownValue(schema, "required");
  const required = new Set(Array.isArray(listed) ? listed : []);
  for (const name of Object.keys(isObject(properties) ? properties : {})) {
    if (required.has(name)) continue;
    const at = listed === undefined ? pointer : `${pointer}/required`;
    faults.push({
      keyword: "required",
      schemaPointer: at,
      message: `a strict schema must require every property, ${place} does not require ${quote(name)}`,
    });
  }
  return faults;
}

function isObjectSchema(schema: JsonObject): boolean {
  const type = ownValue(schema, "type");
  return (
    type === "object" ||
    (Array.isArray(type) && type.includes("object")) ||
    (type === undefined && isObject(ownValue(schema, "properties")))
  );
}

function lastStep(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
