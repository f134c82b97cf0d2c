import type { ToolDialect } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";

/** Types of JSON Schema: an object that has one is a schema, not a tool. */
const schemaTypes = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/**
 * A tool that only its type identifies: web search, code execution, computer use, MCP servers, the provider's own client tools.
 *
 * Anthropic and the AI SDK give it a name, OpenAI none; an MCP server is named by its label, since one request may list several.
 * The provider owns the call's shape, so `parameters` beside an unknown type are settings; a schema of arguments only where it says so.
 * Source: OpenAI API Reference, Responses, `Tool`; Anthropic API Reference, Messages, `ToolUnion`; OpenRouter, server tools; read 2026-11.
 */
export const hosted: ToolDialect = {
  id: "hosted",
  title: "Hosted tool, by its type",
  recognises(entry) {
    const type = entry.get("type")?.string();
    return type !== undefined && type !== "" && type !== "function" && !schemaTypes.has(type);
  },
  read(entry, reading) {
    const name = entry.firstOf(["name", "server_label", "mcp_server_name"]);
    const type = entry.get("type").text() ?? "";
    const parameters = entry.get("parameters");
    return [
      reading.declare({
        entry,
        ...(name.isGiven ? { name } : { name: entry.get("type"), named: null }),
        type,
        description: entry.get("description"),
        parameters,
        ...(!declaresSchema(type, name, parameters) && { converted: null }),
        hosted: true,
        bringsUnlisted: type === "mcp_toolset", // its server has the names
      }),
    ];
  },
};

/** A client's tool search declares its arguments; a named tool of an unknown type does if what it declares says that it is an object. */
function declaresSchema(type: string, name: DeclarationPlace, parameters: DeclarationPlace): boolean {
  return type === "tool_search" || (name.isGiven && parameters.get("type").text() === "object");
}
