import type { JsonNode } from "../json/node.js";
import type { Conversation, Message, MessagePart } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";
import { thinks, turnedOnAt } from "./thinks.js";

/**
 * A request to a model that thinks brings back what the model thought.
 *
 * Where blocks are wanted, that is for the turn whose results end the history: models think at its start and not again at each step, so one
 * block anywhere in the turn is enough; turns that the user has closed may lose theirs. Where a key is wanted, it is on every message that
 * calls tools.
 */
export const missingThinking = defineRule({
  id: "missing-thinking",
  category: "conversation",
  summary: "The model thinks, but the history has lost reasoning that it wants back",
  severity: "error",
  consequence: "The provider rejects the request, in the middle of a task.",
  repair:
    "Send the assistant message back as it came: thinking and redacted_thinking blocks with their signatures, or the key that holds the reasoning.",
  evidence: [
    "Anthropic API, 400 at messages.N.content.0.type: expected thinking or redacted_thinking (pydantic-ai issue 2075, 2025-06; anomalyco/opencode issue 3077)",
    "Amazon Bedrock Converse, ValidationException in the same words (langchain-aws issue 844 and pydantic-ai issue 2453, 2025-08)",
    "DeepSeek API, 400: the reasoning_content in the thinking mode must be passed back to the API (earendil-works/pi issue 3636, 2026-04)",
    "Moonshot API, 400: thinking is enabled but reasoning_content is missing in assistant tool call message (QuantumNous/new-api issue 3121, 2026-03)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      const lost = lostBlocks(conversation, profile) ?? lostKeys(conversation, profile);
      if (lost !== undefined) yield lost;
    },
  },
});

function lostBlocks(conversation: Conversation, profile: Profile): Finding | undefined {
  const fact = profile.thinking.kept;
  if (conversation.thinking === undefined || fact?.value !== true) return undefined;
  const turn = continuedTurn(conversation);
  const first = turn[0]?.parts[0];
  if (first === undefined || turn.some(hasThinking)) return undefined;
  const call = turn.flatMap(({ parts }) => parts).find((part) => part.kind === "call");
  return {
    at: placeOf(first),
    message: "The assistant turn lost the thinking block it started with",
    ...breachOf(fact, profile, "Send the assistant message back unchanged"),
    ...(call?.kind === "call" && { call: call.call }),
    related: turnedOnAt(conversation),
  };
}

/** Who drops the key once drops it always: the first message without it stands for all. */
function lostKeys(conversation: Conversation, profile: Profile): Finding | undefined {
  const fact = profile.thinking.returnedWithCalls;
  const { messages, mode, format } = conversation;
  if (fact === undefined || mode === "dataset" || !profile.formats.includes(format) || !thinks(conversation, profile)) return undefined;
  // What ends a history that nobody sent has just come back.
  const sent = messages.slice(0, -1).filter(({ role, fromResponse }) => role === "assistant" && !fromResponse);
  const lost = sent.filter((message) => clientCall(message) !== undefined && !bringsBack(message, fact.value));
  const [first] = lost;
  const call = first && clientCall(first);
  if (first === undefined || call === undefined) return undefined;
  const others = lost.length === 1 ? "" : ` (and ${lost.length - 1} more like it)`;
  const keys = fact.value.map((key) => `\`${key}\``).join(" or ");
  return {
    at: call.at.call,
    message: `The assistant message with tool calls${others} has lost its ${keys}`,
    ...breachOf(fact, profile, "Send the assistant message back with the reasoning that came with it"),
    call,
    related: turnedOnAt(conversation),
  };
}

function clientCall({ parts }: Message): ToolCall | undefined {
  const part = parts.find((each) => each.kind === "call" && !each.call.hosted);
  return part?.kind === "call" ? part.call : undefined;
}

/** An empty text is taken, as clients send it where nothing was recorded. */
function bringsBack({ at, parts }: Message, keys: readonly string[]): boolean {
  if (keys.some((key) => at.get(key)?.kind === "string")) return true;
  return parts.some((part) => part.kind === "thinking" && part.at.kind === "object");
}

/** The assistant messages of the turn that the request asks to go on with; none where the history ends otherwise. */
function continuedTurn({ messages }: Conversation): readonly Message[] {
  const history = messages.filter(({ fromResponse }) => !fromResponse);
  if (!hasResults(history.at(-1))) return [];
  const start = history.findLastIndex((message) => message.role === "user" && !hasResults(message));
  return history.slice(start + 1).filter(({ role }) => role === "assistant");
}

function hasThinking({ parts }: Message): boolean {
  return parts.some(({ kind }) => kind === "thinking");
}

function hasResults(message: Message | undefined): boolean {
  return message?.parts.some(({ kind }) => kind === "result") === true && message.role !== "assistant";
}

function placeOf(part: MessagePart): JsonNode {
  if (part.kind === "call") return part.call.at.call;
  return part.kind === "result" ? part.result.at.result : part.at;
}
