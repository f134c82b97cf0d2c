import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { quote } from "../text/quote.js";
import { sentence } from "../text/sentence.js";
import { defineRule } from "./rule.js";

/** Arguments end where their JSON ends. What cut them is reported where a finish reason tells it. */
export const truncatedArguments = defineRule({
  id: "truncated-arguments",
  category: "call",
  summary: "Arguments are JSON that was cut off",
  severity: "error",
  consequence: "The tool cannot be run as called, and a lenient parser that closes the brackets runs it with half of its arguments.",
  repair: "Raise the token limit or ask for less at once, and let the model write the call again; never close the brackets for it.",
  evidence: [
    "OpenAI API reference, Chat completions: finish_reason length (read 2026-11)",
    "Anthropic API reference, Messages: stop_reason max_tokens may leave a tool_use incomplete (read 2026-11)",
  ],
  on: {
    *faultyCall({ call, fault }, { conversation }) {
      if (fault.kind !== "malformed" || fault.fault !== "truncated") return;
      const cause = cutBy(conversation, call);
      // The stream broke off in the middle of the call: that is reported where it broke.
      if (call.partial && cause === undefined) return;
      yield {
        at: fault.at,
        ...(fault.range !== undefined && { range: fault.range }),
        message:
          cause === undefined ? fault.message : sentence`${fault.message} (finish reason ${quote(cause)}: the token limit was reached)`,
        ...(fault.fix !== undefined && { fix: fault.fix }),
        call,
        data: { finishReason: cause ?? null },
        key: fault.fault,
      };
    },
  },
});

/** The finish reason that says that the output was cut at this message. */
function cutBy({ finishes }: Conversation, call: ToolCall): string | undefined {
  return finishes.find(({ message, reason }) => message === call.message && reason === "length")?.raw;
}
