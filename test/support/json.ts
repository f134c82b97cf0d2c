import type { JsonDocument, JsonFault, JsonNode, Range } from "../../src/json/node.js";
import { parseJson, type ReadDocument, type ReadResult } from "../../src/json/read.js";

/** The document of a result that must be one. */
export function documentOf(result: ReadResult): ReadDocument {
  if (result.kind === "fault") throw new Error(`No document: ${result.fault.message}`);
  return result.document;
}

/** The root of a text that must be JSON; its nodes stay valid. */
export function rootOf(text: string | Uint8Array): JsonNode {
  return documentOf(parseJson(text)).root;
}

/** The fault of a result that must be one. */
export function faultOf(result: ReadResult): JsonFault {
  if (result.kind === "document") throw new Error("No fault, but a document");
  return result.fault;
}

/** A member that must be there. */
export function member(node: JsonNode, ...keys: string[]): JsonNode {
  return keys.reduce((at, key) => {
    const found = at.get(key);
    if (found === undefined) throw new Error(`No member ${key}`);
    return found;
  }, node);
}

/** The document inside a string that must hold one. */
export function insideOf(node: JsonNode | undefined): JsonDocument {
  const nested = node?.nested();
  if (nested?.kind !== "json") throw new Error(`No JSON inside: ${nested?.fault.message ?? "no string"}`);
  return nested.document;
}

/** `line:column-line:column` of a range in a file. */
export function placed({ source, from, to }: Range): string {
  const start = source.position(from);
  const end = source.position(to);
  return `${start?.line}:${start?.column}-${end?.line}:${end?.column}`;
}
