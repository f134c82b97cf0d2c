import type { JsonNode } from "../json/node.js";
import type { Recorded, Role } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import { ConversationDraft, type MessageDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";

/**
 * Messages, events and model contexts of AutoGen from 0.4 on: calls and results are lists under types of their own.
 *
 * Source: `autogen_agentchat.messages` and `autogen_core.models`, AutoGen 0.7 (read 2026-11).
 */
export const autogen: Format = {
  id: "autogen",
  title: "AutoGen messages and events",
  carries: ["messages", "calls", "results"],
  source: "AutoGen 0.7, autogen_agentchat.messages (read 2026-11)",
  profile: "framework",
  rootKeys: ["messages", "message_thread", "llm_context", "type", "[].type"],
  marks: ["source", "call_id"],
  detect,
  adapt,
};

/** What the entries of a type are; the types of other entries show what somebody else sees. */
type EntryKind = "calls" | "results" | "user" | "system" | "said" | "aside";

const kinds: ReadonlyMap<string, EntryKind> = new Map([
  ["ToolCallRequestEvent", "calls"],
  ["AssistantMessage", "calls"],
  ["ToolCallExecutionEvent", "results"],
  ["FunctionExecutionResultMessage", "results"],
  ["UserMessage", "user"],
  ["SystemMessage", "system"],
  ["TextMessage", "said"],
  ["MultiModalMessage", "said"],
  ["StopMessage", "said"],
  ["HandoffMessage", "said"],
  ["StructuredMessage", "said"],
  ["ToolCallSummaryMessage", "said"],
  ["ThoughtEvent", "aside"],
  ["UserInputRequestedEvent", "aside"],
  ["MemoryQueryEvent", "aside"],
  ["ModelClientStreamingChunkEvent", "aside"],
  ["CodeGenerationEvent", "aside"],
  ["CodeExecutionEvent", "aside"],
  ["SelectSpeakerEvent", "aside"],
  ["SelectorEvent", "aside"],
]);

/** Types that no other wire has. */
const telling: ReadonlySet<string> = new Set(["ToolCallRequestEvent", "ToolCallExecutionEvent", "FunctionExecutionResultMessage"]);

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const messages = messagesIn(body);
  let isPossible = false;
  for (const message of messages ?? []) {
    const type = message.get("type")?.string();
    const kind = type === undefined ? undefined : kinds.get(type);
    if (type === undefined || kind === undefined) return noMatch;
    if (telling.has(type) || (type === "AssistantMessage" && isCall(message.get("content")?.first()))) {
      return withUnit({ match: "certain", because: `has entries of type ${type}` }, body);
    }
    isPossible = true;
  }
  return isPossible ? withUnit({ match: "possible", because: "has entries of AutoGen's types" }, body) : noMatch;
}

function withUnit(detection: Detection, body: JsonNode): Detection {
  return body.kind === "object" && body.get("source") !== undefined ? { ...detection, unit: "message" } : detection;
}

function isCall(node: JsonNode | undefined): boolean {
  return node?.get("name") !== undefined && node.get("arguments") !== undefined;
}

/** The entries of a list, a task's result, a team's thread, a model context, or one entry alone. */
function messagesIn(body: JsonNode): readonly JsonNode[] | undefined {
  const list =
    body.kind === "array" ? body : (body.get("messages") ?? body.get("message_thread") ?? body.get("llm_context")?.get("messages"));
  if (list?.kind === "array") return list.items();
  return body.get("type") !== undefined && body.get("content") !== undefined ? [body] : undefined;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  const messages = messagesIn(body);
  const draft = new ConversationDraft();
  if (messages === undefined) draft.report(body, `Unexpected ${body.kind} without messages, expected a list of messages or events`);
  for (const message of messages ?? []) readEntry(message, draft);
  return [recordedFrom(draft, recording, { format: "autogen", tools: [], isRequest: false, model: undefined })];
}

function readEntry(node: JsonNode, draft: ConversationDraft): void {
  if (node.kind !== "object") {
    draft.report(node, `Unexpected ${node.kind} as message, expected an object with type and content`);
    return;
  }
  const roleAt = node.get("type");
  const type = roleAt?.string();
  const kind = type === undefined ? undefined : kinds.get(type);
  if (kind === undefined) {
    if (type === undefined) draft.report(node, "Unexpected message without type, expected one");
    else draft.warn(roleAt ?? node, `Unknown message type ${quote(type)}: what it holds was not read`);
    return;
  }
  if (kind === "aside") return;
  const content = node.get("content");
  const message = draft.open({ role: roleOf(kind, node), at: node, roleAt });
  if (kind === "calls" && content?.kind === "array") addCalls(content, message, draft);
  else if (kind === "results") addResults(content, message, draft);
  else if (content?.kind === "string") message.text(content);
  else if (content !== undefined) message.other("content", content);
}

/** What agents say is the model's, what comes from `user` is not. */
function roleOf(kind: EntryKind, node: JsonNode): Role {
  switch (kind) {
    case "results":
      return "tool";
    case "user":
      return "user";
    case "system":
      return "system";
    case "said":
      return node.get("source")?.string()?.startsWith("user") === true ? "user" : "assistant";
    default:
      return "assistant";
  }
}

function addCalls(content: JsonNode, message: MessageDraft, draft: ConversationDraft): void {
  for (const call of content.items()) {
    if (call.kind !== "object") {
      draft.report(call, `Unexpected ${call.kind} as tool call, expected an object with id, name and arguments`);
      continue;
    }
    message.call({
      call,
      type: "function",
      id: call.get("id"),
      name: call.get("name"),
      arguments: call.get("arguments"),
      container: "string",
    });
  }
}

function addResults(content: JsonNode | undefined, message: MessageDraft, draft: ConversationDraft): void {
  for (const result of content?.items() ?? []) {
    if (result.kind !== "object") {
      draft.report(result, `Unexpected ${result.kind} as tool result, expected an object with call_id and content`);
      continue;
    }
    message.result({
      result,
      callId: result.get("call_id"),
      name: result.get("name"),
      content: result.get("content"),
      isError: result.get("is_error")?.boolean() === true,
    });
  }
}
