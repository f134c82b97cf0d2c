import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { defineRule } from "./rule.js";
import { unsupportedParts } from "./schema-objections.js";

/** Some arguments satisfy every declared schema. Only what can be proved counts. */
export const uncallableTool = defineRule({
  id: "uncallable-tool",
  category: "declaration",
  summary: "No arguments can ever satisfy the tool's schema",
  severity: "warning",
  consequence: "Every call of the tool is rejected, whatever the model writes; its calls are not judged here.",
  repair: "Look for a required argument that the schema forbids, types that exclude objects, or `false` in a combinator.",
  evidence: [
    "JSON Schema 2020-12, Validation (read 2026-11)",
    "NeMo Guardrails, tool input rail: such a tool can never be called (read 2026-11)",
  ],
  on: {
    *tools(declared, { schemas, profile }) {
      for (const tool of declared.toolset.tools) {
        if (tool.hosted || tool.argumentsSchema === null) continue;
        const compiled = schemas.argumentsOf(tool);
        if (compiled?.kind !== "valid" || !compiled.isUncallable) continue;
        // A root that is no object is reported where the endpoint rejects it.
        const refused = [...unsupportedParts(tool.argumentsSchema, tool.dialect, profile.parameters)];
        if (refused.some(({ keyword, pointer }) => keyword === "type" && (pointer === "" || pointer === "/type"))) continue;
        yield {
          at: declaredAt(declared, tool, "argumentsSchema"),
          message: `No arguments can satisfy the schema of tool ${quote(tool.key)}`,
          fix: "Declare every property that is required, and remove keywords that contradict each other",
          key: tool.key,
        };
      }
    },
  },
});
