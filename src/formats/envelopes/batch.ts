import type { JsonNode } from "../../json/node.js";
import { type Body, readBody } from "./body.js";
import { type Envelope, type Layer, type Opened, statusOf, urlOf } from "./envelope.js";
import { unreadOf } from "./exchange.js";

/**
 * Lines of batch jobs, each one half of an exchange: what is sent in and what comes out name the same id. Sources, read 2026-11: OpenAI
 * "Batch API", Anthropic "Message Batches", Gemini "Batch API", Amazon Bedrock "Format and upload your batch inference data".
 */
export const batchLines: readonly Envelope[] = [
  { key: "custom_id", open: (node) => openLine(node, "custom_id", ["body", "params"], answerById) },
  { key: "recordId", open: openBedrockLine },
  { key: "key", open: openGeminiLine },
];

/** `{key, request}` in, `{key, response}` or `{key, error}` out. */
function openGeminiLine(node: JsonNode): Opened | undefined {
  if (node.get("key")?.kind !== "string") return undefined;
  const isLine = node.entries().every(({ key }) => geminiKeys.has(key.string() ?? ""));
  return isLine ? openLine(node, "key", ["request"], () => node.get("response") ?? node.get("error")) : undefined;
}

const geminiKeys: ReadonlySet<string> = new Set(["key", "request", "response", "error", "metadata", "status"]);

/** `{recordId, modelInput}` in, `{recordId, modelInput, modelOutput | error}` out; the error is the job's own, not the model's. */
function openBedrockLine(node: JsonNode): Opened | undefined {
  const input = readBody(node.get("modelInput"));
  if (input.kind !== "json") return undefined;
  const output = readBody(node.get("modelOutput"));
  const unread = unreadOf(output);
  return {
    layers: [{ body: input.root, ...(output.kind === "json" && { response: output.root }), ...(unread !== undefined && { unread }) }],
  };
}

/** `{custom_id, response: {status_code, body}}` (OpenAI), `{custom_id, result: {type, message | error}}` (Anthropic). */
function answerById(node: JsonNode): JsonNode | undefined {
  const response = node.get("response");
  const result = node.get("result");
  return [response?.get("body"), result?.get("message"), result?.get("error"), node.get("error")].find(
    (each) => each !== undefined && each.kind !== "null",
  );
}

function openLine(
  node: JsonNode,
  idKey: string,
  requestKeys: readonly string[],
  answer: (node: JsonNode) => JsonNode | undefined,
): Opened | undefined {
  const id = node.get(idKey)?.string();
  const half = (side: "request" | "response") => (id === undefined ? {} : { half: { id, side } });
  const url = urlOf(node);
  for (const key of requestKeys) {
    const sent = readBody(node.get(key));
    // Some exports keep both on one line: that is a pair.
    if (sent.kind !== "json" || sent.root.kind !== "object") continue;
    const received = readBody(answer(node));
    if (received.kind === "json") return { layers: [pairOf(sent, received, node, url)] };
    return { layers: [{ body: sent.root, ...(url !== undefined && { url }), documents: sent.documents, ...half("request") }] };
  }
  const received = readBody(answer(node));
  const status = statusOf(node.get("response") ?? node);
  if (received.kind === "json" && received.root.kind === "object" && !isWithoutAnswer(received.root)) {
    return {
      layers: [{ body: received.root, ...(status !== undefined && { status }), documents: received.documents, ...half("response") }],
    };
  }
  // Canceled, expired, failed: the line speaks of a conversation, and nothing came of it.
  const isLine = ["response", "result", "error"].some((key) => node.get(key) !== undefined);
  return isLine ? { layers: [], unresolvable: 1 } : undefined;
}

function pairOf(sent: Body & { kind: "json" }, received: Body & { kind: "json" }, node: JsonNode, url: string | undefined): Layer {
  const status = statusOf(node.get("response") ?? node);
  return {
    body: sent.root,
    response: received.root,
    ...(url !== undefined && { url }),
    ...(status !== undefined && { status }),
    documents: [...sent.documents, ...received.documents],
  };
}

/** The job's own words for a request that never reached the model: `{code: "batch_expired", message}`. */
function isWithoutAnswer(answer: JsonNode): boolean {
  return answer.get("message")?.kind === "string" && answer.get("code") !== undefined && answer.get("object") === undefined;
}
