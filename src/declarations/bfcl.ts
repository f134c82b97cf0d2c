import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ToolDialect } from "./dialect.js";
import { readPythonType } from "./python-types.js";

/**
 * `{name, parameters: {type: "dict", properties}}`: JSON Schema with Python's names for types.
 *
 * Source: Berkeley Function Calling Leaderboard, data format; read 2026-11.
 */
export const bfcl: ToolDialect = {
  id: "bfcl",
  title: "Berkeley Function Calling Leaderboard",
  recognises: (entry) => entry.get("parameters")?.get("type")?.string() === "dict",
  read(entry, reading) {
    const parameters = entry.get("parameters");
    return [
      reading.declare({
        entry,
        name: entry.get("name"),
        description: entry.get("description"),
        parameters,
        converted: schemaOf(parameters.value()),
      }),
    ];
  },
};

/** The same schema with JSON Schema's types: pointers into it stay true. */
function schemaOf(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => convert(key, member)));
}

function convert(key: string, member: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (key === "type" && typeof member === "string") {
    const type = readPythonType(member).schema.type;
    return type === undefined ? [] : [[key, type]];
  }
  if (key === "properties" && isObject(member)) return [[key, mapValues(member)]];
  if (key === "items" || key === "additionalProperties") return [[key, schemaOf(member)]];
  return [[key, member]];
}

function mapValues(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, schemaOf(value)]));
}
