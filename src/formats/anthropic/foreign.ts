import type { JsonNode } from "../../json/node.js";
import type { MessagePart, Role } from "../../model/conversation.js";
import type { ToolResult } from "../../model/exchange.js";
import type { Block } from "../blocks/calls.js";
import { type BlockKind, kindOfBlock } from "../blocks/kinds.js";
import { toolResult } from "../call-draft.js";
import { readToolCall } from "../chat/call.js";

/** Takes what does not fit. */
type Report = (at: JsonNode, message: string) => void;

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
export function blocksOf(content: JsonNode, report: Report): readonly Block[] | undefined {
  if (content.kind !== "array") {
    const type = content.get("type")?.string();
    if (type === undefined || kindOfBlock(type) === undefined) return undefined;
    report(content, "Unexpected object as content, expected a string or a list of blocks");
    return [wholeBlock(content)];
  }
  const blocks: Block[] = [];
  for (const node of content.items()) {
    if (node.kind !== "array" || node.first() === undefined) {
      blocks.push(wholeBlock(node));
      continue;
    }
    report(node, "Unexpected array in the content, expected a block with a type");
    for (const inner of node.items()) blocks.push(wholeBlock(inner));
  }
  return blocks;
}

function wholeBlock(node: JsonNode): Block {
  return { node, streamed: undefined };
}

/** The calls of a message in the list `tool_calls` that OpenAI's chat API has, as parts of message number `sentence`. */
export function foreignCalls(list: JsonNode, message: number, report: Report): readonly MessagePart[] {
  return list.items().flatMap((node, index): readonly MessagePart[] => {
    const call = readToolCall(node, { message, index, container: "either", idOptional: false }, report);
    return call === undefined ? [] : [{ kind: "call", call }];
  });
}

/**
 * A message that is a result itself, as OpenAI's chat API writes them: `{role: "tool", tool_call_id, content}`.
 *
 * @param message index of the message in the conversation
 * @returns `undefined` where it names no call, or the content holds results of its own
 */
export function foreignResult(node: JsonNode, message: number): ToolResult | undefined {
  const content = node.get("content");
  const callId = node.get("tool_call_id");
  const name = node.get("name");
  if ((callId ?? name) === undefined || (content?.kind === "array" && content.items().some(isResult))) return undefined;
  // What is wrong with the message is reported at its role.
  const draft = { result: node, callId, name, content, idOptional: callId === undefined };
  return toolResult(draft, { message, index: 0 });
}

function isResult(block: JsonNode): boolean {
  return block.get("tool_use_id") !== undefined;
}
