import type { JsonNode } from "../json/node.js";

/** JSON inside a text, or the value itself: rows and exports write lists as text, recorders of streams the data of events. */
export function decoded<Node extends JsonNode | undefined>(node: Node): JsonNode | Node {
  const nested = node?.kind === "string" ? node.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root : node;
}
