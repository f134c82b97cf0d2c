import { quote } from "../text/quote.js";
import { defineRule } from "./rule.js";

/**
 * A finish reason that promises a call comes with one.
 *
 * The reverse is no fault: several services say `stop` beside a call, OpenAI itself where tool_choice forces the function.
 */
export const mismatchedFinishReason = defineRule({
  id: "mismatched-finish-reason",
  category: "call",
  summary: "A finish reason promises a tool call, but the message has none",
  severity: "warning",
  consequence: "An agent that waits for the call does so for ever, or ends its turn with nothing: the call was lost or written as text.",
  repair: "Look for the call in the text and in the raw response; if the server lost it, repeat the request.",
  evidence: [
    "OpenAI API reference, Chat completions: finish_reason tool_calls means that the model called a tool (read 2026-11)",
    "Anthropic API reference, Messages: stop_reason tool_use (read 2026-11)",
  ],
  on: {
    *finish({ message, promisesCall, raw, at }, { conversation: { anomalies, messages } }) {
      // A stream that ends early may have lost the call: that is reported where it broke.
      if (anomalies.some(({ rule }) => rule === "incomplete-stream")) return;
      if (!promisesCall || messages[message]?.parts.some((part) => part.kind === "call" && !part.call.hosted) === true) return;
      yield { at, message: `Finish reason ${quote(raw)} promises a tool call, but the message has none` };
    },
  },
});
