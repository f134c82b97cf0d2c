import { quote } from "../text/quote.js";
import { defineRule } from "./rule.js";

/**
 * The recording holds a provider's refusal whose cause may lie in messages, tools or their parameters. The engine raises it to an error
 * where no finding of ours explains it, but for one of a filter: that takes offence at words, which are not ours to judge.
 *
 * Refusals about keys, permissions, quota, bills, models and sizes are not ours.
 */
export const refusedRequest = defineRule({
  id: "refused-request",
  category: "transcript",
  summary: "The provider rejected the recorded request, and the cause may lie in its messages or tools",
  severity: "warning",
  consequence: "The agent stopped here; while the fault stays in the history, every later request of the session is rejected too.",
  repair: "Fix what the provider names; other findings in this transcript usually say where it is.",
  evidence: [
    "OpenAI, Azure, Mistral: 400 invalid_request_error (recorded rejections, 2026-11)",
    "Anthropic: 400 invalid_request_error; Google: 400 INVALID_ARGUMENT; Bedrock: 400 ValidationException (recorded rejections, 2026-11)",
    "Azure AI: 424 for a call without type (langchain-ai/langchain-azure issue 35, 2025-02)",
  ],
  on: {
    *refusal(refusal, { profile }) {
      if (refusal.cause === "elsewhere") return;
      yield {
        at: refusal.at,
        message: `The provider rejected this request${refusal.status === undefined ? "" : ` with status ${refusal.status}`}`,
        provider: { name: profile.title, status: refusal.status ?? null, says: quote(refusal.message), source: null },
        data: { ...(refusal.status !== undefined && { status: refusal.status }), cause: refusal.cause },
      };
    },
  },
});
