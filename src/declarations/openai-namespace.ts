import { withArticle } from "../text/article.js";
import type { ToolDialect } from "./dialect.js";

/**
 * `{type: "namespace", name, tools}`: tools that the model calls by name and namespace.
 *
 * Source: OpenAI API Reference, Responses, `NamespaceTool`; read 2026-11. Recorded calls carry the bare name beside `namespace`.
 */
export const openaiNamespace: ToolDialect = {
  id: "openai-namespace",
  title: "OpenAI Responses, namespace",
  recognises: (entry) => entry.get("type")?.string() === "namespace",
  read(entry, reading) {
    const tools = entry.get("tools");
    if (tools.kind !== "array") {
      return [reading.refuse(tools.isGiven ? tools : entry, `The tools of a namespace must be a list, got ${withArticle(tools.kind)}`)];
    }
    const namespace = entry.get("name").text() ?? null;
    return reading.list(tools).map((declaration) => (declaration.kind === "tool" ? { ...declaration, namespace } : declaration));
  },
};
