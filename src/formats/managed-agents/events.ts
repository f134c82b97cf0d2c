import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import type { ConversationDraft } from "../conversation-draft.js";

/** Where the result of a kind of call names the event that made it (BetaManagedAgentsSessionEvent, @anthropic-ai/sdk 1.14, read 2026-11). */
const resultKeys: ReadonlyMap<string, string> = new Map([
  ["agent.tool_result", "tool_use_id"],
  ["agent.mcp_tool_result", "mcp_tool_use_id"],
  ["user.tool_result", "tool_use_id"],
  ["user.custom_tool_result", "custom_tool_use_id"],
]);

/** Types of calls. The service runs those of its own toolset and of MCP servers. */
const callTypes: ReadonlySet<string> = new Set(["agent.tool_use", "agent.mcp_tool_use", "agent.custom_tool_use"]);

/** All types of events. */
export const managedEventTypes: ReadonlySet<string> = new Set([
  ...callTypes,
  ...resultKeys.keys(),
  "agent.message",
  "agent.thinking",
  "agent.thread_context_compacted",
  "agent.thread_message_received",
  "agent.thread_message_sent",
  "user.message",
  "user.interrupt",
  "user.tool_confirmation",
  "user.define_outcome",
  "system.message",
  "session.error",
  "session.status_idle",
  "session.status_running",
  "session.status_rescheduled",
  "session.status_terminated",
  "session.thread_created",
  "session.updated",
  "session.usage",
  "session.deleted",
  "span.model_request_start",
  "span.model_request_end",
]);

/** What the events say of calls that is not in the calls themselves, by the ids of their events. */
interface Fates {
  /** Answered by the client: environments of its own run the agent's toolset. */
  readonly clientRun: ReadonlySet<string>;
  /** Turned down, or open when the user stopped the agent. */
  readonly dropped: ReadonlySet<string>;
  /** Their turn came to its end: what has no result then will get none. */
  readonly ended: ReadonlySet<string>;
}

/** Reads the events of a session in order. */
export function readManagedEvents(events: readonly JsonNode[], draft: ConversationDraft): void {
  const fates = fatesOf(events);
  const calls = new Map<string, ToolCall>();
  /** The model was asked, and what it says comes next. */
  let isAsked = false;
  for (const event of events) {
    const type = typeOf(event);
    const key = resultKeys.get(type);
    if (callTypes.has(type)) calls.set(idOf(event), readCall(event, type, fates, draft, isAsked));
    else if (key !== undefined) readResult(event, type, key, calls, draft);
    else readOther(event, type, draft, isAsked);
    const isSaid = callTypes.has(type) || type === "agent.message" || type === "agent.thinking";
    isAsked = type === "span.model_request_start" || (isAsked && !isSaid);
  }
}

function fatesOf(events: readonly JsonNode[]): Fates {
  const clientRun = new Set<string>();
  const dropped = new Set<string>();
  const ended = new Set<string>();
  const open = new Set<string>();
  const settle = (fate: Set<string>) => {
    for (const id of open) fate.add(id);
    open.clear();
  };
  for (const event of events) {
    const type = typeOf(event);
    const answers = resultKeys.get(type);
    if (callTypes.has(type)) open.add(idOf(event));
    else if (answers !== undefined) open.delete(event.get(answers)?.string() ?? "");
    switch (type) {
      case "user.tool_result":
        clientRun.add(event.get("tool_use_id")?.string() ?? "");
        break;
      case "user.tool_confirmation":
        if (event.get("result")?.string() === "deny") dropped.add(event.get("tool_use_id")?.string() ?? "");
        break;
      case "user.interrupt":
      case "session.status_terminated":
        settle(dropped);
        break;
      case "session.status_idle":
        if (event.get("stop_reason")?.get("type")?.string() === "end_turn") settle(ended);
        break;
    }
  }
  return { clientRun, dropped, ended };
}

function readCall(
  event: JsonNode,
  type: string,
  { clientRun, dropped, ended }: Fates,
  draft: ConversationDraft,
  opensTurn: boolean,
): ToolCall {
  const id = idOf(event);
  const hosted = type !== "agent.custom_tool_use" && !clientRun.has(id);
  const isDropped = dropped.has(id) || event.get("evaluated_permission")?.string() === "deny";
  return draft.open({ role: "assistant", at: event, opensTurn }).call({
    call: event,
    id: event.get("id"),
    name: event.get("name"),
    arguments: event.get("input"),
    container: "object",
    hosted,
    // The user may speak while the service still runs a tool.
    expectsNoResult: isDropped || (hosted && !ended.has(id)),
  });
}

function readResult(event: JsonNode, type: string, key: string, calls: ReadonlyMap<string, ToolCall>, draft: ConversationDraft): void {
  const hosted = type.startsWith("agent.");
  const callId = event.get(key);
  const call = hosted ? calls.get(callId?.string() ?? "") : undefined;
  // The service's own results come in the turn of the agent, and belong to their call wherever they are.
  draft.open({ role: hosted ? "assistant" : "tool", at: event }).result({
    result: event,
    callId,
    content: event.get("content"),
    isError: event.get("is_error")?.boolean() === true,
    hosted: call?.hosted ?? hosted,
    ...(call !== undefined && { inlineCall: call }),
  });
}

function readOther(event: JsonNode, type: string, draft: ConversationDraft, isAsked: boolean): void {
  if (type === "agent.thinking") draft.open({ role: "assistant", at: event, opensTurn: isAsked }).thinking(type, event);
  const role = speakers.get(type);
  if (role === undefined) return;
  const message = draft.open({ role, at: event, opensTurn: isAsked && role === "assistant" });
  for (const block of event.get("content")?.items() ?? []) {
    const kind = typeOf(block);
    if (kind === "text") message.text(block.get("text") ?? block);
    else message.other(kind, block);
  }
}

const speakers: ReadonlyMap<string, Role> = new Map([
  ["agent.message", "assistant"],
  ["user.message", "user"],
  ["system.message", "system"],
]);

function typeOf(node: JsonNode): string {
  return node.get("type")?.string() ?? "";
}

function idOf(event: JsonNode): string {
  return event.get("id")?.string() ?? "";
}
