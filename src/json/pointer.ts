import type { JsonNode } from "./node.js";

/**
 * The steps of a JSON Pointer (RFC 6901), decoded: `"/a~1b/0"` gives `["a/b", "0"]`, `""` the whole document, `[]`.
 *
 * @returns `undefined` for a text that is no pointer (no leading slash, or `~` before anything but 0 and 1)
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes steps as a JSON Pointer; the inverse of `parsePointer`. */
export function formatPointer(steps: Iterable<string | number>): string {
  let pointer = "";
  for (const step of steps) pointer += `/${escapeStep(String(step))}`;
  return pointer;
}

/** One key as a step of a JSON Pointer: `~` and `/` are spelled `~0` and `~1`. */
export function escapeStep(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

/**
 * The value a JSON Pointer names, seen from `node` as its root. Of a repeated key the last value.
 *
 * @returns `undefined` when there is none, when the text is no pointer, and for `-`, the item after the last
 */
export function resolvePointer(node: JsonNode, pointer: string): JsonNode | undefined {
  const steps = parsePointer(pointer);
  if (steps === undefined) return undefined;
  let at: JsonNode | undefined = node;
  for (const step of steps) {
    if (at === undefined) return undefined;
    if (at.kind === "array") at = /^(?:0|[1-9][0-9]*)$/.test(step) ? at.items()[Number(step)] : undefined;
    else at = at.get(step);
  }
  return at;
}
