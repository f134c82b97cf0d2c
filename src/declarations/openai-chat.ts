import { withArticle } from "../text/article.js";
import { has, type ToolDialect } from "./dialect.js";

/**
 * `{type: "function", function: {name, parameters}}`, and without `type` as Mistral writes it.
 *
 * Another type without parameters names a tool of the provider's own (`{type: "builtin_function", function: {name: "$web_search"}}`, Moonshot).
 * Source: OpenAI API Reference, Chat Completions, `ChatCompletionFunctionTool`; Mistral AI API, `Tool`; Kimi API, "Use Web Search"; read 2026-12.
 */
export const openaiChat: ToolDialect = {
  id: "openai-chat",
  title: "OpenAI Chat Completions, nested",
  recognises: (entry) =>
    has(entry, "function") || (entry.get("type")?.string() === "function" && !has(entry, "name") && !has(entry, "parameters")),
  read(entry, reading) {
    const block = entry.get("function");
    if (!block.isGiven) {
      return [reading.refuse(entry, 'A function tool has no "function"')];
    }
    if (!block.isObject) {
      return [
        reading.refuse(block, `The function of a tool must be an object with "name" and "parameters", got ${withArticle(block.kind)}`),
      ];
    }
    const type = entry.get("type").text() ?? "function";
    const parameters = block.get("parameters");
    return [
      reading.declare({
        entry,
        name: block.get("name"),
        type,
        description: block.get("description"),
        parameters,
        ...(type !== "function" && !parameters.isGiven && { converted: null, hosted: true }),
        strict: block.get("strict"),
        homes: [block, entry],
      }),
    ];
  },
};
