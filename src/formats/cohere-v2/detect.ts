import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";
import { cohereMark, isCohereDocument } from "../chat/cohere-marks.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { messagesIn } from "../message-list.js";
import { cohereV2EventOf, isCohereV2Event } from "./stream.js";

/** Keys of what only its messages have. */
const ownKeys = new KeyNames(["tool_plan", "document"]);

/**
 * Recognises Cohere's v2 chat by its answers, its stream, `tool_plan`, documents in results, and by what is around messages that OpenAI
 * could have written as well: address, parameters, model.
 */
export function detectCohereV2({ body, response, url }: RecordingInput): Detection {
  // Events have no list of messages.
  const mayBeEvent = body.kind === "object" && messagesIn(body) === undefined;
  if (mayBeEvent && isCohereV2Event(body)) return asMessage(certain("is an event of a Cohere stream"));
  const answer = answerMark(body, mayBeEvent) ?? (response && answerMark(response, true));
  if (answer !== undefined) return certain(answer);
  if (response?.get("choices") !== undefined || body.get("choices") !== undefined) return noMatch;
  const isMessage = mayBeEvent && body.get("role") !== undefined && body.get("messages") === undefined;
  const mark = isMessage ? undefined : cohereMark(body, url);
  if (mark === undefined && body.mayHaveOneOf?.(ownKeys) === false) return noMatch;
  const messages = isMessage ? [body] : messagesIn(body);
  if (messages === undefined || messages.some((message) => message.get("role") === undefined)) return noMatch;
  const own = messages.some(isPlanned)
    ? "has a tool_plan beside calls"
    : messages.some(holdsDocuments)
      ? "has documents in results"
      : undefined;
  if (own !== undefined) return isMessage ? asMessage(certain(own)) : certain(own);
  return mark === undefined ? noMatch : certain(`has ${mark}`);
}

/** Whether a value is a list of stream events. */
export function isCohereV2Stream(node: JsonNode): boolean {
  const first = node.first();
  return first !== undefined && first.get("role") === undefined && node.items().some(isCohereV2Event);
}

/** Whether a value is an answer: `{id, message: {role, …}, finish_reason: "TOOL_CALL"}`, without choices. */
export function isCohereV2Answer(node: JsonNode): boolean {
  if (node.get("message")?.kind !== "object" || node.get("choices") !== undefined) return false;
  const finish = node.get("finish_reason")?.string();
  return finish !== undefined && /^[A-Z_]+$/.test(finish);
}

function answerMark(node: JsonNode, mayBeEvent: boolean): string | undefined {
  if (node.kind === "array") return isCohereV2Stream(node) ? "is a stream of Cohere events" : undefined;
  if (isCohereV2Answer(node)) return "holds a message with a finish reason in capitals";
  const event = mayBeEvent ? cohereV2EventOf(node) : undefined;
  return event !== undefined && isCohereV2Event(event) ? "is an event of a Cohere stream" : undefined;
}

function isPlanned(message: JsonNode): boolean {
  return message.get("tool_plan")?.kind === "string" && message.get("role")?.string() === "assistant";
}

function holdsDocuments(message: JsonNode): boolean {
  if (message.get("role")?.string() !== "tool") return false;
  const content = message.get("content");
  return content?.kind === "array" && content.items().some(isCohereDocument);
}
