import type { JsonNode } from "../../json/node.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { messagesIn } from "../message-list.js";
import { isConverseBlock } from "./blocks.js";
import { isConverseEvent, isEventOfMessage } from "./stream.js";

/** Path of the endpoint, also where a gateway puts a prefix before it. */
const endpoint = /\/model\/[^/]+\/converse(?:-stream)?\/?(?:[?#]|$)/;

/** Recognises a recording by what only Converse writes: blocks that are unions by key, `toolConfig`, `stopReason`, its events, its URL. */
export function detectConverse({ body, response, url }: RecordingInput): Detection {
  const list = messagesIn(body);
  if (list === undefined && isEvent(body)) return asMessage(certain("is an event of a Converse stream"));
  const answer = answerMark(body) ?? (response && answerMark(response));
  if (answer !== undefined) return certain(answer);
  const single = list === undefined ? converseMessageOf(body) : undefined;
  const messages = single === undefined ? list : [single];
  if (messages === undefined) return noMatch;
  const found = judge(messages, body, url);
  return single === undefined || found.match === "none" ? found : asMessage(found);
}

/** The list of messages: bare, or that of a request. */
export function converseMessagesOf(body: JsonNode): JsonNode | undefined {
  const list = body.kind === "array" ? body : body.get("messages");
  return list?.kind === "array" ? list : undefined;
}

/** One message: bare, or as Strands Agents keeps it, `{message, message_id, …}` (strands-agents, `SessionMessage`, read 2026-11). */
export function converseMessageOf(body: JsonNode): JsonNode | undefined {
  if (body.kind !== "object" || body.get("messages") !== undefined) return undefined;
  const message = body.get("message_id") === undefined ? body : (body.get("message") ?? body);
  return message.get("role") !== undefined && message.get("content")?.kind === "array" ? message : undefined;
}

/** Whether a value is a list of stream events. */
export function isConverseStream(node: JsonNode): boolean {
  const first = node.first();
  return first !== undefined && first.get("role") === undefined && node.items().some(isConverseEvent);
}

function judge(messages: readonly JsonNode[], body: JsonNode, url: string | undefined): Detection {
  const tool = body.get("toolConfig")?.get("tools")?.first();
  if ((tool?.get("toolSpec") ?? tool?.get("systemTool")) !== undefined) return certain("declares its tools under toolConfig");
  let hasUntyped = false;
  for (const node of messages) {
    const message = node.get("message_id") === undefined ? node : (converseMessageOf(node) ?? node);
    const role = message.get("role")?.string();
    if (role === undefined || !roles.has(role)) break;
    const content = message.get("content");
    if (content?.kind !== "array") break;
    for (const block of content.items()) {
      if (isConverseBlock(block)) return certain("has toolUse or toolResult blocks with a toolUseId");
      if (block.kind === "object" && block.get("type") === undefined && block.get("text")?.kind === "string") hasUntyped = true;
    }
  }
  if (url !== undefined && endpoint.test(url)) return certain("was sent to a converse endpoint");
  if (!hasUntyped) return noMatch;
  if (body.get("inferenceConfig") !== undefined || body.get("toolConfig") !== undefined)
    return certain("has an inferenceConfig and blocks without a type");
  return { match: "possible", because: "has content blocks that are identified by their key" };
}

const roles: ReadonlySet<string> = new Set(["user", "assistant", "system"]);

/** What marks a value as an answer of this wire, unstreamed or streamed. */
function answerMark(node: JsonNode): string | undefined {
  // What breaks a stream off is the same for InvokeModel.
  if (node.kind === "array")
    return isConverseStream(node) && node.items().some(isEventOfMessage) ? "is a stream of Converse events" : undefined;
  const hasMessage = node.get("output")?.get("message")?.get("content") !== undefined;
  return hasMessage && node.get("stopReason") !== undefined ? "holds an output message with a stopReason" : undefined;
}

function isEvent(body: JsonNode): boolean {
  return body.kind === "object" && body.get("messages") === undefined && isConverseEvent(body);
}
