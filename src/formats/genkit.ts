import type { JsonNode } from "../json/node.js";
import type { FinishReason, Recorded, Role, ToolChoice } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import { ConversationDraft, type MessageDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";
import { listIn } from "./message-list.js";

/**
 * Messages, requests and responses of Genkit: parts with the key `toolRequest` or `toolResponse`, linked by `ref` where there is one.
 *
 * Source: genkit 1.x, `MessageData`, `GenerateRequest` and `GenerateResponseData` of `@genkit-ai/ai` (read 2026-11).
 */
export const genkit: Format = {
  id: "genkit",
  title: "Genkit messages",
  carries: ["messages", "requests", "responses", "calls", "results", "declarations", "tool choice", "finish reasons"],
  source: "genkit 1.x, types MessageData and Part (read 2026-11)",
  profile: "framework",
  rootKeys: ["messages", "message", "role", "request", "candidates", "[].role"],
  marks: ["toolRequest", "toolResponse"],
  detect,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["model", "assistant"],
  ["user", "user"],
  ["system", "system"],
  ["tool", "tool"],
]);

const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["blocked", "content_filter"],
]);

function detect({ body, response }: Recording): Detection {
  const list = listIn(body, ["messages"]) ?? listIn(body.get("request") ?? body, ["messages"]);
  const answer = messageOf(response) ?? messageOf(body);
  const messages = [...(list?.items() ?? (body.get("role") === undefined ? [] : [body])), ...(answer ?? [])];
  for (const message of messages) {
    const content = message.get("content");
    if (message.get("role")?.kind !== "string") return noMatch;
    if (content?.kind !== "array") {
      if (content !== undefined || message.get("tool_calls") !== undefined || message.get("parts") !== undefined) return noMatch;
      continue;
    }
    for (const part of content.items()) {
      // Goose has parts of the same words, told by their type.
      if (part.kind !== "object" || part.get("type") !== undefined) return noMatch;
      const isOwn = part.get("toolRequest")?.get("name") !== undefined || part.get("toolResponse")?.get("name") !== undefined;
      if (!isOwn) continue;
      const isMessage = list === undefined && answer === undefined;
      return { match: "certain", because: "has parts with the key toolRequest or toolResponse", ...(isMessage && { unit: "message" }) };
    }
  }
  return noMatch;
}

/** The message of a response, which older versions keep among candidates. */
function messageOf(response: JsonNode | undefined): readonly JsonNode[] | undefined {
  if (response?.kind !== "object") return undefined;
  const message = response.get("message") ?? response.get("candidates")?.first()?.get("message");
  return message?.kind === "object" && message.get("content")?.kind === "array" ? [message] : undefined;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body, response } = recording;
  // A response repeats the request that it answers.
  const request = body.get("request") ?? body;
  const list = listIn(request, ["messages"]);
  const draft = new ConversationDraft();
  const history = list?.items() ?? (body.get("role") === undefined ? [] : [body]);
  const answered = response === undefined || response.kind === "null" ? body : response;
  const answer = messageOf(answered) ?? [];
  if (list === undefined && history.length === 0 && answer.length === 0) {
    draft.report(body, `Unexpected ${body.kind} without messages, expected a list of messages`);
  }
  for (const message of history) readMessage(message, draft, false);
  for (const message of answer) readMessage(message, draft, true);
  if (answer.length > 0) draft.finish(answered.get("finishReason") ?? answered.get("candidates")?.first()?.get("finishReason"), reasons);
  const tools = request.kind === "object" ? request.get("tools") : undefined;
  return [
    recordedFrom(draft, recording, {
      format: "genkit",
      tools: tools === undefined ? [] : [tools],
      isRequest: recording.url !== undefined || answer.length > 0 || request.get("config") !== undefined,
      model: body.get("model"),
      toolChoice: readToolChoice(request.get("toolChoice")),
    }),
  ];
}

function readToolChoice(at: JsonNode | undefined): ToolChoice | undefined {
  const word = at?.string();
  const isKnown = word === "auto" || word === "required" || word === "none";
  return at === undefined || !isKnown ? undefined : { mode: word, names: [], at };
}

function readMessage(node: JsonNode, draft: ConversationDraft, fromResponse: boolean): void {
  if (node.kind !== "object") {
    draft.report(node, `Unexpected ${node.kind} as message, expected an object with role and content`);
    return;
  }
  const roleAt = node.get("role");
  const role = roles.get(roleAt?.string() ?? "");
  if (role === undefined) {
    const what = roleAt === undefined ? "message without role" : `${quote(roleAt.string() ?? roleAt.kind)} as role`;
    draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${[...roles.keys()].join(", ")}`);
  }
  const content = node.get("content");
  const message = draft.open({ role: role ?? "user", at: node, roleAt, fromResponse });
  if (content?.kind !== "array") {
    const what = content === undefined ? "message without content" : `${content.kind} as content of a message`;
    draft.report(content ?? node, `Unexpected ${what}, expected a list of parts`);
    return;
  }
  for (const part of content.items()) readPart(part, message, draft);
}

/** Keys of parts beside text, calls and results (`PartSchema`). */
const otherKeys = ["media", "data", "custom", "resource"] as const;

function readPart(part: JsonNode, message: MessageDraft, draft: ConversationDraft): void {
  const call = part.get("toolRequest");
  const result = part.get("toolResponse");
  if (call !== undefined) addCall(call, message);
  else if (result !== undefined) {
    const callId = result.get("ref");
    const name = result.get("name");
    message.result({ result, callId, name, content: result.get("output"), idOptional: isAbsent(callId) });
  } else if (part.get("text") !== undefined) message.text(part.get("text") ?? part);
  else if (part.get("reasoning") !== undefined) message.thinking("reasoning", part);
  else {
    const key = otherKeys.find((each) => part.get(each) !== undefined);
    message.other(key ?? "", part);
    if (key === undefined) draft.warn(part, "Unknown part: what it holds was not read");
  }
}

function addCall(call: JsonNode, message: MessageDraft): void {
  const id = call.get("ref");
  const partial = call.get("partial")?.boolean() === true;
  message.call({
    call,
    type: "function",
    id,
    name: call.get("name"),
    arguments: call.get("input"),
    container: partial ? "either" : "object",
    idOptional: isAbsent(id),
    partial,
  });
}

/** Models without ids leave it out (`ToolRequest.ref`). */
function isAbsent(id: JsonNode | undefined): boolean {
  return id === undefined || id.kind === "null";
}
