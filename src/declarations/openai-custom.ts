import { withArticle } from "../text/article.js";
import { has, type ToolDialect } from "./dialect.js";

/**
 * A tool that takes free text: `{type: "custom", custom: {name, format}}` in Chat Completions, `{type: "custom", name, format}` in Responses.
 *
 * Anthropic calls its ordinary tools `custom` as well; those carry a schema.
 * Source: OpenAI API Reference, `ChatCompletionCustomTool` and `CustomTool`; read 2026-11.
 */
export const openaiCustom: ToolDialect = {
  id: "openai-custom",
  title: "OpenAI custom tool (free text)",
  recognises: (entry) =>
    entry.get("custom")?.kind === "object" ||
    (entry.get("type")?.string() === "custom" && !has(entry, "input_schema") && !has(entry, "inputSchema") && !has(entry, "parameters")),
  read(entry, reading) {
    const custom = entry.get("custom");
    if (custom.isGiven && !custom.isObject) {
      return [reading.refuse(custom, `A custom tool must be an object with "name", got ${withArticle(custom.kind)}`)];
    }
    const block = custom.isGiven ? custom : entry;
    return [
      reading.declare({
        entry,
        name: block.get("name"),
        type: "custom",
        description: block.get("description"),
        parameters: block.get("format"),
        converted: null,
        input: "text",
      }),
    ];
  },
};
