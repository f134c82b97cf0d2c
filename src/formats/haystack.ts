import type { JsonNode } from "../json/node.js";
import type { FinishReason, Recorded, Role } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import { ConversationDraft, type MessageDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";
import { listIn } from "./message-list.js";

/**
 * Chat messages of Haystack: each part of the content is an object with one key, and a result repeats the call that it answers.
 *
 * Source: `haystack.dataclasses.ChatMessage`, Haystack 2.x, `to_dict` and the older form with underscores (read 2026-11).
 */
export const haystack: Format = {
  id: "haystack",
  title: "Haystack chat messages",
  carries: ["messages", "calls", "results", "finish reasons"],
  source: "Haystack 2.x, haystack.dataclasses.ChatMessage (read 2026-11)",
  profile: "framework",
  rootKeys: ["messages", "replies", "content", "_content", "[].role", "[]._role"],
  marks: ["tool_call", "origin"],
  detect,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["user", "user"],
  ["tool", "tool"],
]);

const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["tool_calls", "tool_calls"],
  ["tool_use", "tool_calls"],
  ["content_filter", "content_filter"],
]);

const listKeys = ["messages", "replies"] as const;

function contentOf(message: JsonNode): JsonNode | undefined {
  return message.get("content") ?? message.get("_content");
}

function roleOf(message: JsonNode): JsonNode | undefined {
  return message.get("role") ?? message.get("_role");
}

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const list = listIn(body, listKeys);
  const messages = list?.items() ?? (body.kind === "object" ? [body] : []);
  for (const message of messages) {
    const content = contentOf(message);
    if (roleOf(message)?.kind !== "string") return noMatch;
    if (content?.kind !== "array") continue;
    for (const part of content.items()) {
      if (part.kind !== "object" || part.get("type") !== undefined) return noMatch;
      if ((part.get("tool_call") ?? part.get("tool_call_result")) === undefined) continue;
      const because = "has content parts with the key tool_call or tool_call_result";
      return { match: "certain", because, ...(list === undefined && { unit: "message" }) };
    }
  }
  return noMatch;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  const list = listIn(body, listKeys);
  const draft = new ConversationDraft();
  if (list === undefined && contentOf(body) === undefined) {
    draft.report(body, `Unexpected ${body.kind} without messages, expected a list of messages`);
  }
  const messages = list?.items() ?? (contentOf(body) === undefined ? [] : [body]);
  for (const message of messages) readMessage(message, draft);
  const tools = body.kind === "object" ? body.get("tools") : undefined;
  const metadata = messages.flatMap((message) => message.get("meta") ?? message.get("_meta") ?? []);
  return [
    recordedFrom(draft, recording, {
      format: "haystack",
      tools: tools === undefined ? [] : [tools],
      isRequest: recording.url !== undefined,
      model: metadata.findLast((meta) => meta.get("model")?.kind === "string")?.get("model"),
    }),
  ];
}

function readMessage(node: JsonNode, draft: ConversationDraft): void {
  if (node.kind !== "object") {
    draft.report(node, `Unexpected ${node.kind} as message, expected an object with role and content`);
    return;
  }
  const roleAt = roleOf(node);
  const role = roles.get(roleAt?.string() ?? "");
  if (role === undefined) {
    const what = roleAt === undefined ? "message without role" : `${quote(roleAt.string() ?? roleAt.kind)} as role`;
    draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${[...roles.keys()].join(", ")}`);
  }
  const message = draft.open({ role: role ?? "user", at: node, roleAt });
  const content = contentOf(node);
  if (content?.kind === "string") message.text(content);
  for (const part of content?.items() ?? []) readPart(part, message, draft);
  draft.finish((node.get("meta") ?? node.get("_meta"))?.get("finish_reason"), reasons);
}

/** Keys of parts beside text, calls and results. */
const otherKeys = ["image", "file"] as const;

function readPart(part: JsonNode, message: MessageDraft, draft: ConversationDraft): void {
  const call = part.get("tool_call");
  const result = part.get("tool_call_result");
  const text = part.get("text");
  const thinking = part.get("reasoning");
  if (call !== undefined) addCall(call, message);
  else if (result !== undefined) addResult(result, message);
  else if (text !== undefined) message.text(text);
  else if (thinking !== undefined) message.thinking("reasoning", part);
  else {
    const key = otherKeys.find((each) => part.get(each) !== undefined);
    message.other(key ?? "", part);
    if (key === undefined) draft.warn(part, "Unknown content part: what it holds was not read");
  }
}

function addCall(call: JsonNode, message: MessageDraft): void {
  const id = call.get("id");
  message.call({
    call,
    type: "function",
    id,
    name: call.get("tool_name"),
    arguments: call.get("arguments"),
    container: "object",
    idOptional: isAbsent(id),
  });
}

function addResult(result: JsonNode, message: MessageDraft): void {
  const origin = result.get("origin");
  const callId = origin?.get("id");
  message.result({
    result,
    callId,
    name: origin?.get("tool_name"),
    content: result.get("result"),
    isError: result.get("error")?.boolean() === true,
    idOptional: isAbsent(callId),
  });
}

/** Ids are optional: not every provider gives any (`ToolCall.id`). */
function isAbsent(id: JsonNode | undefined): boolean {
  return id === undefined || id.kind === "null";
}
