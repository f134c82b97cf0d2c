import type { JsonNode } from "../json/node.js";
import { KeyNames } from "../json/seen-words.js";

/** How a wire marks where the cached front of a request may end. */
export type BreakpointKey = "cache_control" | "cachePoint";

const seen: { readonly [Key in BreakpointKey]: KeyNames } = {
  cache_control: new KeyNames(["cache_control"]),
  cachePoint: new KeyNames(["cachePoint"]),
};

/**
 * The breakpoints of a request in the order in which the endpoint reads it: tools, system prompt, messages.
 *
 * @param lists tools and system prompt
 * @param messages their blocks count, and those inside of results
 */
export function cacheBreakpoints(
  lists: readonly (JsonNode | undefined)[],
  messages: JsonNode | undefined,
  key: BreakpointKey,
): readonly JsonNode[] {
  const found: JsonNode[] = [];
  const note = (block: JsonNode) => {
    const mark = block.get(key);
    if (mark !== undefined && mark.kind !== "null") found.push(mark);
  };
  for (const list of lists) if (mayHave(list, key)) for (const block of list?.items() ?? []) note(block);
  if (!mayHave(messages, key)) return found;
  for (const message of messages?.items() ?? []) {
    for (const block of message.get("content")?.items() ?? []) {
      note(block);
      for (const inner of block.get("content")?.items() ?? []) note(inner);
    }
  }
  return found;
}

function mayHave(node: JsonNode | undefined, key: BreakpointKey): boolean {
  return node?.kind === "array" && node.mayHaveOneOf?.(seen[key]) !== false;
}
