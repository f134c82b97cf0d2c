import type { JsonObject } from "../json/value.js";
import { configFields } from "./read-config.js";
import { tableDefinitions } from "./table-fields.js";

/** The JSON Schema of a configuration file, for editors: made of the very fields that read it. */
export function configSchema(reporterIds: readonly string[]): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of guardrails",
    type: "object",
    properties: Object.fromEntries(Object.entries(configFields(reporterIds)).map(([key, { schema }]) => [key, schema])),
    additionalProperties: false,
    $defs: tableDefinitions,
  };
}
