import { has, type ToolDialect } from "./dialect.js";

/**
 * `{name, input_schema}`; the type is absent, null or `custom`. Server tools carry no schema and are read as hosted ones.
 *
 * Source: Anthropic API Reference, Messages, `Tool`; read 2026-11. `mcp_list_tools` items of OpenAI Responses spell it alike.
 */
export const anthropic: ToolDialect = {
  id: "anthropic",
  title: "Anthropic Messages",
  recognises: (entry) =>
    has(entry, "input_schema") ||
    // Null is a fault of this dialect, unless another one's schema is beside it.
    (entry.get("input_schema") !== undefined && !["type", "parameters", "inputSchema"].some((key) => has(entry, key))),
  read(entry, reading) {
    const type = entry.get("type").text();
    const hosted = type !== undefined && type !== "custom" && type !== "function";
    return [
      reading.declare({
        entry,
        name: entry.get("name"),
        type: hosted ? type : "function",
        description: entry.get("description"),
        parameters: entry.get("input_schema"),
        returns: entry.get("output_schema"),
        strict: entry.get("strict"),
        hosted,
      }),
    ];
  },
};
