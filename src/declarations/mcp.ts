import { has, type ToolDialect } from "./dialect.js";

/**
 * `{name, inputSchema, outputSchema}`, also as the AI SDK hands it to a provider (with `type: "function"`).
 *
 * Source: MCP specification 2025-06-18, Server / Tools, data type `Tool`; read 2026-11.
 */
export const mcp: ToolDialect = {
  id: "mcp",
  title: "MCP",
  recognises: (entry) => has(entry, "inputSchema"),
  read: (entry, reading) => [
    reading.declare({
      entry,
      name: entry.get("name"),
      description: entry.get("description"),
      parameters: entry.get("inputSchema"),
      returns: entry.get("outputSchema"),
      strict: entry.get("strict"),
    }),
  ],
};
