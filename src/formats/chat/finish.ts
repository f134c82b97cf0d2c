import type { JsonNode } from "../../json/node.js";
import type { Finish, FinishReason } from "../../model/conversation.js";

/** Finish reasons of OpenAI's chat API and of the servers that copy it. Others are `other`. */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  // Mistral: the model's own limit, not the caller's.
  ["model_length", "length"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
  ["content_filter", "content_filter"],
  ["error", "error"],
]);

/** The finish reason of a message; `undefined` where it is null or the empty string that some servers write. */
export function readFinish(at: JsonNode | undefined, message: number): Finish | undefined {
  const raw = at?.string() ?? "";
  if (at === undefined || raw === "") return undefined;
  const reason = reasons.get(raw) ?? "other";
  return { message, reason, raw, promisesCall: reason === "tool_calls", at };
}

/** The finish reason as recorded, where it says that the message was cut off. */
export function cutBy(at: JsonNode | undefined): string | undefined {
  const raw = at?.string();
  const reason = raw === undefined ? undefined : reasons.get(raw);
  return reason === "length" || reason === "content_filter" ? raw : undefined;
}
