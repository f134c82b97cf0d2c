import type { Conversation, Message } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Fact } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * Reasoning is sent back to those alone that take it.
 *
 * Histories are handed from model to model, and clients replay what they stored: endpoints with a strict schema reject the key, and models
 * without reasoning the items. What just came back was not sent.
 */
export const unwantedThinking = defineRule({
  id: "unwanted-thinking",
  category: "conversation",
  summary: "Reasoning is sent to an endpoint or a model that rejects it",
  severity: "error",
  consequence: "The provider rejects the request, and every later one whose history holds the reasoning.",
  repair: "Leave the reasoning out of the history where another endpoint or another model goes on with it.",
  evidence: [
    "Groq API, 400: property 'reasoning_content' is unsupported (janhq/jan issue 8136, 2026-05)",
    "Mistral API, 422 extra_forbidden for messages.N.assistant.reasoning_content (charmbracelet/crush issue 1590, 2025-12)",
    "OpenAI API, 400 for input: reasoning items can only be provided to a reasoning or computer use model (openai-agents-python issue 569, 2025-04)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      const { mode, format } = conversation;
      const { rejectedKeys, rejectsItems } = profile.thinking;
      if ((rejectedKeys ?? rejectsItems) === undefined || mode === "dataset" || !profile.formats.includes(format)) return;
      if (rejectedKeys !== undefined) yield* wrongKey(conversation, rejectedKeys, profile);
      if (rejectsItems?.value === true) yield* wrongItem(conversation, rejectsItems, profile);
    },
  },
});

/** What was sent of a conversation; the last answer of a recording may have just come back. */
function sentAnswers({ messages, mode }: Conversation): readonly Message[] {
  const end = mode === "request" ? messages.length : messages.length - 1;
  return messages.filter(({ role, fromResponse }, index) => role === "assistant" && !fromResponse && index < end);
}

function* wrongKey(conversation: Conversation, fact: Fact<readonly string[]>, profile: Profile): Generator<Finding> {
  const found = sentAnswers(conversation).flatMap(({ at }) =>
    fact.value.flatMap((key) => {
      const held = at.get(key);
      return held === undefined || held.kind === "null" ? [] : [{ at: held, key }];
    }),
  );
  const [first] = found;
  if (first === undefined) return;
  const others = found.length === 1 ? "" : ` (and ${found.length - 1} more like it)`;
  yield {
    at: first.at,
    message: `An assistant message${others} has \`${first.key}\`, which this endpoint does not accept`,
    ...breachOf(fact, profile, "Remove the key"),
  };
}

function* wrongItem(conversation: Conversation, fact: Fact<boolean>, profile: Profile): Generator<Finding> {
  const found = sentAnswers(conversation).flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "thinking" ? [part.at] : [])));
  const [first] = found;
  if (first === undefined) return;
  const { model } = conversation.provider;
  const others = found.length === 1 ? "" : ` (and ${found.length - 1} more like it)`;
  yield {
    at: first,
    message: `Reasoning${others} is sent to ${model === undefined ? "a model" : quote(model)}, which does not reason`,
    ...breachOf(fact, profile, "Drop the reasoning, and the ids of the items that came with it"),
  };
}
