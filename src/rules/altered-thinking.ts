import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * Thinking that is sent back is what the response brought, word by word.
 *
 * Found while the records of a log are read, where one holds the response and a later one its replay.
 */
export const alteredThinking = defineRule({
  id: "altered-thinking",
  category: "conversation",
  summary: "Replayed thinking differs from the response that brought it",
  severity: "error",
  consequence: "The provider rejects the request, in the middle of a task: the signature no longer fits the words.",
  repair: "Send the blocks of the latest assistant message back as they came: no trimming and no summary.",
  evidence: [
    "Anthropic API, 400: thinking or redacted_thinking blocks in the latest assistant message cannot be modified (anthropics/claude-code issue 63203, 2026-05)",
  ],
  on: {
    *anomaly({ rule, ...finding }, { conversation, profile }) {
      const fact = profile.thinking.unaltered;
      if (rule !== "altered-thinking" || fact?.value !== true || !profile.formats.includes(conversation.format)) return;
      yield { ...finding, ...breachOf(fact, profile, "Send the block back unchanged") };
    },
  },
});
