import type { JsonNode } from "../../json/node.js";
import type { Finish, FinishReason } from "../../model/conversation.js";

/** `stop_reason` of a message (BetaStopReason, @anthropic-ai/sdk 1.14, 2026-11). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["tool_use", "tool_calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "content_filter"],
  // The turn goes on: the message is sent back as it is, a hosted call may still be open.
  ["pause_turn", "other"],
  ["compaction", "other"],
]);

/** Why the model stopped, or `undefined` where the recording does not tell: streams and split logs write null. */
export function readStopReason(stopReason: JsonNode | undefined, message: number): Finish | undefined {
  const raw = stopReason?.string();
  if (stopReason === undefined || raw === undefined || raw === "") return undefined;
  return { message, reason: reasons.get(raw) ?? "other", raw, promisesCall: raw === "tool_use", at: stopReason };
}

/** The reason that cut the model's text off, where one did. */
export function stopReasonThatCut(stopReason: JsonNode | undefined): string | undefined {
  const raw = stopReason?.string();
  return raw !== undefined && reasons.get(raw) === "length" ? raw : undefined;
}
