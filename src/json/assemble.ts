import type { JsonNode } from "./node.js";
import type { JsonValue } from "./value.js";

/** The value of an object or array (of anything else null) from the values of its parts, as `JSON.parse` would build it: `__proto__` is a key like any other. */
export function assembleValue(node: JsonNode): JsonValue {
  if (node.kind !== "object" && node.kind !== "array") return null;
  if (node.kind === "array") return node.items().map((item) => item.value());
  return Object.fromEntries(node.entries().map(({ key, value }) => [key.string() ?? "", value.value()]));
}
