import { has, type ToolDialect } from "./dialect.js";

/**
 * `{type: "function", function: {name, parameters}}`, and without `type` as Mistral writes it.
 *
 * Source: OpenAI API Reference, Chat Completions, `ChatCompletionFunctionTool`; Mistral AI API, `Tool`; read 2026-11.
 */
export const openaiChat: ToolDialect = {
  id: "openai-chat",
  title: "OpenAI Chat Completions, nested",
  recognises: (entry) =>
    has(entry, "function") || (entry.get("type")?.string() === "function" && !has(entry, "name") && !has(entry, "parameters")),
  read(entry, reading) {
    const block = entry.get("function");
    if (!block.isGiven) {
      return [reading.refuse(entry, 'Unexpected function tool without a function, expected an object under "function"')];
    }
    if (!block.isObject) {
      return [reading.refuse(block, `Unexpected ${block.kind} as a tool's function, expected an object with "name" and "parameters"`)];
    }
    return [
      reading.declare({
        entry,
        name: block.get("name"),
        type: entry.get("type").text() ?? "function",
        description: block.get("description"),
        parameters: block.get("parameters"),
        strict: block.get("strict"),
        homes: [block, entry],
      }),
    ];
  },
};
