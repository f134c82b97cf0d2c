import { Buffer } from "node:buffer";
import type { JsonNode } from "../json/node.js";
import type { CallShape } from "./call-shapes.js";

/** How exporters write a call into the keys of one flat object: `tool_calls.0.function.name`, `toolCalls_0_name`. */
const flatKey = /(?:^|[._/\]])(?:tool_?calls?|function_calls?)(?:[._/]|\[)[0-9]+\]?[._/](?:[\w]+[._/])*name$/i;

/** What the keys have in them, and few other documents; letters may be written as escapes. */
const marks = ["alls.0", "alls_0", "alls[0", "alls/0", "all.0", "all_0", "\\u00"] as const;

/** The first call that a document has in the keys of flat objects, where its bytes may hold one. */
export function flattenedCall(root: JsonNode): CallShape | undefined {
  const bytes = root.bytes();
  if (bytes === undefined) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return marks.some((mark) => buffer.includes(mark)) ? flatIn(root) : undefined;
}

function flatIn(node: JsonNode): CallShape | undefined {
  for (const { key, value } of node.entries()) {
    const name = flatKey.test(key.string() ?? "") ? value.string() : undefined;
    if (name !== undefined && name !== "") return { kind: "call", at: value, ids: [], name };
  }
  const inner = node.kind === "array" ? node.items() : node.entries().map(({ value }) => value);
  for (const value of inner) {
    const found = value.kind === "object" || value.kind === "array" ? flatIn(value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
