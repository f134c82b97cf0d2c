import { joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";

/** What Python's `html.escape` writes. */
const entities: ReadonlyMap<string, string> = new Map([
  ["&quot;", '"'],
  ["&#x27;", "'"],
  ["&#39;", "'"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
]);

/** A text without the escapes of HTML; each of its characters keeps its place. */
export function unescaped(node: JsonNode): JsonNode {
  const text = node.string() ?? "";
  if (!text.includes("&")) return node;
  const pieces: JsonNode[] = [];
  let end = 0;
  for (const { 0: entity, index } of text.matchAll(/&(?:quot|#x27|#39|lt|gt|amp);/g)) {
    if (index > end) pieces.push(sliceText(node, end, index));
    end = index + entity.length;
    pieces.push(literal(entities.get(entity) ?? entity, sliceText(node, index, end)));
  }
  if (end < text.length) pieces.push(sliceText(node, end, text.length));
  return joinText(pieces, node);
}
