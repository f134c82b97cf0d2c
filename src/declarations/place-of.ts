import type { JsonNode } from "../json/node.js";
import { parsePointer } from "../json/pointer.js";
import type { Tool, ToolFault, ToolPointers } from "../model/tool.js";

/**
 * The node of a part of a declaration, for a finding.
 *
 * @param declarations of the conversation that the tool belongs to
 * @param inner pointer inside the part: a place in a schema
 * @returns the nearest ancestor that exists where the part itself is absent or was built from other words (Cohere v1, xLAM);
 * `undefined` only if `declarations` lacks the tool's source
 */
export function placeOf(declarations: readonly JsonNode[], tool: Tool, part: keyof ToolPointers, inner = ""): JsonNode | undefined {
  const root = declarations[tool.source];
  return root === undefined ? undefined : nearest(root, `${tool.at[part]}${inner}`);
}

/** The node that a fault of a toolset is at: of a duplicate the later declaration. */
export function placeOfFault(declarations: readonly JsonNode[], fault: ToolFault): JsonNode | undefined {
  if (fault.kind === "duplicate") return placeOf(declarations, fault.tool, "name");
  const root = declarations[fault.source];
  return root === undefined ? undefined : nearest(root, fault.pointer);
}

/** Goes down as far as the pointer leads; a list written as JSON in a string is gone into. */
function nearest(root: JsonNode, pointer: string): JsonNode {
  let node = root;
  for (const step of parsePointer(pointer) ?? []) {
    const inside = node.kind === "string" ? documentIn(node) : node;
    const next = inside?.kind === "array" ? inside.items()[Number(step)] : inside?.get(step);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

function documentIn(text: JsonNode): JsonNode | undefined {
  const nested = text.nested();
  return nested?.kind === "json" ? nested.document.root : undefined;
}
