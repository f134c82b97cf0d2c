import { quote } from "../text/quote.js";
import { defineRule } from "./rule.js";

/** Words of providers that speak of calls, results or declarations. */
const aboutTools =
  /\btools?\b|tool_|_tools?\b|\btool(?:Use|Result|Spec|Config)|\bfunction[ _]?(?:call|response|declaration)|\bfunctions?\[|call_id|input_schema|\bschema for function\b|thought_signature|failed_generation/i;

/** Media, and the model's own choice: the request was none the worse for its tools. */
const aboutElse = /file data|media type|did not call a tool/i;

/**
 * The recording holds a provider's refusal that speaks of tools. The engine raises it to an error where no finding of ours explains it.
 *
 * Refusals about access, quota, length or media are not ours.
 */
export const refusedRequest = defineRule({
  id: "refused-request",
  category: "transcript",
  judgesOnly: ["refusal"],
  summary: "The provider refused the recorded request because of its tools",
  severity: "warning",
  consequence: "The agent stopped here; while the fault stays in the history, every later request of the session is refused too.",
  repair: "Mend what the provider names; other findings in this transcript usually say where it is.",
  evidence: [
    "OpenAI, Azure, Mistral: 400 invalid_request_error (recorded refusals, 2026-11)",
    "Anthropic: 400 invalid_request_error; Google: 400 INVALID_ARGUMENT; Bedrock: 400 ValidationException (recorded refusals, 2026-11)",
  ],
  *check({ refusal }) {
    if (refusal === undefined || !aboutTools.test(refusal.message) || aboutElse.test(refusal.message)) return;
    const status = refusal.status === undefined ? "" : ` (${refusal.status})`;
    yield {
      at: refusal.at,
      message: `The provider refused this request${status}: ${quote(refusal.message)}`,
      redacted: `The provider refused this request${status}`,
      ...(refusal.status !== undefined && { data: { status: refusal.status } }),
    };
  },
});
