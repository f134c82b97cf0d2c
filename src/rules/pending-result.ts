import type { JsonNode } from "../json/node.js";
import { TextProbe } from "../json/text-probe.js";
import type { Conversation } from "../model/conversation.js";
import type { ToolCall, ToolExchange, ToolResult } from "../model/exchange.js";
import { maxPlaceholderLength, onlyText, shortText } from "./result-text.js";
import { defineRule } from "./rule.js";

/** Members that a placeholder may have beside its status. Anything else is a payload of its own, such as the id of a job. */
const bareMembers = new Set(["status", "type", "tool_call_id", "call_id", "tool_use_id", "description", "message"]);

const unfinished = new Set(["running", "in_progress"]);

/**
 * A placeholder that says that the tool still runs is followed by the real payload: a later system or developer message, any later
 * message that names the call, a second result, or a later answer of the same tool.
 *
 * At the end of a recording the payload may still be on its way.
 */
export const pendingResult = defineRule({
  id: "pending-result",
  category: "result",
  summary: "A placeholder says that the tool is running, and its result never comes",
  severity: "warning",
  consequence: "The model goes on without the result, or invents one.",
  repair:
    "Deliver the payload in a developer message that names the call, or write it over the placeholder before the model is asked again.",
  evidence: [
    "pipecat, async tools: a running placeholder, then a developer message with status finished (github.com/pipecat-ai/pipecat/pull/5236, 2026-09)",
    "pipecat issue 1483: IN_PROGRESS left as the result (2025-03)",
  ],
  on: {
    *exchange(exchange, { conversation }) {
      for (const link of exchange.links) {
        if (link.kind !== "answered") continue;
        const at = placeholder(link.result);
        if (at === undefined || !goesOn(conversation, exchange) || payloadComes(conversation, exchange, link)) continue;
        yield {
          at,
          message: "The result is only a placeholder, and the real one never comes",
          call: link.call,
        };
      }
    },
  },
});

function placeholder(result: ToolResult): JsonNode | undefined {
  if (result.isError) return undefined;
  const text = onlyText(result);
  if (text === undefined) return isUnfinished(result.at.content) ? result.at.content : undefined;
  const short = shortText(text, maxPlaceholderLength)?.trim();
  if (short === undefined) return undefined;
  if (/^"?IN_PROGRESS"?$/.test(short)) return text;
  if (!short.startsWith("{")) return undefined;
  const nested = text.nested();
  return nested?.kind === "json" && isUnfinished(nested.document.root) ? text : undefined;
}

function isUnfinished(node: JsonNode | undefined): boolean {
  const status = node?.get("status")?.string()?.toLowerCase();
  if (node === undefined || status === undefined || !unfinished.has(status)) return false;
  return node.entries().every(({ key }) => bareMembers.has(key.string() ?? ""));
}

function goesOn({ messages }: Conversation, { calls, results }: ToolExchange): boolean {
  const last = Math.max(...calls.map(({ message }) => message), ...results.map(({ message }) => message));
  return last + 1 < messages.length;
}

function payloadComes(
  { messages, exchanges }: Conversation,
  exchange: ToolExchange,
  { call, result }: { readonly call: ToolCall; readonly result: ToolResult },
): boolean {
  if (exchange.links.some((link) => link.kind === "duplicate" && link.call === call)) return true;
  const later = messages.slice(result.message + 1);
  if (later.some(({ role, at }) => role === "system" || (role !== "assistant" && call.id !== null && mentions(at, call.id)))) return true;
  return exchanges.some(({ links }) =>
    links.some(
      (link) =>
        link.kind === "answered" &&
        link.call.message > call.message &&
        link.call.function.name === call.function.name &&
        placeholder(link.result) === undefined,
    ),
  );
}

function mentions(message: JsonNode, id: string): boolean {
  return new TextProbe([id]).mayBeIn(message);
}
