import { isDeepStrictEqual } from "node:util";
import type { Tool } from "../model/tool.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { defineRule } from "./rule.js";

/**
 * A list declares each key once, and two places that declare the same key agree.
 *
 * An identical copy in a tool search, a later turn or an echo is none, and neither is a tool that was removed before it came back.
 */
export const duplicateTool = defineRule({
  id: "duplicate-tool",
  category: "declaration",
  summary: "Two tools share a name",
  severity: "error",
  consequence: "Endpoints reject the list; where one does not, nobody knows which of the two the model called.",
  repair: "Keep one of the two, or give one another name, for example with the name of its server as a prefix.",
  evidence: [
    "Anthropic Messages, rejection quoted in public reports: tool names must be unique (2026-11)",
    "NeMo Guardrails, tool rails: a repeated tool name is a configuration error (read 2026-11)",
  ],
  on: {
    *tools(declared) {
      for (const fault of declared.toolset.faults) {
        if (fault.kind !== "duplicate") continue;
        const { tool, first } = fault;
        if (!inOneList(tool, first)) {
          if (first.removedAt !== null && first.removedAt <= tool.availableFrom) continue;
          if (declareTheSame(tool, first)) continue;
        }
        yield {
          at: declaredAt(declared, tool, "name"),
          message: `Tool ${quote(tool.key)} is declared ${inOneList(tool, first) ? "twice" : "differently in two places"}`,
          key: tool.key,
          related: [{ message: "First declared here", at: declaredAt(declared, first, "name") }],
        };
      }
    },
  },
});

function inOneList(tool: Tool, first: Tool): boolean {
  return tool.source === first.source;
}

function declareTheSame(tool: Tool, first: Tool): boolean {
  return tool.type === first.type && isDeepStrictEqual(tool.argumentsSchema, first.argumentsSchema);
}
