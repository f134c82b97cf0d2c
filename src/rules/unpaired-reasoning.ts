import type { JsonNode } from "../json/node.js";
import type { Conversation, MessagePart } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Fact } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

type Thinking = Extract<MessagePart, { readonly kind: "thinking" }>;

/**
 * A reasoning item that is sent back is before the item that it led to: a message, a call, a search.
 *
 * Only items with an id are looked up by the service; a message without one is not the item that it looks for, unless the reasoning itself
 * travels encrypted. Whether a call has lost its reasoning altogether only the service knows: that is reported where it says so.
 */
export const unpairedReasoning = defineRule({
  id: "unpaired-reasoning",
  category: "conversation",
  summary: "A reasoning item has lost the item that it belongs to",
  severity: "error",
  consequence: "The provider rejects the request, and every later one of the session that repeats the history.",
  repair:
    "Send the items of one answer back together and unchanged, ids included, or drop its reasoning items and the ids that came with them.",
  evidence: [
    "OpenAI API, 400 for input: reasoning without its required following item (continuedev/continue issue 8933, 2025-11)",
    "OpenAI API, the same for a message that has lost its id (mastra-ai/mastra issue 11103, 2025-12, with requests that fail and that pass)",
    "Azure OpenAI, 400 for input: function_call without its required reasoning item (earendil-works/pi issue 886, 2026-01)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      const fact = profile.thinking.paired;
      if (fact?.value !== true) return;
      const told = new Set<string>();
      for (const finding of unpaired(conversation, fact, profile)) {
        told.add(finding.at.get("id")?.string() ?? "");
        yield finding;
      }
      yield* namedByRefusal(conversation, told);
    },
  },
});

function* unpaired({ messages, mode, refusal }: Conversation, fact: Fact<boolean>, profile: Profile): Generator<Finding> {
  for (const [index, { role, parts, fromResponse }] of messages.entries()) {
    if (role !== "assistant" || fromResponse) continue;
    // What ends a history that nobody sent may still be on its way.
    const next = messages[index + 1];
    const isSent = next !== undefined || refusal !== undefined || mode === "request";
    let reasoning: Thinking | undefined;
    for (const part of parts) {
      if (part.kind === "thinking") {
        if (isReasoning(part)) reasoning ??= part;
        continue;
      }
      if (reasoning !== undefined && hasLostId(part) && !isEncrypted(reasoning)) {
        yield {
          at: reasoning.at,
          message: `Reasoning item ${idOf(reasoning)} is followed by a message that has lost its id`,
          ...breachOf(fact, profile, "Send the message with the id that it came with"),
          related: [{ message: "The message", at: part.kind === "text" ? (part.item ?? part.at) : reasoning.at }],
        };
      }
      reasoning = undefined;
    }
    if (reasoning === undefined || !isSent) continue;
    yield {
      at: reasoning.at,
      message: `Reasoning item ${idOf(reasoning)} is not followed by the item it led to`,
      ...breachOf(fact, profile, "Drop it, or keep the message or call that came after it"),
      ...(next !== undefined && { related: [{ message: "What follows instead", at: next.at }] }),
    };
  }
}

/** Items that a recorded refusal names, where nothing else was found wrong with them. */
function* namedByRefusal({ messages, refusal }: Conversation, told: ReadonlySet<string>): Generator<Finding> {
  const [, id] = /Item '([^']+)' of type '[^']+' was provided without its required/.exec(refusal?.message ?? "") ?? [];
  if (refusal === undefined || id === undefined || told.has(id)) return;
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const at = itemOf(part);
    if (at.get("id")?.string() !== id) continue;
    const what = part.kind === "thinking" ? "is not followed by the item it led to" : "has lost the reasoning item that led to it";
    yield {
      at,
      message: `Item ${quote(id)} ${what}`,
      fix: "Send the items of one answer back together and unchanged",
      related: [{ message: "The provider says so", at: refusal.at }],
      ...(part.kind === "call" && { call: part.call }),
    };
    return;
  }
}

function isReasoning({ at }: Thinking): boolean {
  return at.get("type")?.string() === "reasoning" && (at.get("id")?.string() ?? "") !== "";
}

function idOf({ at }: Thinking): string {
  return quote(at.get("id")?.string() ?? "");
}

/** Whether a message is not the item that came back: those have ids. */
function hasLostId(part: MessagePart): boolean {
  return part.kind === "text" && part.item !== undefined && part.item.get("id")?.kind !== "string";
}

function isEncrypted({ at }: Thinking): boolean {
  return at.get("encrypted_content")?.kind === "string";
}

function itemOf(part: MessagePart): JsonNode {
  switch (part.kind) {
    case "call":
      return part.call.at.call;
    case "result":
      return part.result.at.result;
    case "text":
      return part.item ?? part.at;
    default:
      return part.at;
  }
}
