import type { Tool } from "./tool.js";

/** What tells a tool from the most ordinary one: a function without arguments. */
export type ToolDefinition = Partial<Omit<Tool, "key" | "source" | "at">>;

/**
 * Makes a tool by hand, for callers that have no recording to read it from.
 *
 * Defaults are NeMo's (`nemoguardrails.guardrails.tool_schema.Tool`): type `function`, everything else absent. A tool without a name, or of
 * another type than `function` and `custom`, is hosted unless `hosted` says otherwise. Its pointers lead nowhere but to the root.
 */
export function defineTool(definition: ToolDefinition): Tool {
  const { name = null, type = "function" } = definition;
  return {
    name,
    type,
    description: null,
    argumentsSchema: null,
    resultSchema: null,
    strict: null,
    hosted: name === null || (type !== "function" && type !== "custom"),
    input: "json",
    dialect: "json-schema",
    availableFrom: 0,
    removedAt: null,
    ...definition,
    key: name ?? type,
    source: 0,
    at: { entry: "", name: "", argumentsSchema: "", resultSchema: "" },
  };
}
