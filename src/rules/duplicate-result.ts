import { breachOf, calledAt, idOf, suggestCall } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/** A call has one result. Where another call of the turn is left open, the second result most likely carries a wrong id. */
export const duplicateResult = defineRule({
  id: "duplicate-result",
  category: "pairing",
  summary: "A call has a second result",
  severity: "error",
  consequence: "Providers reject the request; a client that keeps results by id shows the model either, and an injected one may win.",
  repair: "Keep the result that counts; after an approval or a retry, replace the placeholder instead of adding to it.",
  evidence: [
    "OpenAI API, 400 at messages.[i].tool_call_id: duplicate value (agno issue 5116, 2025-10)",
    "Anthropic API, 400: each tool_use must have a single result (recorded rejections, 2026-11)",
    "NeMo Guardrails, tool result rail: duplicate_result (read 2026-11)",
  ],
  on: {
    *fault(fault, { profile }) {
      if (fault.kind !== "duplicate") return;
      const { call, result, first, meant } = fault;
      yield {
        at: idOf(result),
        message: "The call has a second result",
        call,
        ...breachOf(profile.pairing.duplicate, profile, suggestCall(meant) ?? "Keep the one that counts"),
        related: [{ message: "First result here", at: idOf(first) }, ...calledAt(call), ...calledAt(meant, "Still open")],
      };
    },
  },
});
