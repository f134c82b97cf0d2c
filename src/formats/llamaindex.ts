import type { JsonNode } from "../json/node.js";
import type { Recorded, Role } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import { readFunctionCall, readToolCall } from "./chat/call.js";
import { ConversationDraft, type MessageDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";
import { listIn } from "./message-list.js";

/**
 * Chat messages of LlamaIndex: typed blocks with what the provider sent beside them (Python), or calls and results among the options of a
 * message (TypeScript); bare, and as a chat store keeps them by key.
 *
 * Source: `llama_index.core.base.llms.types` and `storage.chat_store`, LlamaIndex 0.14; `@llamaindex/core` 0.6, `ChatMessage` (read 2026-11).
 */
export const llamaindex: Format = {
  id: "llamaindex",
  title: "LlamaIndex chat messages",
  carries: ["messages", "calls", "results", "chat stores"],
  source: "LlamaIndex 0.14, llama_index.core.base.llms.types (read 2026-11)",
  profile: "framework",
  rootKeys: ["messages", "store", "blocks", "additional_kwargs", "options", "message", "[].role"],
  marks: ["blocks", "additional_kwargs", "options"],
  detect,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["chatbot", "assistant"],
  ["model", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["memory", "user"],
  ["tool", "tool"],
  ["function", "tool"],
]);

/** Blocks beside text, thinking and calls (LlamaIndex 0.14, `ContentBlock`; read 2026-11). */
const otherBlocks: ReadonlySet<string> = new Set(["image", "audio", "video", "document", "cache", "citable", "citation"]);

/** The lists of messages in a body: itself, under `messages`, one message, or those of a chat store. */
function conversationsIn(body: JsonNode): readonly (readonly JsonNode[])[] {
  const list = listIn(body, ["messages"]);
  if (list !== undefined) return [list.items()];
  const store = body.get("store");
  if (store?.kind === "object") return store.entries().map(({ value }) => value.items());
  const message = body.get("message");
  if (message?.kind === "object") return [[message]];
  return body.get("role") === undefined ? [] : [[body]];
}

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  let match: Detection = noMatch;
  for (const messages of conversationsIn(body)) {
    for (const message of messages) {
      const mark = markOf(message);
      if (mark === "foreign") return noMatch;
      if (mark?.match === "certain") return withUnit(mark, body);
      match = mark ?? match;
    }
  }
  return match.match === "none" ? noMatch : withUnit(match, body);
}

function withUnit(detection: Detection, body: JsonNode): Detection {
  return body.kind === "object" && body.get("role") !== undefined ? { ...detection, unit: "message" } : detection;
}

function markOf(message: JsonNode): Detection | "foreign" | undefined {
  if (message.get("role")?.kind !== "string" || message.get("type") !== undefined) return "foreign";
  const block = message.get("blocks")?.first();
  if (block !== undefined) {
    return block.get("block_type") === undefined ? "foreign" : { match: "certain", because: "has blocks with a block_type" };
  }
  const kept = message.get("additional_kwargs");
  if ((kept?.get("tool_calls") ?? kept?.get("tool_call_id")) !== undefined) {
    return { match: "certain", because: "keeps calls and their ids in additional_kwargs" };
  }
  const options = message.get("options");
  if ((options?.get("toolCall") ?? options?.get("toolResult")) !== undefined) {
    return { match: "certain", because: "keeps calls and results among the options of messages" };
  }
  if ((message.get("tool_calls") ?? message.get("parts")) !== undefined) return "foreign";
  return kept?.kind === "object" ? { match: "possible", because: "has messages with additional_kwargs" } : undefined;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  const conversations = conversationsIn(body);
  const tools = body.kind === "object" ? body.get("tools") : undefined;
  return (conversations.length === 0 ? [[]] : conversations).map((messages) => {
    const draft = new ConversationDraft();
    if (conversations.length === 0) draft.report(body, `Unexpected ${body.kind} without messages, expected a list of messages`);
    for (const message of messages) readMessage(message, draft);
    return recordedFrom(draft, recording, {
      format: "llamaindex",
      tools: tools === undefined ? [] : [tools],
      isRequest: recording.url !== undefined || body.get("model") !== undefined,
      model: body.get("model"),
    });
  });
}

function readMessage(node: JsonNode, draft: ConversationDraft): void {
  if (node.kind !== "object") {
    draft.report(node, `Unexpected ${node.kind} as message, expected an object with a role`);
    return;
  }
  const roleAt = node.get("role");
  const word = roleAt?.string();
  const known = word === undefined ? undefined : roles.get(word);
  if (known === undefined) {
    const what = roleAt === undefined ? "message without role" : `${word === undefined ? roleAt.kind : quote(word)} as role`;
    draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${[...roles.keys()].join(", ")}`);
  }
  const result = node.get("options")?.get("toolResult");
  const role = result !== undefined ? "tool" : (known ?? "user");
  const message = draft.open({ role, at: node, roleAt });
  if (result !== undefined) {
    const isError = result.get("isError")?.boolean() === true;
    message.result({ result, callId: result.get("id"), content: result.get("result"), isError });
  } else if (role === "tool") {
    const kept = node.get("additional_kwargs");
    message.result({
      result: node,
      callId: kept?.get("tool_call_id"),
      name: kept?.get("name"),
      content: node.get("blocks") ?? node.get("content"),
      idOptional: word === "function" || kept?.get("tool_call_id")?.kind === "null",
    });
  } else {
    readContent(node, message, draft);
  }
}

function readContent(node: JsonNode, message: MessageDraft, draft: ConversationDraft): void {
  const content = node.get("content");
  if (content?.kind === "string") message.text(content);
  let hasCalls = false;
  for (const block of node.get("blocks")?.items() ?? content?.items() ?? []) {
    const type = (block.get("block_type") ?? block.get("type"))?.string();
    if (type === "tool_call") {
      hasCalls = true;
      addBlockCall(block, message);
    } else if (type === "text") message.text(block.get("text") ?? block);
    else if (type === "thinking") message.thinking(type, block);
    else if (type === undefined) draft.report(block, "Unexpected block without block_type, expected one");
    else {
      message.other(type, block);
      if (block.get("block_type") !== undefined && !otherBlocks.has(type)) {
        draft.warn(block, `Unknown block of type ${quote(type)}: what it holds was not read`);
      }
    }
  }
  for (const call of node.get("options")?.get("toolCall")?.items() ?? []) {
    hasCalls = true;
    message.call({ call, type: "function", id: call.get("id"), name: call.get("name"), arguments: call.get("input") });
  }
  // What the provider sent repeats the blocks; older versions keep it alone.
  if (!hasCalls) readKeptCalls(node.get("additional_kwargs"), message, draft);
}

function addBlockCall(block: JsonNode, message: MessageDraft): void {
  message.call({
    call: block,
    type: "function",
    id: block.get("tool_call_id"),
    name: block.get("tool_name"),
    arguments: block.get("tool_kwargs"),
    idOptional: isAbsent(block.get("tool_call_id")),
  });
}

/** Ids are optional on a block, since not every provider gives any (LlamaIndex 0.14, `ToolCallBlock.tool_call_id`; read 2026-11). */
function isAbsent(id: JsonNode | undefined): boolean {
  return id === undefined || id.kind === "null";
}

/** Calls as the provider sent them: OpenAI's nested ones, or flat ones with `input` (Anthropic) or `args` (Gemini). */
function readKeptCalls(kept: JsonNode | undefined, message: MessageDraft, draft: ConversationDraft): void {
  const report = (at: JsonNode, text: string, fix?: string) => draft.report(at, text, fix);
  const context = { message: message.index, container: "either" } as const;
  const calls = (kept?.get("tool_calls")?.items() ?? []).filter(({ kind }) => kind === "object");
  calls.forEach((call, index) => {
    if (call.get("function") === undefined && call.get("name") !== undefined) {
      const input = call.get("input") ?? call.get("args") ?? call.get("arguments");
      message.call({ call, type: "function", id: call.get("id"), name: call.get("name"), arguments: input });
      return;
    }
    const read = readToolCall(call, { ...context, index, idOptional: false }, report);
    if (read !== undefined) message.add(read);
  });
  const legacy = calls.length > 0 ? undefined : kept?.get("function_call");
  const old = legacy === undefined ? undefined : readFunctionCall(legacy, { ...context, index: 0, idOptional: true }, report);
  if (old !== undefined) message.add(old);
}
