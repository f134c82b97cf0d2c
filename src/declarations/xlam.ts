import type { JsonNode } from "../json/node.js";
import type { JsonObject } from "../json/value.js";
import type { ToolDialect } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";
import { readPythonType } from "./python-types.js";

const schemaTypes = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/**
 * `{name, parameters: {param: {type: "str, optional", default}}}`: a flat map of parameters with Python types.
 *
 * Source: dataset card of Salesforce/xlam-function-calling-60k; read 2026-11.
 */
export const xlam: ToolDialect = {
  id: "xlam",
  title: "xLAM (flat map of parameters)",
  recognises(entry) {
    const parameters = entry.get("parameters");
    if (parameters?.kind !== "object") return false;
    const types = parameters.entries().map(({ value }) => typeOf(value));
    return (
      types.length > 0 && types.every((type) => type !== undefined) && types.some((type) => type !== undefined && !schemaTypes.has(type))
    );
  },
  read(entry, reading) {
    const parameters = entry.get("parameters");
    const parts = { entry, name: entry.get("name"), description: entry.get("description") };
    return [reading.declare({ ...parts, parameters, converted: schemaOf(parameters) })];
  },
};

function typeOf(definition: JsonNode): string | undefined {
  return definition.get("type")?.string();
}

function schemaOf(parameters: DeclarationPlace): JsonObject {
  const read = parameters.members().map(([name, definition]) => {
    const { schema, isOptional } = readPythonType(definition.get("type").text() ?? "");
    return { name, schema, isRequired: !isOptional && definition.get("default").node === undefined };
  });
  const required = read.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(read.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}
