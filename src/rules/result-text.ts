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

/** Bytes of the longest text that is looked at: what only stands for a result is short. */
export const longestPlaceholder = 512;

/** Bytes of the longest word that hides a result (`masked-result`), in quotes, and of the quotes of the JSON string around it. */
export const longestStandIn = 24;

/**
 * Whether a result may be no more than a placeholder for another one, or a word that hides it: most are not, which their length or the
 * first byte of their text tells.
 */
export function mayBePlaceholder(result: ToolResult): boolean {
  const { content } = result.at;
  if (content === undefined || result.isError) return false;
  const text = textIn(content);
  if (text === undefined) return content.kind === "object";
  const length = lengthOf(text);
  if (length > longestPlaceholder) return false;
  return length <= longestStandIn || mayBeginWith(text);
}

/** Whether a text may begin with a brace or `IN_PROGRESS`, behind white space, quotes and escapes. */
function mayBeginWith(text: JsonNode): boolean {
  const byte = text.bytes()?.[1];
  return byte === undefined || byte <= space || byte === brace || byte === backslash || byte === letterI || byte > 0x7f;
}

const [space, brace, backslash, letterI] = [0x20, 0x7b, 0x5c, 0x49];

/** A text that is at most `longest` bytes as written, decoded; longer ones stay untouched. */
export function shortText(node: JsonNode, longest: number): string | undefined {
  return lengthOf(node) > longest ? undefined : node.string();
}

/** Bytes of a text as written: its place tells them, unless it stands inside a string, whose escapes lengthen it. */
function lengthOf(node: JsonNode): number {
  const inside = node.within === undefined ? undefined : node.bytes();
  if (inside !== undefined) return inside.length;
  const { from, to } = node.range;
  return to - from;
}
