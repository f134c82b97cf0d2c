import type { JsonNode } from "../json/node.js";
import { decoded } from "./decoded.js";
import { memoizeLast } from "./memoize-last.js";

/** The list that a value is, or that is under the first of several keys, also as JSON text. */
export function listIn(body: JsonNode, keys: readonly string[]): JsonNode | undefined {
  if (body.kind === "array") return body;
  for (const key of keys) {
    const list = decoded(body.get(key));
    if (list?.kind === "array") return list;
  }
  return undefined;
}

/** The messages of a body that is a list, or has one under `messages`. */
export const messagesIn = memoizeLast((body): readonly JsonNode[] | undefined => {
  const list = body.kind === "array" ? body : body.get("messages");
  return list?.kind === "array" ? list.items() : undefined;
});

/** The messages that were sent, or would be: those of the body, or the one that it is. */
export function historyIn(body: JsonNode): readonly JsonNode[] | undefined {
  return messagesIn(body) ?? (body.get("role") === undefined ? undefined : [body]);
}

/** Whether a body says more than what is under these keys: a list of messages with its tools is no request. */
export function saysMoreThan(body: JsonNode, keys: ReadonlySet<string>): boolean {
  return body.entries().some(({ key }) => !keys.has(key.string() ?? ""));
}
