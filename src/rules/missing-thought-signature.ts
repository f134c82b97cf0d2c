import { type Conversation, holdsResultsOnly } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * The first call of each step keeps the thought signature that its model gave it.
 *
 * Models sign the first of parallel calls alone, and endpoints look at the current turn alone: at what follows the user's last own words.
 * What just came back is not sent yet, and a wire that cannot carry signatures is not judged.
 */
export const missingThoughtSignature = defineRule({
  id: "missing-thought-signature",
  category: "conversation",
  summary: "A step's first call has lost the thought signature that its model needs",
  severity: "error",
  consequence: "The provider rejects the request, in the middle of a task: clients that rebuild the history lose the signature first.",
  repair:
    "Send the model's parts back as they came, signatures included; for calls of another origin the reference names a value that skips the check.",
  evidence: [
    "Google, thought signatures: Gemini 3 validates the first function call part of each step in the current turn (ai.google.dev, read 2026-11)",
    "Gemini API, 400: function call is missing a thought_signature in functionCall parts (simonw/llm-gemini issue 119, 2025-12)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      const fact = profile.thinking.callsSigned;
      const { format, mode, provider, messages, exchanges } = conversation;
      if (fact?.value !== true || mode === "dataset" || !profile.formats.includes(format) || provider.model === undefined) return;
      const start = currentTurn(conversation);
      for (const { calls } of exchanges) {
        const first = calls.find(({ hosted, message }) => !hosted && messages[message]?.fromResponse === false);
        if (first === undefined || first.message < start || first.signature !== undefined) continue;
        yield {
          at: first.at.call,
          message: `The call lost the thought signature that ${quote(provider.model)} gave it`,
          ...breachOf(fact, profile, "Send the parts back unchanged"),
          call: first,
        };
      }
    },
  },
});

/** Index of the first message after the user's last own words. */
function currentTurn({ messages }: Conversation): number {
  return messages.findLastIndex((message) => message.role === "user" && !holdsResultsOnly(message)) + 1;
}
