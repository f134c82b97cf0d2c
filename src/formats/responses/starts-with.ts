import { Buffer } from "node:buffer";
import type { JsonNode } from "../../json/node.js";

/** Whether a string node begins with a text that needs no escapes in JSON; does not build the string, which may be a long one. */
export function startsWith(node: JsonNode | undefined, text: string): boolean {
  if (node?.kind !== "string") return false;
  const bytes = node.bytes();
  if (bytes === undefined) return node.string()?.startsWith(text) === true;
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset + 1, Math.max(0, bytes.byteLength - 2))
      .subarray(0, text.length)
      .toString("latin1") === text
  );
}
