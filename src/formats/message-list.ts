import type { JsonNode } from "../json/node.js";

/** JSON inside a text, or the value itself: rows and exports write lists as text. */
export function decoded(node: JsonNode): JsonNode {
  const nested = node.kind === "string" ? node.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root : node;
}

/** The list that a value is, or that stands under the first of several keys, also as JSON text. */
export function listIn(body: JsonNode, keys: readonly string[]): JsonNode | undefined {
  if (body.kind === "array") return body;
  for (const key of keys) {
    const member = body.get(key);
    const list = member === undefined ? undefined : decoded(member);
    if (list?.kind === "array") return list;
  }
  return undefined;
}

let latest: { readonly body: JsonNode; readonly messages: readonly JsonNode[] | undefined } | undefined;

/**
 * The messages of a body that is a list, or has one under `messages`.
 *
 * Formats ask this of the same body one after the other, so the last answer is kept.
 */
export function messagesIn(body: JsonNode): readonly JsonNode[] | undefined {
  if (latest?.body === body) return latest.messages;
  const list = body.kind === "array" ? body : body.get("messages");
  const messages = list?.kind === "array" ? list.items() : undefined;
  latest = { body, messages };
  return messages;
}
