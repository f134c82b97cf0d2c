import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import type { Block } from "../blocks/calls.js";
import { type BlockKind, kindOfBlock } from "../blocks/kinds.js";
import type { MessageDraft, ReportFault } from "../conversation-draft.js";
import { mustBeKind } from "../shape-faults.js";

/** Roles of other wires: rejected here, but their meaning is plain. */
export const foreignRoles: ReadonlyMap<string, Role> = new Map([
  ["developer", "system"],
  ["tool", "tool"],
  ["function", "tool"],
  ["model", "assistant"],
  ["human", "user"],
]);

/** What a block without a known type is by its keys: it is reported, but its partner must find it all the same. */
export function kindByKeys(block: JsonNode): BlockKind {
  if (block.get("tool_use_id") !== undefined) return "client-result";
  const isCall = block.get("id") !== undefined && block.get("name") !== undefined && block.get("input") !== undefined;
  return isCall ? "client-call" : "other";
}

/**
 * The blocks of a message: one that is alone, or in a list of its own, is reported and read.
 *
 * @returns `undefined` where the content holds no blocks
 */
export function blocksOf(content: JsonNode, report: ReportFault): readonly Block[] | undefined {
  if (content.kind !== "array") {
    const type = content.get("type")?.string();
    if (type === undefined || kindOfBlock(type) === undefined) return undefined;
    report(content, mustBeKind("`content`", "a string or a list of blocks", content));
    return [wholeBlock(content)];
  }
  const blocks: Block[] = [];
  for (const node of content.items()) {
    if (node.kind !== "array" || node.first() === undefined) {
      blocks.push(wholeBlock(node));
      continue;
    }
    report(node, mustBeKind("A block in `content`", "an object with `type`", node));
    for (const inner of node.items()) blocks.push(wholeBlock(inner));
  }
  return blocks;
}

function wholeBlock(node: JsonNode): Block {
  return { node, streamed: undefined };
}

/** Whether a message is a result itself, as OpenAI's chat API writes them: `{role: "tool", tool_call_id, content}`. */
export function isForeignResult(node: JsonNode): boolean {
  const content = node.get("content");
  if ((node.get("tool_call_id") ?? node.get("name")) === undefined) return false;
  return content?.kind !== "array" || !content.items().some(isResult);
}

/** Adds what such a message is a result of. What is wrong with the message is reported at its role. */
export function addForeignResult(node: JsonNode, message: MessageDraft): void {
  const callId = node.get("tool_call_id");
  message.result({ result: node, callId, name: node.get("name"), content: node.get("content"), idOptional: callId === undefined });
}

function isResult(block: JsonNode): boolean {
  return block.get("tool_use_id") !== undefined;
}
