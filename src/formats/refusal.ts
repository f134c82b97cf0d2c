import type { JsonNode } from "../json/node.js";
import type { Refusal } from "../model/conversation.js";

/** Gateways wrap the body of the gateway behind them, as an object or as text: up to three have been seen, each with layers of its own. */
const maxDepth = 8;

/** Keys of an error body that hold the error of somebody further behind, then those that say it in words, most telling first. */
const innerKeys = ["error", "body", "metadata", "errors", "detail"] as const;
const wordKeys = ["raw", "message", "msg", "detail", "error", "title"] as const;

/**
 * The refusal that a response body holds: its innermost message, and where that stands.
 *
 * An error body is an object with `error` (OpenAI, Google and their like), `{type: "error"}`, `{object: "error"}` (Mistral), a list of
 * such, or anything that came with a status of 400 and more.
 *
 * @returns `undefined` where the body is none
 */
export function readRefusal(body: JsonNode, status: number | undefined): Refusal | undefined {
  const isRefused = status !== undefined && status >= 400;
  if (!isRefused && !isErrorBody(body)) return undefined;
  const at = innermost(body, maxDepth) ?? body;
  return { status, message: at.string() ?? (status === undefined ? "an error without words" : `HTTP status ${status}`), at };
}

/** Whether a body says of itself that it is an error. */
export function isErrorBody(body: JsonNode): boolean {
  if (body.kind === "array") {
    const first = body.first();
    return first?.kind === "object" && isErrorBody(first);
  }
  const error = body.get("error");
  if (error !== undefined && (error.kind === "object" || (error.kind === "string" && error.string() !== ""))) return true;
  return body.get("object")?.string() === "error" || body.get("type")?.string() === "error";
}

/** The text that says what went wrong, in the layer furthest inside. */
function innermost(node: JsonNode, depth: number): JsonNode | undefined {
  if (depth === 0) return undefined;
  switch (node.kind) {
    case "string":
      return innermostOfText(node, depth);
    case "array": {
      const first = node.first();
      return first === undefined ? undefined : innermost(first, depth - 1);
    }
    case "object":
      for (const key of innerKeys) {
        const inner = node.get(key);
        const found = inner?.kind === "object" || inner?.kind === "array" ? innermost(inner, depth - 1) : undefined;
        if (found !== undefined) return found;
      }
      for (const key of wordKeys) {
        const words = node.get(key);
        if (words?.kind === "string" && words.string() !== "") return innermostOfText(words, depth);
      }
      return undefined;
    default:
      return undefined;
  }
}

/** A text, or the message of the error body that it holds as JSON. */
function innermostOfText(text: JsonNode, depth: number): JsonNode {
  const start = text.string()?.trimStart()[0];
  if (start !== "{" && start !== "[") return text;
  const nested = text.nested();
  return (nested?.kind === "json" ? innermost(nested.document.root, depth - 1) : undefined) ?? text;
}
