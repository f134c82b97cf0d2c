import type { JsonNode } from "../../json/node.js";
import type { FinishReason } from "../../model/conversation.js";

/** Finish reasons of OpenAI's chat API and of the servers that copy it. Others are `other`. */
export const chatReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  // Mistral: the model's own limit, not the caller's.
  ["model_length", "length"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
  ["content_filter", "content_filter"],
  ["error", "error"],
]);

/** The finish reason as recorded, where it says that the message was cut off. */
export function cutBy(at: JsonNode | undefined): string | undefined {
  const raw = at?.string();
  const reason = raw === undefined ? undefined : chatReasons.get(raw);
  return reason === "length" || reason === "content_filter" ? raw : undefined;
}
