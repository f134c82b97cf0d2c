import type { ToolDialect } from "./dialect.js";

/**
 * `{type: "function", name, parameters, output_schema}`: flat.
 *
 * Source: OpenAI API Reference, Responses, `FunctionTool`; OpenTelemetry semantic conventions for GenAI, tool definitions; read 2026-11.
 */
export const openaiResponses: ToolDialect = {
  id: "openai-responses",
  title: "OpenAI Responses, flat",
  recognises: (entry) => entry.get("type")?.string() === "function",
  read: (entry, reading) => [
    reading.declare({
      entry,
      name: entry.get("name"),
      description: entry.get("description"),
      parameters: entry.get("parameters"),
      returns: entry.firstOf(["output_schema", "returns"]),
      strict: entry.get("strict"),
      homes: [entry],
    }),
  ],
};
