import type { JsonNode } from "../../src/json/node.js";
import { parseJson } from "../../src/json/read.js";

/** A value as it would stand in a file. */
export function nodeOf(value: unknown): JsonNode {
  return nodeOfText(JSON.stringify(value));
}

export function nodeOfText(text: string): JsonNode {
  const read = parseJson(text);
  if (read.kind === "fault") throw new Error(read.fault.message);
  return read.document.root;
}
