import { has, type ToolDialect } from "./dialect.js";

/**
 * `{name, parameters_json_schema, strict}`: Pydantic AI's `ToolDefinition`, dumped.
 *
 * Source: Pydantic AI API reference, `pydantic_ai.tools.ToolDefinition`; read 2026-11.
 */
export const pydanticAi: ToolDialect = {
  id: "pydantic-ai",
  title: "Pydantic AI ToolDefinition",
  recognises: (entry) => has(entry, "parameters_json_schema"),
  read: (entry, reading) => [
    reading.declare({
      entry,
      name: entry.get("name"),
      description: entry.get("description"),
      parameters: entry.get("parameters_json_schema"),
      strict: entry.get("strict"),
    }),
  ],
};
