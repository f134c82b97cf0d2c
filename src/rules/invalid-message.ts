import type { JsonNode } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { hintOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * A message, block or item does not fit its format, or holds what its endpoint refuses.
 *
 * Formats find the first kind while they read. A type that the format does not know is told once.
 */
export const invalidMessage = defineRule({
  id: "invalid-message",
  category: "transcript",
  summary: "A message, block or item does not fit its format",
  severity: "error",
  consequence: "Providers refuse the request, or the part that does not fit is dropped and the model never sees it.",
  repair: "Write the message as the vendor's reference has it, and leave out what is empty.",
  evidence: [
    "OpenAI API, 400 empty_array for messages[i].tool_calls (openai-python issue 2061, 2025-01)",
    "Anthropic API, 400: text content blocks must be non-empty (anthropics/claude-code issue 59812, 2026-05)",
  ],
  *check(conversation, { profile }) {
    const told = new Set<string>();
    for (const { rule, ...finding } of conversation.anomalies) {
      if (rule !== "invalid-message") continue;
      if (finding.severity === "warning" && told.has(finding.message)) continue;
      told.add(finding.message);
      yield finding;
    }
    yield* emptyCalls(conversation, profile);
    yield* emptyUserTexts(conversation, profile);
  },
});

/**
 * Serialisers write an empty list of calls on messages that call nothing. Rows of a data set, and histories of another wire (LangChain
 * writes such lists on every answer), are not sent as they are.
 */
function* emptyCalls({ messages, mode, format }: Conversation, profile: Profile): Iterable<Finding> {
  const { refusesEmptyCalls, formats } = profile;
  if (refusesEmptyCalls?.value !== true || mode === "dataset" || !formats.includes(format)) return;
  // The last message of a recording is not history yet.
  const end = mode === "request" ? messages.length : messages.length - 1;
  for (const { at, role, fromResponse } of messages.slice(0, end)) {
    const list = role === "assistant" && !fromResponse ? at.get("tool_calls") : undefined;
    if (list?.kind !== "array" || list.first() !== undefined) continue;
    yield {
      at: list,
      message: "Unexpected empty list of calls, expected at least one call or no list",
      ...hintOf(profile, "Leave the key out", refusesEmptyCalls.severity === undefined ? "400 empty_array" : null),
      ...(refusesEmptyCalls.severity !== undefined && { severity: refusesEmptyCalls.severity }),
    };
  }
}

function* emptyUserTexts({ messages, mode }: Conversation, profile: Profile): Iterable<Finding> {
  const { refusesEmptyUserText } = profile;
  if (refusesEmptyUserText?.value !== true || mode === "dataset") return;
  for (const { role, parts } of messages) {
    if (role !== "user") continue;
    for (const part of parts) {
      if (part.kind !== "text" || !isEmptyText(part.at)) continue;
      yield {
        at: part.at,
        message: "Unexpected empty text in a user message, expected some text or no block",
        ...hintOf(
          profile,
          "Leave the block out",
          refusesEmptyUserText.severity === undefined ? "400 invalid_request_error, text content blocks must be non-empty" : null,
        ),
        ...(refusesEmptyUserText.severity !== undefined && { severity: refusesEmptyUserText.severity }),
      };
    }
  }
}

function isEmptyText(part: JsonNode): boolean {
  const text = part.kind === "object" ? part.get("text") : part;
  if (text?.kind !== "string") return false;
  const { from, to } = text.range;
  // Two quotes, and what escapes them where a body was written as text: longer text is not decoded to learn that it is some.
  return to - from <= 16 && text.string() === "";
}
