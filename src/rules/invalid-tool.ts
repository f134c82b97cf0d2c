import { placeOfFault } from "../declarations/index.js";
import { defineRule } from "./rule.js";

/** Every entry of a tool list can be read as a tool: one that cannot is said, never skipped. */
export const invalidTool = defineRule({
  id: "invalid-tool",
  category: "declaration",
  judgesOnly: ["declarations"],
  summary: "An entry of the tool list cannot be read as a tool",
  severity: "error",
  consequence: "Endpoints refuse the list; here, calls of that tool stay unchecked.",
  repair: "Write the entry in the dialect of the endpoint: a name, and a JSON Schema of the arguments where it belongs.",
  evidence: [
    "OpenAI API reference, Chat completions: tools (read 2026-11)",
    "Anthropic API reference, Messages: tools (read 2026-11)",
    "Gemini API reference, FunctionDeclaration (read 2026-11)",
  ],
  *check(conversation) {
    for (const fault of conversation.toolset.faults) {
      if (fault.kind !== "invalid") continue;
      yield {
        at: placeOfFault(conversation.declarations, fault) ?? conversation.at,
        message: fault.message,
        ...(fault.hint !== undefined && { hint: fault.hint }),
      };
    }
  },
});
