import type { JsonNode } from "../../json/node.js";
import type { Envelope, Opened } from "./envelope.js";

/**
 * Names under which endpoints say how many tokens a request has: Anthropic `/v1/messages/count_tokens`, OpenAI `/v1/responses/input_tokens`,
 * Gemini `:countTokens`, Vertex AI, Bedrock `CountTokens` (their API references, read 2026-11).
 */
const counts = ["input_tokens", "totalTokens", "total_tokens", "inputTokens"] as const;

/** What is beside the count. An answer of a model counts inside its `usage`, and says something. */
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

/**
 * Whether a body says how many tokens a request has, or under which name it was stored for later (Gemini's `cachedContents`), and nothing
 * else: the request was never answered.
 */
export function isTokenCount(node: JsonNode): boolean {
  if (node.get("name")?.string()?.startsWith("cachedContents/") === true) return true;
  if (node.kind !== "object" || !counts.some((key) => node.get(key)?.kind === "number")) return false;
  return node.entries().every(({ key }) => beside.has(key.string() ?? ""));
}

/**
 * What counting endpoints take around the request that they count: Bedrock's `CountTokens` under `input.converse`, Gemini's `:countTokens`
 * under `generateContentRequest` (their API references, read 2026-11).
 */
export const countedRequests: readonly Envelope[] = [
  { key: "input", open: (node) => openOnly(node, node.get("input")?.get("converse")) },
  { key: "generateContentRequest", open: (node) => openOnly(node, node.get("generateContentRequest")) },
];

function openOnly(node: JsonNode, request: JsonNode | undefined): Opened | undefined {
  return request?.kind === "object" && node.entries().length === 1 ? { layers: [{ body: request }] } : undefined;
}
