import type { JsonNode } from "../../json/node.js";
import { beginsWith } from "../../json/text-probe.js";
import { kindOfBlock } from "../blocks/kinds.js";

/** One line of a session file or of a stream. */
export interface Line {
  readonly node: JsonNode;
  readonly uuid: string | undefined;
  /** The message of the Messages API that a `user` or `assistant` line holds. */
  readonly message: JsonNode | undefined;
  readonly role: "assistant" | "user" | undefined;
  /** Shared by the lines of one answer of the model: each holds a block of it. */
  readonly messageId: string | undefined;
  /** Blocks of the content; none where the content is text. */
  readonly blocks: readonly JsonNode[];
  /** Ids of the calls made and of those answered in the blocks. */
  readonly calls: readonly string[];
  readonly results: readonly string[];
  /** Those of them that the client runs. The provider's own are in one answer: what another branch has of them is no part of this one. */
  readonly clientCalls: readonly string[];
  readonly clientResults: readonly string[];
}

/** Takes a line apart; anything gives one. */
export function readLine(node: JsonNode): Line {
  const type = node.get("type")?.string();
  const held = type === "user" || type === "assistant" ? node.get("message") : undefined;
  const message = held?.kind === "object" ? held : undefined;
  const content = message?.get("content");
  const blocks = content?.kind === "array" ? content.items() : [];
  const calls: string[] = [];
  const results: string[] = [];
  const clientCalls: string[] = [];
  const clientResults: string[] = [];
  for (const block of blocks) {
    const kind = kindOfBlock(block.get("type")?.string() ?? "");
    if (kind === "client-call" || kind === "hosted-call") {
      const id = block.get("id")?.string() ?? "";
      calls.push(id);
      if (kind === "client-call") clientCalls.push(id);
    } else if (kind === "client-result" || kind === "hosted-result") {
      const id = block.get("tool_use_id")?.string() ?? "";
      results.push(id);
      if (kind === "client-result") clientResults.push(id);
    }
  }
  return {
    node,
    uuid: node.get("uuid")?.string(),
    message,
    role: message === undefined ? undefined : type === "assistant" ? "assistant" : "user",
    messageId: type === "assistant" ? message?.get("id")?.string() : undefined,
    blocks,
    calls,
    results,
    clientCalls,
    clientResults,
  };
}

/** Whether the model wrote an assistant line: Claude Code writes some of its own, to show an error or to keep the roles in turn. */
export function isModelOutput({ node, message, role }: Line): boolean {
  return role === "assistant" && node.get("isApiErrorMessage")?.boolean() !== true && message?.get("model")?.string() !== "<synthetic>";
}

/** Where the history in front was summed up: the mark in a session file and in a stream, or the summary alone (Claude Code 1). */
export function isBoundary({ node }: Line): boolean {
  return node.get("subtype")?.string() === "compact_boundary" || node.get("isCompactSummary")?.boolean() === true;
}

/** Whether the user stopped the turn: said in words, alone or beside the results of what was stopped. */
export function isInterruption(line: Line): boolean {
  if (line.role !== "user") return false;
  const content = line.message?.get("content");
  return beginsWith(content, interrupted) || line.blocks.some((block) => beginsWith(block.get("text"), interrupted));
}

const interrupted = "[Request interrupted by user";

/** Whether the user says something: more than results, and not what Claude Code adds on its own. */
export function isPrompt({ node, role, blocks, results }: Line): boolean {
  return role === "user" && node.get("isMeta")?.boolean() !== true && (blocks.length === 0 || results.length < blocks.length);
}
