import { type Conversation, holdsResultsOnly, type Message } from "../model/conversation.js";
import type { ToolCall, ToolResult } from "../model/exchange.js";
import type { PairingFault } from "../model/pairing-fault.js";
import type { Finding } from "../model/violation.js";
import type { ForbiddenOrder } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { verdictOf } from "../profiles/provider-verdict.js";
import { boundFindings } from "./history-bounds.js";
import { breachOf } from "./pairing-text.js";
import { isRoleWrong } from "./refused-messages.js";
import { defineRule } from "./rule.js";

/**
 * Messages follow each other in an order of roles that the endpoint takes.
 *
 * System messages before everything are the prompt, however it is recorded. A result that pairing already blames is not reported again.
 */
export const invalidRoleOrder = defineRule({
  id: "invalid-role-order",
  category: "conversation",
  summary: "The endpoint rejects the order of roles, or how the history begins or ends",
  severity: "error",
  consequence: "The endpoint rejects this request, and every later one whose history holds the two messages.",
  repair: "Move the message: instructions to the front, the user's words after the assistant's answer, results after their calls.",
  evidence: [
    "Mistral, mistral-common request validator (read 2026-11); 400 invalid_request_message_order, code 3230 (crush issue 279, 2026-01)",
    "Gemini API, 400: a function call turn must come immediately after a user turn (google-gemini/gemini-cli issue 11814, 2025-10)",
    "Amazon Bedrock Converse, ValidationException: a conversation must start with a user message (langgenius/dify issue 12340, 2025-01)",
    "Anthropic API, 400: this model does not support assistant message prefill (anomalyco/opencode issue 13768, 2026-02)",
    "Z.ai API, 400 code 1214 for a request without a user message (MetaGLM/zhipuai-sdk-python-v4 issue 14, 2024-03)",
    "Anthropic API, 400: a system message must precede an assistant message or end the list (anthropics/claude-code issue 73821, 2026-07)",
  ],
  on: {
    *conversation(conversation, { profile, pairing }) {
      const opening = openingCall(conversation, profile) ?? openingAnswer(conversation, profile);
      if (opening !== undefined) yield opening;
      yield* boundFindings(conversation, profile);
      const { messages, mode, anomalies } = conversation;
      const { forbiddenOrders: orders } = profile.messages;
      if (orders === undefined) return;
      const start = messages.findIndex(({ role }) => role !== "system");
      let blamed: ReadonlySet<ToolCall | ToolResult> | undefined;
      // What came back was not sent, and the last answer of a recording may have come back for the one in front, which was its beginning.
      const last = messages.at(-1);
      const end = mode !== "request" && last?.role === "assistant" ? messages.length - 1 : messages.length;
      for (let index = start + 1; index < end; index += 1) {
        const message = messages[index];
        const before = messages[index - 1];
        if (start < 0 || message === undefined || before === undefined) continue;
        const order = refused(orders, message, before);
        if (order === undefined) continue;
        if (message.fromResponse || isMisplaced(message) || isMisplaced(before)) continue;
        if (isRoleWrong(message, anomalies) || isRoleWrong(before, anomalies)) continue;
        blamed ??= new Set(pairing.flatMap(partnersOf));
        if (holdsOneOf(message, blamed) || (order.after === "assistant" && holdsOneOf(before, blamed))) continue;
        yield {
          at: message.roleAt ?? message.at,
          message: `${message.role === "assistant" ? "An" : "A"} ${message.role} message may not come directly after ${before.role === "assistant" ? "an" : "a"} ${before.role} message`,
          ...(order.severity !== undefined && { severity: order.severity }),
          provider: verdictOf(profile, order),
          related: [{ message: "The message before", at: before.roleAt ?? before.at }],
          key: `${order.role} after ${order.after}`,
        };
      }
    },
  },
});

/** The user's words before the first call were cut away. What the file does not claim to hold is not missed. */
function openingCall({ messages, mode, historyCut }: Conversation, profile: Profile): Finding | undefined {
  const { rejectsOpeningCall } = profile.messages;
  if (rejectsOpeningCall?.value !== true || historyCut || mode === "dataset" || mode === "fragment") return undefined;
  const first = messages.find(({ role }) => role !== "system");
  if (first?.role !== "assistant" || first.fromResponse) return undefined;
  const call = first.parts.find((part) => part.kind === "call" && !part.call.hosted);
  if (call?.kind !== "call") return undefined;
  return {
    at: call.call.at.call,
    message: "The history begins with a call; a user message must come first",
    ...breachOf(rejectsOpeningCall, profile, null),
    call: call.call,
    key: "opening",
  };
}

/** The user's words before an answer were cut away, where there are words of the user at all. */
function openingAnswer({ messages, mode, historyCut }: Conversation, profile: Profile): Finding | undefined {
  const { startsWithUser } = profile.messages;
  if (startsWithUser?.value !== true || historyCut || mode === "dataset" || mode === "fragment") return undefined;
  const first = messages.find(({ role }) => role !== "system");
  if (first?.role !== "assistant" || first.fromResponse || isMisplaced(first)) return undefined;
  if (!messages.some((message) => message.role === "user" && !holdsResultsOnly(message))) return undefined;
  return {
    at: first.roleAt ?? first.at,
    message: "The history begins with an assistant message; a user message must come first",
    ...breachOf(startsWithUser, profile, null),
    key: "opening",
  };
}

/** What a fault of the pairing blames: the order of the messages that hold it is not reported as well. */
function partnersOf(fault: PairingFault): readonly (ToolCall | ToolResult)[] {
  switch (fault.kind) {
    case "unanswered":
      return fault.calls;
    case "misplaced":
      return fault.call === undefined ? [] : [fault.call];
    case "orphaned":
      return [fault.result, ...fault.others, ...(fault.call === undefined ? [] : [fault.call])];
    default:
      return [fault.result];
  }
}

function refused(orders: readonly ForbiddenOrder[], { role }: Message, { role: before }: Message): ForbiddenOrder | undefined {
  for (const order of orders) if (order.role === role && order.after === before) return order;
  return undefined;
}

/** What is under the other's role was reported where it was read. */
function isMisplaced({ role, roleAt }: Message): boolean {
  const written = roleAt?.string();
  return written !== role && (written === "user" || written === "assistant");
}

function holdsOneOf({ parts }: Message, blamed: ReadonlySet<ToolCall | ToolResult>): boolean {
  return parts.some((part) => (part.kind === "result" && blamed.has(part.result)) || (part.kind === "call" && blamed.has(part.call)));
}
