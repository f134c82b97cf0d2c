import type { JsonNode } from "../json/node.js";
import { type Conversation, holdsResultsOnly } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * Every call has its result before the conversation goes on.
 *
 * At the very end of a recording a call is pending; a request that ends so is rejected. Where all calls of a turn lack
 * their result, that is one finding.
 */
export const unansweredCall = defineRule({
  id: "unanswered-call",
  category: "pairing",
  summary: "The conversation goes on without the result of a call",
  severity: "error",
  consequence: "Providers reject the request, and since the call stays in the history, every later one of the session as well.",
  repair:
    "Add a result for the call right after its turn, an error or a note that it was interrupted if need be, or drop the call. A call that is open at the very end may still be answered; with --mode request it is judged as well.",
  evidence: [
    "OpenAI API, 400 at messages.[i].role: the ids without response messages are listed (agno issue 4345, 2025-08)",
    "Anthropic API, 400 at messages.N: tool_use ids without tool_result blocks immediately after (anthropics/claude-code issue 3632, 2025-07)",
    "Mistral API, 400 code 3230: not the same number of function calls and responses (client-python issue 234, 2025-06)",
  ],
  on: {
    *fault(fault, { conversation, profile }) {
      if (fault.kind !== "unanswered") return;
      const [call, ...others] = fault.calls;
      const next = goesOnAt(conversation, call);
      const subject =
        others.length === 0
          ? "The call has no result"
          : `${others.length === 1 ? "Neither" : "None"} of the ${fault.calls.length} calls has a result`;
      yield {
        at: call.at.call,
        message: `${subject}, ${next === undefined ? "and the history ends here" : "but the conversation goes on"}`,
        call,
        ...breachOf(profile.pairing.unanswered, profile, advice(call, others.length)),
        related: [
          ...others.map((other) => ({ message: "Also unanswered", at: other.at.call })),
          ...(next === undefined ? [] : [{ message: "The conversation goes on here", at: next }]),
        ],
        ...(others.length > 0 && { data: { ids: fault.calls.map(({ id }) => id) } }),
      };
    },
  },
});

function advice({ hosted }: ToolCall, others: number): string {
  if (hosted) return "Put the provider's result before the next user message";
  return others === 0
    ? "Add its result directly after the message with the call, or drop the call"
    : "Add the results directly after the message with the calls, or drop the calls";
}

/** The first message after a call that is more than results; `undefined` at the end of the history. */
function goesOnAt({ messages }: Conversation, call: ToolCall): JsonNode | undefined {
  for (let index = call.message + 1; index < messages.length; index += 1) {
    const message = messages[index];
    if (message !== undefined && !holdsResultsOnly(message)) return message.roleAt ?? message.at;
  }
  return undefined;
}
