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

/** A text that is at most `longest` bytes as written, decoded; longer ones stay untouched. */
export function shortText(node: JsonNode, longest: number): string | undefined {
  return (node.bytes()?.length ?? lengthOf(node)) > longest ? undefined : node.string();
}

function lengthOf({ range: { from, to } }: JsonNode): number {
  return to - from;
}
