import { has, type ToolDialect } from "./dialect.js";

/** How Gemini spells the type of a schema that belongs to an object. */
const openapiObject = "OBJECT";

/**
 * `{name, description, parameters, returns}` without a type: a 021labs ToolSpec, OpenAI's legacy `functions`, agent logs.
 *
 * Source: 021labs documentation, ToolSpec; OpenAI API Reference, Chat Completions, `functions` (deprecated); read 2026-11.
 */
export const toolSpec: ToolDialect = {
  id: "tool-spec",
  title: "ToolSpec and legacy functions",
  recognises: (entry) => !has(entry, "type") && ["name", "parameters", "description"].some((key) => has(entry, key)),
  read(entry, reading) {
    const parameters = entry.get("parameters");
    return [
      reading.declare({
        entry,
        name: entry.get("name"),
        description: entry.get("description"),
        parameters,
        returns: entry.get("returns"),
        strict: entry.get("strict"),
        dialect: parameters.get("type").text() === openapiObject ? "openapi" : "json-schema",
        homes: [entry],
      }),
    ];
  },
};
