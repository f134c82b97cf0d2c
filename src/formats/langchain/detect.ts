import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import { asMessage, type Detection, noMatch, type RecordingInput } from "../format.js";
import { isOwnEvent, messagesInEvent, messagesInStream } from "./graph-stream.js";
import { isSerialised } from "./stored-message.js";

/** Keys of a LangGraph state snapshot or of a run's output around the state that holds the messages. */
const stateKeys = ["values", "output", "state", "channel_values"] as const;

/** The messages of a recording: a bare list, a graph's state, or one message alone. */
export type LangchainSigns =
  | { readonly kind: "list"; readonly messages: readonly JsonNode[] }
  | { readonly kind: "message"; readonly message: JsonNode }
  /** The line of a log of a graph's events. */
  | { readonly kind: "event"; readonly messages: readonly JsonNode[] }
  | { readonly kind: "none" };

/** Where a recording keeps its messages. LLM runs hold a list for each of their prompts. */
export function findMessages(body: JsonNode): LangchainSigns {
  if (body.kind === "array") return { kind: "list", messages: messagesInStream(body) ?? soleInner(body).items() };
  if (body.kind !== "object") return { kind: "none" };
  const own = messagesOf(body);
  if (own !== undefined) return { kind: "list", messages: soleInner(own).items() };
  for (const key of stateKeys) {
    const state = body.get(key);
    const list = state === undefined ? undefined : messagesOf(decoded(state));
    if (list !== undefined) return { kind: "list", messages: list.items() };
  }
  const event = messagesInEvent(body);
  if (event !== undefined) return { kind: "event", messages: event };
  const isMessage = isSerialised(body) || ((body.get("type") ?? body.get("role"))?.kind === "string" && hasContent(body));
  return isMessage ? { kind: "message", message: body } : { kind: "none" };
}

function messagesOf(object: JsonNode): JsonNode | undefined {
  const list = decoded(object.get("messages"));
  return list?.kind === "array" ? list : undefined;
}

function soleInner(list: JsonNode): JsonNode {
  const first = list.first();
  return first?.kind === "array" && list.items().length === 1 ? first : list;
}

function hasContent(node: JsonNode): boolean {
  return (node.get("content") ?? node.get("data") ?? node.get("tool_calls")) !== undefined;
}

/** Recognises LangChain's three spellings by what only they write; prose in plain roles tells nothing. */
export function detectLangchain({ body, response }: RecordingInput): Detection {
  const answered = response === undefined ? undefined : answerEvidence(response.kind === "array" ? response.items() : [response]);
  const found = findMessages(body);
  if (found.kind === "none") return answered?.match === "certain" ? answered : noMatch;
  if (isOwnEvent(body)) return { match: "certain", because: "is an event of a LangChain run", unit: "message" };
  const detection = evidenceIn(found.kind === "message" ? [found.message] : found.messages);
  const best = answered?.match === "certain" ? answered : detection;
  return found.kind === "list" ? best : asMessage(best);
}

function answerEvidence(messages: readonly JsonNode[]): Detection {
  const found = evidenceIn(messages);
  return found.match === "none" && messages.some(isKept)
    ? { match: "certain", because: "was answered with calls in additional_kwargs" }
    : found;
}

function evidenceIn(messages: readonly JsonNode[]): Detection {
  let match: Detection = noMatch;
  for (const message of messages) {
    const mark = markOf(message);
    if (mark === "foreign") return noMatch;
    if (mark === undefined) continue;
    if (mark.match === "certain") return mark;
    match = mark;
  }
  return match.match === "none" && keepsCallsBeside(messages)
    ? { match: "certain", because: "keeps what a provider sent in additional_kwargs, and the ids of results in tool_call_id" }
    : match;
}

/** Langfuse writes LangChain's messages with OpenAI's roles. LlamaIndex keeps the ids of results in `additional_kwargs` as well. */
function keepsCallsBeside(messages: readonly JsonNode[]): boolean {
  return messages.some(isKept) && messages.some((message) => message.get("tool_call_id") !== undefined);
}

function isKept(message: JsonNode): boolean {
  return message.get("additional_kwargs")?.get("tool_calls")?.first() !== undefined;
}

/** Types that are no roles of any other chat wire; `human` and the rest are NeMo's as well. */
const ownTypes: ReadonlySet<string> = new Set(["ai", "AIMessageChunk"]);
const sharedTypes: ReadonlySet<string> = new Set(["human", "system", "tool", "function", "chat", "remove"]);

/** What one message says; `foreign` where another wire wrote it, `undefined` where nothing tells. */
function markOf(message: JsonNode): Detection | "foreign" | undefined {
  if (message.kind !== "object") return undefined;
  const type = message.get("type")?.string();
  if (type === undefined) return markOfRole(message);
  if (message.get("lc") !== undefined) {
    return isSerialised(message) ? { match: "certain", because: "holds objects of LangChain's serialiser" } : "foreign";
  }
  const isKnown = ownTypes.has(type) || sharedTypes.has(type);
  if (isKnown && message.get("data")?.kind === "object")
    return { match: "certain", because: "has messages that are dicts of type and data" };
  if (message.get("content") === undefined && message.get("tool_calls") === undefined) {
    return type === "remove" && message.get("id") !== undefined ? undefined : "foreign";
  }
  if (ownTypes.has(type)) return { match: "certain", because: "has messages of LangChain's type ai" };
  if (sharedTypes.has(type)) return markOfRole(message) ?? { match: "possible", because: "has messages of types that LangChain has" };
  return "foreign";
}

/** Messages under OpenAI's roles give themselves away by their calls. */
function markOfRole(message: JsonNode): Detection | "foreign" | undefined {
  const call = message.get("tool_calls")?.first();
  if (call === undefined) return undefined;
  const isOwn = call.get("type")?.string() === "tool_call" && call.get("name") !== undefined;
  return isOwn ? { match: "certain", because: "has calls of LangChain's type tool_call" } : "foreign";
}
