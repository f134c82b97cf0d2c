import type { JsonNode } from "../../json/node.js";
import type { Envelope } from "./envelope.js";

/**
 * Names under which endpoints say how many tokens a request has: Anthropic `/v1/messages/count_tokens`, OpenAI `/v1/responses/input_tokens`,
 * Gemini `:countTokens`, Vertex AI, Bedrock `CountTokens` (their API references, read 2026-11).
 */
const counts = ["input_tokens", "totalTokens", "total_tokens", "inputTokens"] as const;

/** What stands beside the count. An answer of a model counts inside its `usage`, and says something. */
const beside: ReadonlySet<string> = new Set([
  ...counts,
  "object",
  "promptTokensDetails",
  "cacheTokensDetails",
  "cachedContentTokenCount",
  "totalBillableCharacters",
  "context_management",
  "sdkHttpResponse",
]);

/** Whether a body says how many tokens a request has, and nothing else: the request was never answered. */
export function isTokenCount(node: JsonNode): boolean {
  if (node.kind !== "object" || !counts.some((key) => node.get(key)?.kind === "number")) return false;
  return node.entries().every(({ key }) => beside.has(key.string() ?? ""));
}

/** What Bedrock's `CountTokens` takes: the request of Converse under `input.converse` (Amazon Bedrock API reference, read 2026-11). */
export const countedRequest: Envelope = {
  key: "input",
  open(node) {
    const request = node.get("input")?.get("converse");
    return request?.kind === "object" && node.entries().length === 1 ? { layers: [{ body: request }] } : undefined;
  },
};
