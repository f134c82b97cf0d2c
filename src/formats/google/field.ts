import type { JsonNode } from "../../json/node.js";

/**
 * The value under the first of several spellings that is set.
 *
 * REST and JavaScript write camelCase, Python snake_case with null for every field that is not set, and both occur in one file.
 */
export function given(node: JsonNode | undefined, ...keys: readonly string[]): JsonNode | undefined {
  for (const key of keys) {
    const value = node?.get(key);
    if (value !== undefined && value.kind !== "null") return value;
  }
  return undefined;
}
