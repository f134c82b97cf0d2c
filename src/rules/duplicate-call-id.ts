import type { ToolCall } from "../model/exchange.js";
import { quote } from "../text/quote.js";
import { defineRule } from "./rule.js";

/**
 * The calls of one turn have different ids. The same id in a later turn is legal: several vendors count ids per turn.
 *
 * Where the wire does without ids, a repeated one is no more than a warning: order still tells the calls apart.
 */
export const duplicateCallId = defineRule({
  id: "duplicate-call-id",
  category: "call",
  summary: "Two calls of one turn share an id",
  severity: "error",
  consequence: "One result seems to answer both calls, and whatever keeps calls by id loses one of them; endpoints reject the turn.",
  repair: "Give every call of a turn an id of its own, also where one call was recorded twice by a client that merges two spellings.",
  evidence: [
    "Anthropic API, recorded rejection: tool_use ids must be unique (2026-11); the same id in a later turn was accepted (recorded 2026-11)",
  ],
  on: {
    *exchange({ calls }) {
      if (calls.length < 2) return;
      const seen = new Map<string, ToolCall>();
      for (const call of calls) {
        if (call.id === null) continue;
        const first = seen.get(call.id);
        if (first === undefined) {
          seen.set(call.id, call);
          continue;
        }
        yield {
          at: call.at.id ?? call.at.call,
          message: `Two calls of one turn share the id ${quote(call.id)}`,
          call,
          fix: "Give each call an id of its own, and repeat it in its result",
          ...(call.idOptional && { severity: "warning" }),
          related: [{ message: "First used here", at: first.at.id ?? first.at.call }],
        };
      }
    },
  },
});
