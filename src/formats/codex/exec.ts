import { composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Message, MessagePart } from "../../model/conversation.js";
import type { ToolCall, ToolResult } from "../../model/exchange.js";
import { toolCall, toolResult } from "../call-draft.js";

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
export function readExecEvents(events: readonly JsonNode[]): readonly Message[] {
  const items = new Map<string, { readonly item: JsonNode; isEnded: boolean }>();
  for (const event of events) {
    const item = event.get("item");
    if (item?.kind !== "object") continue;
    const isEnded = event.get("type")?.string() === "item.completed" || endings.has(item.get("status")?.string() ?? "");
    items.set(item.get("id")?.string() ?? String(items.size), { item, isEnded });
  }
  const parts: MessagePart[] = [];
  const count = { calls: 0 };
  for (const { item, isEnded } of items.values()) parts.push(...readItem(item, isEnded, count));
  const [first] = items.values();
  // What the user asked is not in the stream, so all of it is one turn of the agent.
  return first === undefined ? [] : [{ role: "assistant", parts, fromResponse: false, at: first.item, roleAt: undefined }];
}

function readItem(item: JsonNode, isEnded: boolean, count: { calls: number }): readonly MessagePart[] {
  const type = item.get("type")?.string() ?? "";
  const input = callItems.get(type);
  if (input !== undefined) {
    const call = readCall(item, type, input, count.calls++);
    return isEnded
      ? [
          { kind: "call", call },
          { kind: "result", result: readResult(item, call) },
        ]
      : [{ kind: "call", call }];
  }
  const text = item.get("text");
  if (text?.kind !== "string") return [{ kind: "other", type, at: item }];
  return [type === "reasoning" ? { kind: "thinking", type, at: item } : { kind: "text", at: text }];
}

function readCall(item: JsonNode, type: string, input: readonly string[], index: number): ToolCall {
  const isMcp = type === "mcp_tool_call";
  const given = isMcp
    ? item.get("arguments")
    : composeObject(
        input.map((key) => [key, item.get(key)] as const),
        item,
      );
  const name = isMcp ? item.get("tool") : literal(type, item.get("type") ?? item);
  const id = item.get("id");
  // The stream tells when an item begins; where its end is missing, the run was stopped.
  const draft = { call: item, type: isMcp ? "function" : type, id, name, arguments: given, idOptional: true, expectsNoResult: true };
  return toolCall(draft, { message: 0, index });
}

function readResult(item: JsonNode, call: ToolCall): ToolResult {
  const result = item.get("result");
  const error = item.get("error");
  const status = item.get("status")?.string();
  const exit = item.get("exit_code")?.number();
  const isError = status === "failed" || status === "declined" || (exit !== undefined && exit !== 0) || error?.kind === "object";
  const content = item.get("aggregated_output") ?? result?.get("content") ?? error?.get("message");
  const structured = result?.get("structured_content");
  return toolResult(
    {
      result: item,
      callId: item.get("id"),
      content,
      isError,
      structured: structured?.kind === "null" ? undefined : structured,
      idOptional: true,
      inlineCall: call,
    },
    { message: 0, index: call.index },
  );
}
