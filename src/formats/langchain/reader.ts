import type { JsonNode } from "../../json/node.js";
import type { FinishReason, Role } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { cutOffBy } from "../call-draft.js";
import { addFunctionCall, addToolCall } from "../chat/call.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { hasNo, mustBeKind, unknownType } from "../shape-faults.js";
import { readBlock } from "./blocks.js";
import { contentOf, groupChunks, type MessageGroup, mergeCallChunks } from "./chunks.js";
import { isSerialised, readStored, type StoredMessage } from "./stored-message.js";

/** Why models stop, in the words of the providers that LangChain passes on. */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["STOP", "stop"],
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["MAX_TOKENS", "length"],
  ["tool_calls", "tool_calls"],
  ["tool_use", "tool_calls"],
  ["function_call", "tool_calls"],
  ["content_filter", "content_filter"],
  ["SAFETY", "content_filter"],
]);

/** Keys of `response_metadata` that say it: OpenAI's, Anthropic's, Bedrock's, Ollama's. */
const reasonKeys = ["finish_reason", "stop_reason", "stopReason", "done_reason"] as const;

/** Reads messages into a draft. `fromResponse`: they came back in this very recording. */
export function readLangchainMessages(nodes: readonly JsonNode[], draft: ConversationDraft, fromResponse = false): void {
  const stored = nodes.flatMap((node) => readOne(node, draft) ?? []);
  const kept = withoutRemoved(stored);
  if (kept !== stored) draft.leftOut.push(...stored.filter((message) => !kept.includes(message)).map(({ at }) => at));
  for (const group of groupChunks(kept)) readGroup(group, draft, fromResponse);
}

/** The model that the last answer names. */
export function modelOfRun(nodes: readonly JsonNode[]): JsonNode | undefined {
  for (const node of nodes.toReversed()) {
    const metadata = readStored(node)?.fields.get("response_metadata");
    const model = metadata?.get("model_name") ?? metadata?.get("model") ?? metadata?.get("model_id");
    if (model?.kind === "string") return model;
  }
  return undefined;
}

function readOne(node: JsonNode, draft: ConversationDraft): StoredMessage | undefined {
  const stored = readStored(node);
  if (stored !== undefined) return stored;
  if (node.kind !== "object") {
    draft.report(node, mustBeKind("A message", "an object", node));
    return undefined;
  }
  if (isSerialised(node)) {
    const name = node.get("id")?.items().at(-1)?.string() ?? "";
    draft.warn(node, `The object ${quote(name)} is not a known message, so it is not checked`);
    return undefined;
  }
  const word = node.get("type") ?? node.get("role");
  if (word === undefined) draft.report(node, hasNo("A message", "type", "role"));
  else draft.warn(word, unknownType("Messages", word.string() ?? word.kind));
  return undefined;
}

/** A `RemoveMessage` deletes the message of its id from the state, or all before it (langgraph, `add_messages`). */
function withoutRemoved(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  if (!messages.some(({ kind }) => kind === "remove")) return messages;
  const kept = new Set<StoredMessage>();
  const byId = new Map<string, StoredMessage[]>();
  for (const message of messages) {
    const id = message.fields.get("id")?.string();
    if (message.kind !== "remove") {
      kept.add(message);
      const same = id === undefined ? undefined : byId.get(id);
      if (same !== undefined) same.push(message);
      else if (id !== undefined) byId.set(id, [message]);
    } else if (id === "__remove_all__") {
      kept.clear();
    } else if (id !== undefined) {
      for (const removed of byId.get(id) ?? []) kept.delete(removed);
    }
  }
  return [...kept];
}

function readGroup(group: MessageGroup, draft: ConversationDraft, fromResponse: boolean): void {
  const { first } = group;
  const message = draft.open({ role: roleOf(first), at: first.at, roleAt: first.roleAt, fromResponse });
  switch (first.kind) {
    case "tool":
    case "function":
      readResult(first, message);
      return;
    case "ai":
      readAnswer(group, message, draft);
      return;
    default:
      readContent(first.fields.get("content"), message, false);
  }
}

function roleOf({ kind, fields }: StoredMessage): Role {
  switch (kind) {
    case "ai":
      return "assistant";
    case "system":
      return "system";
    case "tool":
    case "function":
      return "tool";
    case "chat": {
      const word = fields.get("role")?.string();
      return word === "assistant" || word === "system" ? word : "user";
    }
    default:
      return "user";
  }
}

function readResult({ kind, fields, at }: StoredMessage, message: MessageDraft): void {
  message.result({
    result: at,
    callId: fields.get("tool_call_id"),
    name: fields.get("name"),
    content: fields.get("content"),
    isError: fields.get("status")?.string() === "error",
    idOptional: kind === "function",
  });
}

/** @param callsCount whether calls in the blocks are the message's own, not a copy */
function readContent(content: JsonNode | undefined, message: MessageDraft, callsCount: boolean, cutBy?: string): void {
  if (content?.kind === "string") {
    if (!isEmptyText(content)) message.text(content);
    return;
  }
  for (const block of content?.items() ?? []) {
    if (block.kind === "string") message.text(block);
    else readBlock(block, message, callsCount, cutBy);
  }
}

function isEmptyText(text: JsonNode): boolean {
  const { from, to } = text.range;
  return to - from <= 4 && text.string() === "";
}

function readAnswer(group: MessageGroup, message: MessageDraft, draft: ConversationDraft): void {
  const metadata = group.messages.flatMap(({ fields }) => fields.get("response_metadata") ?? []).at(-1);
  const finish = reasonKeys.map((key) => metadata?.get(key)).find((each) => each?.kind === "string");
  const cutBy = cutOffBy(finish, reasons);
  const own = ownCalls(group);
  readContent(contentOf(group), message, own.length === 0 && !hasKeptCalls(group), cutBy);
  for (const { call, container, partial } of own) {
    const parts = { call, id: call.get("id"), name: call.get("name"), arguments: call.get("args") };
    message.call({ ...parts, container, cutBy, partial });
  }
  if (own.length === 0) readKeptCalls(group, message, draft, cutBy);
  draft.finish(finish, reasons);
}

/** A call `{name, args, id}`: arguments are an object, or the model's text where it could not be read. */
interface OwnCall {
  readonly call: JsonNode;
  readonly container: "string" | "object";
  readonly partial: boolean;
}

/** The calls that LangChain itself read: those of the chunks, or `tool_calls` and those whose arguments it could not read. */
function ownCalls({ messages }: MessageGroup): readonly OwnCall[] {
  const { calls, isOpen } = mergeCallChunks(messages.filter(({ isChunk }) => isChunk));
  const last = calls.at(-1);
  if (last !== undefined) return calls.map((call) => ({ call, container: "string", partial: isOpen && call === last }));
  return messages.flatMap(({ fields }): readonly OwnCall[] => [
    ...listOf(fields.get("tool_calls")).map((call) => ({ call, container: "object", partial: false }) as const),
    ...listOf(fields.get("invalid_tool_calls")).map((call) => ({ call, container: "string", partial: false }) as const),
  ]);
}

/** What a provider sent, kept beside: it counts only where LangChain's own list is empty, as its senders have it. */
function hasKeptCalls({ first }: MessageGroup): boolean {
  const kept = first.fields.get("additional_kwargs");
  return kept?.get("tool_calls")?.first() !== undefined || kept?.get("function_call")?.kind === "object";
}

function readKeptCalls({ first }: MessageGroup, message: MessageDraft, draft: ConversationDraft, cutBy: string | undefined): void {
  const kept = first.fields.get("additional_kwargs");
  const sink = { message, report: draft.report };
  const traits = { container: "string", cutBy } as const;
  const isRead = listOf(kept?.get("tool_calls")).map((call) => addToolCall(call, traits, sink) !== undefined);
  const legacy = isRead.includes(true) ? undefined : kept?.get("function_call");
  if (legacy !== undefined) addFunctionCall(legacy, traits, sink);
}

function listOf(node: JsonNode | undefined): readonly JsonNode[] {
  return (node?.items() ?? []).filter(({ kind }) => kind === "object");
}
