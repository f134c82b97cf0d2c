import type { JsonNode } from "../json/node.js";
import type { Refusal } from "../model/conversation.js";
import { refusalCause } from "./refusal-cause.js";

/** Gateways wrap the body of the gateway after them, as an object or as text: up to three have been seen, each with layers of its own. */
const maxDepth = 8;

/** Keys of an error body that hold the error of somebody further after, then those that say it in words, most telling first. */
const innerKeys = ["error", "body", "metadata", "errors", "detail"] as const;
const wordKeys = ["raw", "message", "msg", "detail", "error", "title"] as const;

/**
 * The refusal that a response body holds: its innermost message, and where that is.
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
  return refusalOf(status, at.string() ?? (status === undefined ? "an error without words" : `HTTP status ${status}`), at, codesIn(body));
}

/** A refusal in words. @param codes what its body says in codes, beside those among the words */
export function refusalOf(status: number | undefined, message: string, at: JsonNode, codes: readonly string[] = []): Refusal {
  return { status, message, cause: refusalCause({ status, message, codes: [...codes, ...codesAmong(message)] }), at };
}

/** A refusal whose body was not recorded. */
export function refusalWithoutBody(status: number, at: JsonNode): Refusal {
  return refusalOf(status, `HTTP status ${status}`, at);
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

/** Keys under which errors say in a code what they are. */
const codeKeys: ReadonlySet<string> = new Set(["type", "__type", "code", "status", "reason", "error_type", "errorCode", "error_code"]);

/** The most values of an error body that are looked at: real ones have a dozen. */
const maxValues = 200;

/** The codes of all layers of an error body, also of those that are in a text. */
function codesIn(body: JsonNode): readonly string[] {
  const codes: string[] = [];
  const waiting: JsonNode[] = [body];
  for (let index = 0; index < waiting.length && index < maxValues; index += 1) {
    const node = waiting[index];
    if (node?.kind === "string") codes.push(...codesAmong(node.string() ?? ""));
    if (node?.kind === "array") waiting.push(...node.items());
    if (node?.kind !== "object") continue;
    for (const { key, value } of node.entries()) {
      const code = codeKeys.has(key.string() ?? "") ? (value.string() ?? value.number()) : undefined;
      if (code !== undefined) codes.push(String(code));
      else waiting.push(value);
    }
  }
  return codes;
}

/** Codes that words quote: `"code": "…"` of a wrapped body, names of exceptions, `Error code: 429`. */
const codesInWords =
  /["'](?:__type|type|code|status|reason)\\*["']\s*:\s*\\*["']?([\w.-]+)|\b([A-Z]\w*(?:Error|Exception))\b|\b(?:[Ee]rror code|[Ss]tatus(?:[_ ]code)?|HTTP)\b:?\s+(\d{3})\b/g;

/** The codes that a text quotes. */
export function codesAmong(words: string): readonly string[] {
  return [...words.slice(0, maxWords).matchAll(codesInWords)].flatMap(([, key, exception, number]) => key ?? exception ?? number ?? []);
}

/** Some gateways repeat the whole request after the error. */
const maxWords = 20_000;
