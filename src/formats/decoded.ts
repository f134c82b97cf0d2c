import type { JsonNode } from "../json/node.js";
import { mayHoldContainer } from "../json/text-probe.js";

/** JSON inside a text, or the value itself: rows and exports write lists as text, recorders of streams the data of events. */
export function decoded<Node extends JsonNode | undefined>(node: Node): JsonNode | Node {
  const nested = node?.kind === "string" ? node.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root : node;
}

/** As `decoded`, for those who look for what is in an object or a list: prose is not tried as JSON. */
export function opened(node: JsonNode): JsonNode {
  return node.kind === "string" && mayHoldContainer(node) ? decoded(node) : node;
}
