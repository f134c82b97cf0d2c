import type { JsonNode } from "../json/node.js";
import type { Anomaly } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Fact } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { shownText } from "../text/sentence.js";
import { breachOf } from "./pairing-text.js";
import { blockPolicy, isEmptyText, refusedBlocks } from "./refused-blocks.js";
import { refusedMessages } from "./refused-messages.js";
import { refusedShapes } from "./refused-shapes.js";
import { defineRule } from "./rule.js";

/**
 * A message, block or item does not fit its format, or holds what its endpoint rejects.
 *
 * Formats find the first kind while they read. A type that the format does not know is reported once.
 */
export const invalidMessage = defineRule({
  id: "invalid-message",
  category: "transcript",
  summary: "A message, block or item does not fit its format",
  severity: "error",
  consequence: "Providers reject the request, or the part that does not fit is dropped and the model never sees it.",
  repair: "Write the message as the vendor's reference has it, and leave out what is empty.",
  evidence: [
    "OpenAI API, 400 empty_array for messages[i].tool_calls (openai-python issue 2061, 2025-01)",
    "OpenAI API, 400 for messages.[24].content, expected a string, got null (run-llama/llama_index pull request 17921, 2025-02)",
    "Anthropic API, 400: text content blocks must be non-empty (anthropics/claude-code issue 59812, 2026-05)",
    "Anthropic API, 400 for messages.1.content.0.thinking.signature: Field required (AIClient2API issue 437, 2026-04)",
    "xAI API, 400: each message must have at least one content element (AstrBotDevs/AstrBot issue 6447, 2026-03)",
    "Amazon Bedrock Converse, ValidationException: conversation blocks and tool use blocks cannot be provided in the same turn (langchain-aws pull request 1118, 2026-06)",
    "Gemini API, 400: required oneof field 'data' must have one initialized field (genkit-ai/genkit issue 3816, 2025-11)",
    "Amazon Bedrock Converse, ValidationException: the text field in the ContentBlock object is blank (continue issue 9767, 2026-01)",
  ],
  on: {
    *conversation({ anomalies, messages, mode, format, provider }, { profile }) {
      yield* passedOn(anomalies);
      // Rows of a data set are not sent as they are, and histories of another wire not in its spelling: LangChain lists no calls on any answer.
      if (mode === "dataset") return;
      const calls = profile.formats.includes(format) ? profile.calls.rejectsEmptyList : undefined;
      const texts = profile.messages.rejectsEmptyUserText;
      const isOwnFormat = profile.formats.includes(format);
      // The last message of a recording is not history yet.
      const end = mode === "request" ? messages.length : messages.length - 1;
      if (isOwnFormat) yield* refusedMessages(messages, { end, isSent: provider.url !== undefined, anomalies }, profile);
      if (isOwnFormat) yield* refusedShapes(messages, mode === "request", profile);
      const blocks = isOwnFormat ? blockPolicy(profile) : undefined;
      if (blocks !== undefined) yield* refusedBlocks(messages, mode === "request", blocks, profile);
      for (let index = 0; index < messages.length; index += 1) {
        const message = messages[index];
        if (message === undefined) continue;
        if (message.role === "user" && texts?.value === true) {
          for (const part of message.parts) if (part.kind === "text" && isEmptyText(part.at)) yield emptyText(part.at, texts, profile);
        } else if (message.role === "assistant" && calls?.value === true && index < end && !message.fromResponse) {
          if (message.parts.some(({ kind }) => kind === "call")) continue;
          const list = message.at.get("tool_calls");
          if (list?.kind === "array" && list.first() === undefined) yield emptyCalls(list, calls, profile);
        }
      }
    },
  },
});

/** What the format met, each warning once. */
function* passedOn(anomalies: readonly Anomaly[]): Iterable<Finding> {
  const told = new Set<string>();
  for (const { rule, ...finding } of anomalies) {
    if (rule !== "invalid-message") continue;
    const text = shownText(finding.message);
    if (finding.severity === "warning" && told.has(text)) continue;
    told.add(text);
    yield finding;
  }
}

/** Serialisers write an empty list of calls on messages that call nothing. */
function emptyCalls(at: JsonNode, fact: Fact<boolean>, profile: Profile): Finding {
  const message = "`tool_calls` is an empty list";
  return { at, message, ...breachOf(fact, profile, "Remove the key") };
}

function emptyText(at: JsonNode, fact: Fact<boolean>, profile: Profile): Finding {
  const message = "A user message has an empty text block";
  return { at, message, ...breachOf(fact, profile, "Remove the block") };
}
