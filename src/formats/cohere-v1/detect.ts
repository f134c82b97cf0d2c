import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";

/** Roles of `chat_history` (`Message`, cohere-ai 8.1, read 2026-11): all in capitals. */
const ownRoles: ReadonlySet<string> = new Set(["CHATBOT", "USER", "SYSTEM", "TOOL"]);

/** `event_type` of a stream (`StreamedChatResponse`, cohere-ai 8.1, read 2026-11). */
const eventTypes: ReadonlySet<string> = new Set([
  "stream-start",
  "search-queries-generation",
  "search-results",
  "text-generation",
  "citation-generation",
  "tool-calls-chunk",
  "tool-calls-generation",
  "stream-end",
  "debug",
]);

/** Its endpoint, at Cohere alone: other vendors have a `/v1/chat` too. */
const endpoint = /^https?:\/\/api\.cohere\.(?:com|ai)\/v1\/chat\/?(?:[?#]|$)/;

/** Recognises Cohere's v1 chat by roles in capitals, results that hold their call, its declarations, answers, events and address. */
export function detectCohereV1({ body, response, url }: RecordingInput): Detection {
  if (body.kind === "object" && isCohereV1Event(body)) return asMessage(certain("is an event of a Cohere v1 stream"));
  const sent = requestMark(body);
  if (sent !== undefined) return certain(sent);
  const answer = answerMark(body) ?? (response && answerMark(response));
  if (answer !== undefined) return certain(answer);
  if (body.kind !== "object" || !isTurn(body)) {
    return url !== undefined && endpoint.test(url) && body.get("message") !== undefined ? certain("was sent to /v1/chat") : noMatch;
  }
  return asMessage(certain("is a message with a role in capitals"));
}

/** The event itself: recorders keep `{event, data}` or the bare data. */
function eventOf(item: JsonNode): JsonNode {
  return decoded(item.get("data")) ?? item;
}

/** Whether an item is an event of such a stream. */
export function isCohereV1Event(item: JsonNode): boolean {
  return eventTypes.has(eventOf(item).get("event_type")?.string() ?? "");
}

/** Whether a value is a list of stream events. */
export function isCohereV1Stream(node: JsonNode): boolean {
  return node.kind === "array" && node.first() !== undefined && node.items().some(isCohereV1Event);
}

/** Whether a value is an answer: `{text, generation_id, …}` (`NonStreamedChatResponse`). */
export function isCohereV1Answer(node: JsonNode): boolean {
  return node.get("text")?.kind === "string" && (node.get("generation_id") ?? node.get("response_id")) !== undefined;
}

/** Whether an entry is one of `chat_history`. A word in capitals alone tells nothing: it must hold what such an entry holds. */
function isTurn(entry: JsonNode): boolean {
  const role = entry.get("role")?.string();
  return (
    role !== undefined && ownRoles.has(role) && (entry.get("message") ?? entry.get("tool_results") ?? entry.get("tool_calls")) !== undefined
  );
}

function requestMark(body: JsonNode): string | undefined {
  if (body.kind === "array") return body.items().some(isTurn) ? "has roles in capitals" : undefined;
  const history = body.get("chat_history");
  if (history?.kind === "array" && history.items().some(isTurn)) return "has a chat_history with roles in capitals";
  const result = body.get("tool_results")?.first();
  if (result?.get("call") !== undefined && result.get("outputs") !== undefined) return "has results that hold their call";
  const isDeclared = body.get("tools")?.first()?.get("parameter_definitions") !== undefined;
  return isDeclared && body.get("message") !== undefined ? "declares its tools with parameter_definitions" : undefined;
}

function answerMark(node: JsonNode): string | undefined {
  if (isCohereV1Stream(node)) return "is a stream of Cohere v1 events";
  return isCohereV1Answer(node) ? "holds a text with a generation_id" : undefined;
}
