import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";
import { surveyOf } from "../chat/survey.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { messagesIn } from "../message-list.js";

/** Its endpoint. Web applications call their own ones so, too. */
const endpoint = /\/api\/chat\/?(?:[?#]|$)/;

/** Keys of which each answer has one. */
const doneKeys = new KeyNames(["done", "done_reason"]);

/**
 * Recognises Ollama's native chat by its answers (`done`), its parameters, and calls that are objects beside a model or results with a
 * `tool_name`. Calls written as text are those of its compatible endpoint.
 */
export function detectOllama({ body, response, url }: RecordingInput): Detection {
  if (isChunk(body)) return asMessage(certain("holds a message and says whether it is done"));
  if (isOllamaStream(body) || (response !== undefined && (isChunk(response) || isOllamaStream(response)))) {
    return certain("holds messages that say whether they are done");
  }
  const isMessage = body.kind === "object" && body.get("role") !== undefined && body.get("messages") === undefined;
  const messages = isMessage ? [body] : messagesIn(body);
  if (messages === undefined || response?.get("choices") !== undefined) return noMatch;
  const because = reasonOf(messages, body, url);
  if (because === undefined || messages.some((message) => message.get("role") === undefined)) return noMatch;
  return isMessage ? asMessage(certain(because)) : certain(because);
}

/** Whether a value is a list of answers, or of the pieces of one. */
export function isOllamaStream(node: JsonNode): boolean {
  const first = node.first();
  return first !== undefined && isChunk(first);
}

/**
 * An answer, or a piece of one: `{model, created_at, message, done}`. The last piece of some servers has no message; others write why the
 * model stopped and nothing else. `response` is that of the completion endpoint, which calls no tools.
 */
export function isChunk(node: JsonNode): boolean {
  if (node.kind !== "object" || node.mayHaveOneOf?.(doneKeys) === false) return false;
  const isDone = node.get("done")?.kind === "boolean";
  const hasMessage = node.get("message")?.kind === "object";
  const isPiece = hasMessage ? isDone || node.get("done_reason")?.kind === "string" : isDone && node.get("model")?.kind === "string";
  return isPiece && node.get("choices") === undefined && node.get("response") === undefined;
}

function reasonOf(messages: readonly JsonNode[], body: JsonNode, url: string | undefined): string | undefined {
  if (body.get("options")?.kind === "object" || body.get("keep_alive") !== undefined) return "has parameters of Ollama's";
  const survey = surveyOf(body);
  // Arguments as text are a fault there, and no other wire: the fault does not choose who reads it.
  if (survey.calls === "text" && isSentToOllama(body, url)) return "names a model, and was sent to /api/chat";
  if (survey.calls === "text" || survey.calls === "flat" || survey.aliases) return undefined;
  if (messages.some(isNamedResult)) return "has results with a tool_name";
  if (survey.calls !== "object") return undefined;
  if (url !== undefined) return endpoint.test(url) ? "carries arguments as objects, and was sent to /api/chat" : undefined;
  return survey.bareCalls && body.get("model")?.kind === "string" ? "carries arguments as objects, and names a model" : undefined;
}

/** Whether a request went to its endpoint: those of web applications that go by the same path leave the model to their server. */
export function isSentToOllama(body: JsonNode, url: string | undefined): boolean {
  return url !== undefined && endpoint.test(url) && body.get("model")?.kind === "string";
}

function isNamedResult(message: JsonNode): boolean {
  return message.get("role")?.string() === "tool" && message.get("tool_name") !== undefined;
}
