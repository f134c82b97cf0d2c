import { composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { ToolCall } from "../../model/exchange.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";

/** Events of `codex exec --json` (codex-rs, `exec/src/exec_events.rs`, `ThreadEvent`, read 2026-11). */
export const execEvents: ReadonlySet<string> = new Set([
  "thread.started",
  "turn.started",
  "turn.completed",
  "turn.failed",
  "item.started",
  "item.updated",
  "item.completed",
]);

/** Items that are a call and its result in one, and what went in (`ThreadItemDetails`). The name of an MCP tool is under `tool`. */
const callItems: ReadonlyMap<string, readonly string[]> = new Map([
  ["command_execution", ["command"]],
  ["file_change", ["changes"]],
  ["mcp_tool_call", ["arguments"]],
  ["collab_tool_call", ["tool", "receiver_thread_ids", "prompt"]],
  ["web_search", ["query", "action"]],
]);

const endings: ReadonlySet<string> = new Set(["completed", "failed", "declined"]);

/** Reads the events of one run: each item as it was last told, in the order in which the items began. */
export function readExecEvents(events: readonly JsonNode[], draft: ConversationDraft): void {
  const items = new Map<string, { readonly item: JsonNode; isEnded: boolean }>();
  for (const event of events) {
    const item = event.get("item");
    if (item?.kind !== "object") continue;
    const isEnded = event.get("type")?.string() === "item.completed" || endings.has(item.get("status")?.string() ?? "");
    items.set(item.get("id")?.string() ?? String(items.size), { item, isEnded });
  }
  const [first] = items.values();
  if (first === undefined) return;
  // What the user asked is not in the stream, so all of it is one turn of the agent.
  const message = draft.open({ role: "assistant", at: first.item });
  for (const { item, isEnded } of items.values()) readItem(item, isEnded, message);
}

function readItem(item: JsonNode, isEnded: boolean, message: MessageDraft): void {
  const type = item.get("type")?.string() ?? "";
  const input = callItems.get(type);
  const text = item.get("text");
  if (input !== undefined) {
    const call = addCall(item, type, input, message);
    if (isEnded) addResult(item, call, message);
  } else if (text?.kind !== "string") message.other(type, item);
  else if (type === "reasoning") message.thinking(type, item);
  else message.text(text);
}

function addCall(item: JsonNode, type: string, input: readonly string[], message: MessageDraft): ToolCall {
  const isMcp = type === "mcp_tool_call";
  const members = input.map((key) => [key, item.get(key)] as const);
  return message.call({
    call: item,
    type: isMcp ? "function" : type,
    id: item.get("id"),
    name: isMcp ? item.get("tool") : literal(type, item.get("type") ?? item),
    arguments: isMcp ? item.get("arguments") : composeObject(members, item),
    idOptional: true,
    // The stream tells when an item begins; where its end is missing, the run was stopped.
    expectsNoResult: true,
  });
}

function addResult(item: JsonNode, call: ToolCall, message: MessageDraft): void {
  const result = item.get("result");
  const error = item.get("error");
  const status = item.get("status")?.string();
  const exit = item.get("exit_code")?.number();
  const structured = result?.get("structured_content");
  message.result({
    result: item,
    callId: item.get("id"),
    content: item.get("aggregated_output") ?? result?.get("content") ?? error?.get("message"),
    isError: status === "failed" || status === "declined" || (exit !== undefined && exit !== 0) || error?.kind === "object",
    structured: structured?.kind === "null" ? undefined : structured,
    idOptional: true,
    inlineCall: call,
  });
}
