import type { JsonNode } from "../../json/node.js";
import { mustBeKind } from "../shape-faults.js";

/** What a content block is to us. */
export type ConverseBlockKind = "text" | "reasoning" | "call" | "result" | "other";

/** Members of the union that a content block is (`ContentBlock`, @aws-sdk/client-bedrock-runtime 3.1164, read 2026-11). */
const blockKinds: ReadonlyMap<string, ConverseBlockKind> = new Map([
  ["text", "text"],
  ["reasoningContent", "reasoning"],
  ["toolUse", "call"],
  ["toolResult", "result"],
  ["image", "other"],
  ["document", "other"],
  ["video", "other"],
  ["audio", "other"],
  ["searchResult", "other"],
  ["citationsContent", "other"],
  ["guardContent", "other"],
  ["cachePoint", "other"],
  ["toolAddition", "other"],
  ["toolRemoval", "other"],
]);

/** One content block: the key that says what it is, and what is under it. */
export interface ConverseBlock {
  readonly node: JsonNode;
  readonly key: string;
  readonly kind: ConverseBlockKind;
  readonly value: JsonNode;
}

/** A block, or why the value is none: `unknown` names a member that the union does not have. */
export type ReadBlock =
  | { readonly kind: "block"; readonly block: ConverseBlock }
  | { readonly kind: "unknown"; readonly key: string; readonly at: JsonNode }
  | { readonly kind: "invalid"; readonly message: string };

/** Reads a union by key. Members that are null are absent: serialisers of other languages write them all. */
export function readConverseBlock(node: JsonNode): ReadBlock {
  if (node.kind !== "object") return { kind: "invalid", message: mustBeKind("A block in `content`", "an object", node) };
  const members = node.entries().filter(({ value }) => value.kind !== "null");
  const blocks = members.flatMap(({ key, value }): readonly ConverseBlock[] => {
    const name = key.string() ?? "";
    const kind = blockKinds.get(name);
    return kind === undefined ? [] : [{ node, key: name, kind, value }];
  });
  const [block, second] = blocks;
  if (block !== undefined && second === undefined) return { kind: "block", block };
  if (second !== undefined)
    return { kind: "invalid", message: `A block has both \`${block?.key}\` and \`${second.key}\`; it may have only one of them` };
  const [only] = members;
  if (only === undefined) return { kind: "invalid", message: "A block is an empty object" };
  return { kind: "unknown", key: only.key.string() ?? "", at: only.key };
}

/** Whether only the Converse API has such a block: the evidence of a history. */
export function isConverseBlock(block: JsonNode): boolean {
  return (block.get("toolUse") ?? block.get("toolResult"))?.get("toolUseId") !== undefined;
}
