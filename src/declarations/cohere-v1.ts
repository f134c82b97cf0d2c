import type { JsonObject } from "../json/value.js";
import { has, type ToolDialect } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";
import { readPythonType } from "./python-types.js";

/**
 * `{name, parameter_definitions: {param: {type: "str", required}}}`; the schema is built from it.
 *
 * Source: Cohere API v1 reference, Chat, `tools`; read 2026-11.
 */
export const cohereV1: ToolDialect = {
  id: "cohere-v1",
  title: "Cohere v1",
  recognises: (entry) => has(entry, "parameter_definitions"),
  read(entry, reading) {
    const definitions = entry.get("parameter_definitions");
    const parts = { entry, name: entry.get("name"), description: entry.get("description"), parameters: definitions };
    return [reading.declare(definitions.isObject ? { ...parts, converted: schemaOf(definitions) } : parts)];
  },
};

function schemaOf(definitions: DeclarationPlace): JsonObject {
  const members = definitions.members();
  const required = members.filter(([, definition]) => definition.get("required").flag() === true).map(([name]) => name);
  const properties = Object.fromEntries(
    members.map(([name, definition]) => [name, readPythonType(definition.get("type").text() ?? "").schema]),
  );
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}
