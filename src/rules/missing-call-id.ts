import type { JsonNode } from "../json/node.js";
import type { ToolExchange, ToolResult } from "../model/exchange.js";
import { quote } from "../text/quote.js";
import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * Calls and results carry an id where the format links them by id.
 *
 * A result whose call has no id either could not have one: the call alone is reported.
 */
export const missingCallId = defineRule({
  id: "missing-call-id",
  category: "call",
  summary: "A call or a result has an empty id, or none, where the format links them by id",
  severity: "error",
  consequence: "Call and result can only be guessed to belong together; endpoints that link by id reject the request.",
  repair: "Give the call an id that is unique in its turn and repeat it on the result, also where only one call is open.",
  evidence: [
    "OpenAI API reference, Chat completions: tool_call_id of a tool message is required (read 2026-11)",
    "Anthropic API reference, Messages: id of tool_use and tool_use_id of tool_result are required (read 2026-11)",
  ],
  on: {
    *exchange(exchange, { profile }) {
      const { required, optionalInResults: optional } = profile.ids;
      if (required?.value !== true) return;
      const breach = rejectedBy(required, profile);
      for (const call of exchange.calls) {
        if (call.id !== null || call.idOptional || call.partial) continue;
        const kind = writtenAs(call.at.id);
        yield {
          at: call.at.id ?? call.at.call,
          message: kind === undefined ? "The call has no id" : `The id of the call is ${kind}`,
          fix: "Write the id that the model gave the call, and repeat it in the result",
          ...asText(call.at.id),
          call,
          ...breach,
        };
      }
      for (const result of exchange.results) {
        if (result.callId !== null || result.idOptional || result.standalone || result.inlineCall !== undefined) continue;
        const call = callOf(result, exchange);
        if (call !== undefined && call.id === null && !call.idOptional) continue;
        const kind = writtenAs(result.at.callId);
        yield {
          at: result.at.callId ?? result.at.result,
          message: kind === undefined ? "The result has no call id" : `The call id of the result is ${kind}`,
          ...asText(result.at.callId),
          ...(call?.id != null && { fix: `Repeat the id of its call; by order that is ${quote(call.id)}` }),
          ...(call !== undefined && { call, related: [{ message: "Its call", at: call.at.call }] }),
          ...breach,
          ...(optional?.severity !== undefined && kind === undefined && isOneOf(optional.value, result) && { severity: optional.severity }),
        };
      }
    },
  },
});

/** What an id is written as that is there and no id; `undefined` for one that is absent or empty. */
function writtenAs(id: JsonNode | undefined): string | undefined {
  switch (id?.kind) {
    case "number":
    case "boolean":
      return `a ${id.kind}, not text`;
    case "array":
    case "object":
      return `an ${id.kind}, not text`;
    // Some endpoints take the word for its meaning.
    case "string":
      return id.string() === "null" ? 'the text "null", not an id' : undefined;
    default:
      return undefined;
  }
}

function asText(id: JsonNode | undefined): { readonly fix?: string } {
  return id?.kind === "number" ? { fix: `Write it as text: ${quote(id.raw())}` } : {};
}

/** Whether the item that holds a result is of one of these types. */
function isOneOf(types: readonly string[], { at }: ToolResult): boolean {
  return types.includes(at.result.get("type")?.string() ?? "");
}

function callOf(result: ToolResult, exchange: ToolExchange) {
  for (const link of exchange.links) {
    if ((link.kind === "answered" || link.kind === "duplicate") && link.result === result) return link.call;
  }
  return undefined;
}
