import { quote } from "../text/quote.js";
import { breachOf, calledAt } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * A result that names a tool names that of its call. A name that either side leaves out contradicts nothing.
 *
 * Where endpoints take results by name and order, the wrong name is rejected; beside an id that links the two it may pass.
 */
export const mismatchedToolName = defineRule({
  id: "mismatched-tool-name",
  category: "pairing",
  summary: "A result names another tool than its call",
  severity: "error",
  consequence: "Endpoints that link by name reject the request; elsewhere the output is taken for that of the wrong tool.",
  repair: "Repeat the name of the call on its result, not the call's id and not the name of the function that implements it.",
  evidence: [
    "NeMo Guardrails, tool result rail: name_mismatch (read 2026-11)",
    "Google, Gemini API reference, FunctionResponse.name: the name of the function call that it answers (read 2026-11)",
    "Vertex AI, 400 INVALID_ARGUMENT for a function response under another name (archestra-ai/archestra pull request 7583, 2026-08)",
  ],
  on: {
    *fault(fault, { profile }) {
      if (fault.kind !== "mismatched-name") return;
      const { call, result, by } = fault;
      yield {
        at: result.at.name ?? result.at.result,
        message: `The result names tool ${quote(result.name ?? "")}, but its call is to ${quote(call.function.name ?? "")}`,
        ...breachOf(
          profile.pairing.mismatchedName,
          profile,
          result.name === call.id ? "Write the name of the tool: this is the id of the call" : null,
        ),
        ...(by === "id" && profile.pairing.key === "id-or-order" && { severity: "warning" }),
        call,
        related: calledAt(call),
      };
    },
  },
});
