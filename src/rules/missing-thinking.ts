import type { JsonNode } from "../json/node.js";
import type { Conversation, Message, MessagePart } from "../model/conversation.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * A request that asks for thinking keeps the thinking of the turn that it continues.
 *
 * That is the turn whose results end the history. Models think at its start and not again at each step, so one block anywhere in the turn
 * is enough; turns that the user has closed may lose theirs.
 */
export const missingThinking = defineRule({
  id: "missing-thinking",
  category: "conversation",
  summary: "Thinking is asked for, but the turn being continued has lost its thinking block",
  severity: "error",
  consequence: "The provider refuses the request, in the middle of a task.",
  repair: "Send the assistant message back as it came, thinking and redacted_thinking blocks with their signatures included.",
  evidence: [
    "Anthropic API, 400 at messages.N.content.0.type: expected thinking or redacted_thinking (pydantic-ai issue 2075, 2025-06; anomalyco/opencode issue 3077)",
    "Amazon Bedrock Converse, ValidationException in the same words (langchain-aws issue 844 and pydantic-ai issue 2453, 2025-08)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      const fact = profile.thinking.kept;
      if (conversation.thinking === undefined || fact?.value !== true) return;
      const turn = continuedTurn(conversation);
      const first = turn[0]?.parts[0];
      if (first === undefined || turn.some(({ parts }) => parts.some(({ kind }) => kind === "thinking"))) return;
      const call = turn.flatMap(({ parts }) => parts).find((part) => part.kind === "call");
      yield {
        at: placeOf(first),
        message: "The assistant turn lost the thinking block it started with",
        ...breachOf(fact, profile, "Send the assistant message back unchanged"),
        ...(call?.kind === "call" && { call: call.call }),
        related: [{ message: "Thinking is turned on here", at: conversation.thinking }],
      };
    },
  },
});

/** The assistant messages of the turn that the request asks to go on with; none where the history ends otherwise. */
function continuedTurn({ messages }: Conversation): readonly Message[] {
  const history = messages.filter(({ fromResponse }) => !fromResponse);
  if (!hasResults(history.at(-1))) return [];
  const start = history.findLastIndex((message) => message.role === "user" && !hasResults(message));
  return history.slice(start + 1).filter(({ role }) => role === "assistant");
}

function hasResults(message: Message | undefined): boolean {
  return message?.parts.some(({ kind }) => kind === "result") === true && message.role !== "assistant";
}

function placeOf(part: MessagePart): JsonNode {
  if (part.kind === "call") return part.call.at.call;
  return part.kind === "result" ? part.result.at.result : part.at;
}
