import type { JsonNode } from "../json/node.js";
import type { Toolset } from "../model/tool.js";
import { joinToolsets } from "./join-toolsets.js";
import type { ReadListOptions } from "./read-list.js";
import { createToolReader } from "./tool-reader.js";

export { declaresTheSame, joinToolsets } from "./join-toolsets.js";
export { placeOf, placeOfFault } from "./place-of.js";
export type { ReadListOptions } from "./read-list.js";

const reader = createToolReader();

/**
 * Reads declared tools, whatever dialect they are written in: a list of entries of any dialect, a map from names to tools
 * (AI SDK), one entry alone, or an object around a list (an MCP `tools/list` response, `toolConfig`, a request body), each also as JSON
 * text in a string.
 *
 * Nothing is skipped: an entry that is no tool becomes a fault of kind `invalid`, a repeated key one of kind `duplicate`.
 * JSON null declares nothing (`absent`); an empty list is a declared one. The same bytes give the same Toolset, which holds pointers
 * relative to `node` and no nodes, so it may outlive the document.
 */
export function readTools(node: JsonNode, options: ReadListOptions = {}): Toolset {
  return reader.read(node, options);
}

/** The tools of all lists of one conversation, in the order in which the model saw them: each read as the source of its own index. */
export function readToolLists(lists: readonly JsonNode[]): Toolset {
  const [only] = lists;
  // Most conversations have one list, and most lists are known by their bytes: nothing is joined then.
  if (only !== undefined && lists.length === 1) return reader.read(only, { source: 0 });
  return joinToolsets(lists.map((list, source) => reader.read(list, { source })));
}
