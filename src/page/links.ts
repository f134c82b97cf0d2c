import type { JsonNode } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { LinkedBy, OrphanReason, ToolCall, ToolExchange, ToolResult } from "../model/exchange.js";
import type { PageCall, PageResult } from "./page-data.js";

/** How each call and each result of a conversation is linked, as the page draws it. */
export interface Links {
  readonly calls: ReadonlyMap<ToolCall, { readonly state: PageCall["state"]; readonly results: readonly ToolResult[] }>;
  readonly results: ReadonlyMap<ToolResult, ResultLink>;
}

export interface ResultLink {
  readonly state: PageResult["state"];
  readonly call: ToolCall | undefined;
  readonly because: string | null;
}

/** @param misplaced the results that are not where the endpoint wants them */
export function linksOf(conversation: Conversation, misplaced: readonly JsonNode[]): Links {
  const calls = new Map<ToolCall, { state: PageCall["state"]; results: ToolResult[] }>();
  const results = new Map<ToolResult, ResultLink>();
  for (const exchange of conversation.exchanges) {
    for (const link of exchange.links) {
      switch (link.kind) {
        case "answered":
          calls.set(link.call, { state: "answered", results: [link.result] });
          results.set(link.result, {
            state: misplaced.includes(link.result.at.result) ? "misplaced" : "answers",
            call: link.call,
            because: linkedBy[link.by],
          });
          break;
        case "unanswered":
          calls.set(link.call, { state: openState(link.call, exchange, conversation), results: [] });
          break;
        case "duplicate":
          calls.get(link.call)?.results.push(link.result);
          results.set(link.result, { state: "duplicate", call: link.call, because: "its call has a result already" });
          break;
        case "orphaned":
          results.set(link.result, { state: "orphaned", call: link.call, because: orphanedBecause[link.because] });
      }
    }
  }
  return { calls, results };
}

const linkedBy: Readonly<Record<LinkedBy, string>> = {
  id: "by id",
  "name-order": "by name and order",
  order: "by order",
  inline: "in the call's own record",
};

const orphanedBecause: Readonly<Record<OrphanReason, string>> = {
  "unknown-id": "no call of the turn has this id",
  "earlier-turn": "its call is in an earlier turn",
  "before-call": "its call comes only later",
  "cut-history": "no call is in front of it",
  "other-type": "a result of this kind does not answer its call",
  surplus: "all calls of the turn have their result",
};

function openState(call: ToolCall, { results }: ToolExchange, { messages }: Conversation): PageCall["state"] {
  if (call.hosted || call.expectsNoResult) return "owes-none";
  const own = new Set(results);
  const goesOn = messages.some(
    ({ parts }, index) => index > call.message && parts.some((part) => part.kind !== "result" || !own.has(part.result)),
  );
  return goesOn ? "unanswered" : "pending";
}
