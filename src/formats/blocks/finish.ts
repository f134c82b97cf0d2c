import type { FinishReason } from "../../model/conversation.js";

/** `stop_reason` of a message (BetaStopReason, @anthropic-ai/sdk 1.14, 2026-11). Streams and split logs write null where they do not tell. */
export const stopReasons: ReadonlyMap<string, FinishReason> = new Map([
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
