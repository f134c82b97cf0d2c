import type { JsonDocument, JsonNode } from "../json/node.js";
import { PlainNode } from "../json/plain-node.js";
import { parseJson } from "../json/read.js";
import { blankComments } from "./jsonc.js";

/** A configuration as a value with places, or why it has none: a sentence and the place, `line:column`. */
export type ParsedConfig =
  | { readonly kind: "value"; readonly root: JsonNode }
  | { readonly kind: "fault"; readonly message: string; readonly place: string };

/** Reads the text of a configuration file. `jsonc` allows comments and trailing commas. */
export function parseConfigText(text: string, jsonc: boolean): ParsedConfig {
  const result = parseJson(jsonc ? blankComments(text) : text);
  if (result.kind === "fault") {
    const { message, at, kind } = result.fault;
    const hint = kind === "comment" || kind === "trailing-comma" ? " (guardrails.config.jsonc may hold comments and trailing commas)" : "";
    return { kind: "fault", message: `${message}${hint}`, place: faultPlace({ range: at, pointer: "" }) };
  }
  const repeated = repeatedKey(result.document);
  if (repeated !== undefined) return { kind: "fault", message: `Repeated key ${repeated.raw()}`, place: faultPlace(repeated) };
  return { kind: "value", root: result.document.root };
}

/** A configuration that a module exports: it has pointers, but no lines. */
export function configOfValue(value: unknown): JsonNode {
  const source = { position: () => undefined };
  return new PlainNode(value, { range: () => ({ source, from: 0, to: 0 }), pointer: (pointer) => pointer, within: undefined });
}

/** `3:5`, or the pointer where a value has no line; empty for the root. */
export function faultPlace({ range, pointer }: Pick<JsonNode, "range" | "pointer">): string {
  const position = range.source.position(range.from);
  return position === undefined ? pointer : `${position.line}:${position.column}`;
}

function repeatedKey(document: JsonDocument): JsonNode | undefined {
  return document.defects().find(({ kind }) => kind === "repeated-key")?.at;
}
