import type { JsonNode } from "./node.js";

/** The keys of an object in document order, repeated ones included; none of other kinds. */
export function keysOf(node: JsonNode): readonly string[] {
  return node.keys?.() ?? node.entries().map(({ key }) => key.string() ?? "");
}
