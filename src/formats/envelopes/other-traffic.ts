import type { JsonNode } from "../../json/node.js";

/** Keys under which the requests of chat endpoints keep their history. */
const histories = ["messages", "input", "contents", "chat_history", "message", "items", "inputs"] as const;

/** Whether a request holds a history, or an answer that goes on from one. */
function hasHistory(request: JsonNode): boolean {
  return request.kind !== "object" || histories.some((key) => request.get(key) !== undefined);
}

/**
 * Whether an exchange completes a text: OpenAI's `/v1/completions` and what is like it (API reference, "Completions (legacy)"; Together,
 * vLLM; read 2026-12). No tool is called there.
 */
export function isTextCompletion(request: JsonNode | undefined, answer: JsonNode | undefined): boolean {
  if (request !== undefined && (hasHistory(request) || request.get("prompt") === undefined)) return false;
  return answer === undefined ? false : isTextAnswer(answer);
}

function isTextAnswer(answer: JsonNode): boolean {
  const first = answer.kind === "array" ? answer.first() : answer;
  const body = first?.get("data") ?? first;
  const object = body?.get("object")?.string();
  if (object !== undefined && /^text[._]completion|^completion\.chunk$/.test(object)) return true;
  const choice = body?.get("choices")?.first();
  return object?.startsWith("chat.") !== true && choice?.get("text")?.kind === "string" && choice.get("message") === undefined;
}

/**
 * Whether a request names a prompt that the server keeps, or gives a text to go on with, so that the history is not in the file and the
 * answer is alone: Portkey's `/v1/prompts/{id}/completions`, Mistral's `/v1/fim/completions` (their API references, read 2026-12).
 */
export function isTemplated(request: JsonNode, answer: JsonNode | undefined): boolean {
  if (answer === undefined || hasHistory(request)) return false;
  const first = answer.kind === "array" ? answer.first() : answer;
  return (first?.get("data") ?? first)?.get("choices")?.kind === "array";
}
