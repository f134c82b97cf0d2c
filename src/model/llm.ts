import type { JsonObject } from "../json/value.js";
import type { MessageToolCall } from "./chat-message.js";
import type { FinishReason } from "./conversation.js";

/*
 * The answers of a model as NeMo Guardrails names them (`nemoguardrails.types`, NVIDIA API reference, read 2026-11), in camelCase.
 * What Python defaults to `None` is `null` here.
 */

export type { FinishReason } from "./conversation.js";

/** What an answer cost, in tokens. */
export interface UsageInfo {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly reasoningTokens: number | null;
  readonly cachedTokens: number | null;
}

/** One whole answer. */
export interface LLMResponse {
  readonly content: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly MessageToolCall[] | null;
  readonly model: string | null;
  readonly finishReason: FinishReason | null;
  readonly stopSequence: string | null;
  readonly requestId: string | null;
  readonly usage: UsageInfo | null;
  readonly providerMetadata: JsonObject | null;
}

/** One piece of a streamed answer; calls come whole, once their fragments are assembled. */
export interface LLMResponseChunk {
  readonly deltaContent: string | null;
  readonly deltaReasoning: string | null;
  readonly deltaToolCalls: readonly MessageToolCall[] | null;
  readonly model: string | null;
  readonly finishReason: FinishReason | null;
  readonly requestId: string | null;
  readonly usage: UsageInfo | null;
  readonly providerMetadata: JsonObject | null;
}
