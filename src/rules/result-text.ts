import type { JsonNode } from "../json/node.js";
import type { ToolResult } from "../model/exchange.js";

/** Members under which an object that is no more than a wrapper keeps the tool's own output (Gemini, Bedrock, MCP bridges). */
const wrappers = ["output", "result", "text", "content", "return_value"];

/**
 * The one text that a result consists of: the content itself, its only text block, or the only member of a wrapper around it.
 * `undefined` where there is more than that, or something else. Nothing is decoded.
 */
export function onlyText(result: ToolResult): JsonNode | undefined {
  return result.at.content === undefined ? undefined : textIn(result.at.content);
}

function textIn(content: JsonNode): JsonNode | undefined {
  switch (content.kind) {
    case "string":
      return content;
    case "array": {
      const first = content.first();
      if (first === undefined || content.items().length > 1) return undefined;
      return first.kind === "string" ? first : textOf(first.get("text"));
    }
    case "object": {
      const member = wrappers.map((key) => content.get(key)).find((value) => value !== undefined);
      return content.entries().length === 1 ? textOf(member) : undefined;
    }
    default:
      return undefined;
  }
}

function textOf(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === "string" ? node : undefined;
}

/** UTF-16 units of the longest text that is looked at: what only stands for a result is short. */
export const maxPlaceholderLength = 512;

/** UTF-16 units of the longest word that hides a result (`masked-result`), as a JSON string with escapes. */
export const maxStandInLength = 120;

/** Bytes that a UTF-16 unit takes at most, as an escape. */
const maxUnitLength = 6;

/** Bytes of the quotes around a JSON string. */
const quotes = 2;

/** A text of at most `longest` UTF-16 units, decoded; those that are surely longer stay untouched. */
export function shortText(node: JsonNode, longest: number): string | undefined {
  const text = lengthOf(node) > maxUnitLength * longest + quotes ? undefined : node.string();
  return text === undefined || text.length > longest ? undefined : text;
}

/** Bytes of a text as written: its place tells them, unless it is inside a string, whose escapes lengthen it. */
function lengthOf(node: JsonNode): number {
  const inside = node.within === undefined ? undefined : node.bytes();
  if (inside !== undefined) return inside.length;
  const { from, to } = node.range;
  return to - from;
}
