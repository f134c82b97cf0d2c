import type { JsonNode } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Fact, TextShape } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { isFromResponse } from "./calls.js";
import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";
import { breach } from "./text-shape.js";

/**
 * Ids have the shape that the endpoint enforces: pattern, length, and the prefix of an item's own id.
 *
 * A call and its result share one id, so a wrong one is reported once, at the call.
 */
export const invalidCallId = defineRule({
  id: "invalid-call-id",
  category: "call",
  summary: "An id breaks the pattern, the length or the prefix that the endpoint enforces",
  severity: "error",
  consequence: "The endpoint rejects the whole request, typically when a history that began at one provider goes on at another.",
  repair: "Rewrite the id to the expected shape, on the call and on its result alike.",
  evidence: [
    "OpenAI Chat Completions, recorded rejection: string_above_max_length for ids past 40 characters (2026-11)",
    "Mistral, recorded rejection: invalid_function_call, code 3280 (2026-11)",
    "Anthropic Messages, recorded rejection: tool_use.id should match ^[a-zA-Z0-9_-]+$ (github.com/BlockRunAI/ClawRouter/issues/17, 2026-02)",
  ],
  on: {
    *conversation(conversation, { profile, pairing }) {
      const judgesItems = (profile.ids.itemPrefixes ?? profile.limits.maxItemIdLength) !== undefined;
      // An orphan's id is reported as no call's id; where the call lies outside the file, its shape is all there is to judge.
      const orphaned = new Set(pairing.flatMap((fault) => (fault.kind === "orphaned" ? [fault.result, ...fault.others] : [])));
      for (const exchange of conversation.exchanges) {
        const told = new Set<string>();
        for (const call of exchange.calls) {
          const shape = call.hosted ? profile.ids.hostedCall : profile.ids.call;
          if (call.id !== null && shape !== undefined && breach(call.id, shape.value) !== undefined) {
            told.add(call.id);
            yield { ...wrongId(call.id, call.at.id ?? call.at.call, shape, profile), call };
          }
          // The service mints the ids of its own items, gateways as they like; only what is sent back must fit.
          if (!judgesItems || isFromResponse(conversation, call)) continue;
          const wrong = wrongItemId(call.at.call, profile);
          if (wrong !== undefined) yield { ...wrong, call };
        }
        if (judgesItems) {
          for (const { hosted, at, message } of exchange.results) {
            // A hosted result is in the item of its call, or in one of the service's.
            const wrong = hosted || conversation.messages[message]?.fromResponse === true ? undefined : wrongItemId(at.result, profile);
            if (wrong !== undefined) yield wrong;
          }
        }
        const shape = profile.ids.call;
        if (shape === undefined) continue;
        for (const result of exchange.results) {
          const { callId, hosted, at } = result;
          if (callId === null || hosted || orphaned.has(result) || told.has(callId)) continue;
          if (breach(callId, shape.value) === undefined) continue;
          told.add(callId);
          yield wrongId(callId, at.callId ?? at.result, shape, profile);
        }
      }
      if (judgesItems && profile.formats.includes(conversation.format)) yield* wrongItemIds(conversation, profile);
    },
  },
});

/** What is wrong with the ids of items that are neither calls nor results: messages and reasoning. */
function* wrongItemIds({ messages }: Conversation, profile: Profile): Generator<Finding> {
  for (const { parts, fromResponse } of messages) {
    if (fromResponse) continue;
    let last: JsonNode | undefined;
    for (const part of parts) {
      const item = part.kind === "thinking" ? part.at : part.kind === "text" ? part.item : undefined;
      if (item === undefined || item === last) continue;
      last = item;
      const wrong = wrongItemId(item, profile);
      if (wrong !== undefined) yield wrong;
    }
  }
}

/** What the OpenAI Agents SDK writes where there is no id, and leaves out of what it sends. */
const placeholder = "__fake_id__";

function wrongItemId(item: JsonNode, profile: Profile): Finding | undefined {
  const id = item.get("id")?.string();
  return id === undefined || id === placeholder ? undefined : (wrongPrefix(item, profile) ?? tooLongItemId(item, profile));
}

function wrongId(id: string, at: JsonNode, fact: Fact<TextShape>, profile: Profile): Finding {
  const { description } = fact.value;
  const isLong = breach(id, fact.value) === "length";
  return {
    at,
    message: isLong ? `The call id has ${id.length} characters; it must be ${description}` : `Call id ${quote(id)} must be ${description}`,
    key: "call-id",
    ...rejectedBy(fact, profile),
  };
}

const fix = "Remove the item's `id`: `call_id` is what links calls and results";

/** The item's own id, which is not the one that links call and result. */
function wrongPrefix(item: JsonNode, profile: Profile): Finding | undefined {
  const { itemPrefixes } = profile.ids;
  if (itemPrefixes === undefined) return undefined;
  const prefix = itemPrefixes.value.get(item.get("type")?.string() ?? "");
  const at = item.get("id");
  const id = at?.string();
  if (prefix === undefined || at === undefined || id === undefined || id.startsWith(prefix)) return undefined;
  return {
    at,
    message: `Item id ${quote(id)} must begin with ${quote(prefix)}`,
    fix,
    key: "item-id",
    ...rejectedBy(itemPrefixes, profile),
  };
}

function tooLongItemId(item: JsonNode, profile: Profile): Finding | undefined {
  const longest = profile.limits.maxItemIdLength;
  if (longest === undefined) return undefined;
  const at = item.get("id");
  const length = at?.string()?.length ?? 0;
  if (at === undefined || length <= longest.value) return undefined;
  return {
    at,
    message: `The item id has ${length} characters; the limit is ${longest.value}`,
    fix,
    key: "item-id",
    ...rejectedBy(longest, profile),
  };
}
