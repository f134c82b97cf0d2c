import type { JsonNode } from "../../json/node.js";
import type { ToolArguments, ToolCall, ToolResult } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";
import type { MessageDraft } from "../conversation-draft.js";
import { kindOfBlock } from "./kinds.js";

/** What deltas add to a block of a stream: the block itself only opens it. */
export interface StreamedParts {
  /** The text of a text block. */
  readonly text: JsonNode | undefined;
  /** The JSON text of a call's input; `undefined` where the block's own input counts. */
  readonly input: JsonNode | undefined;
  /** The stream stopped inside the block. */
  readonly cut: boolean;
}

/** One content block, whole or assembled. */
export interface Block {
  readonly node: JsonNode;
  readonly streamed: StreamedParts | undefined;
}

/** What a call cannot know from its own block. */
export interface CallBlockTraits {
  readonly hosted: boolean;
  readonly expectsNoResult: boolean;
  /** Context editing removed old calls: an empty input may be a cleared one. */
  readonly inputsCleared?: boolean;
  /** Stop reason that cut the answer off, as recorded. */
  readonly cutBy?: string | undefined;
  /** The block was not whole when the recording, or the turn, stopped. */
  readonly partial?: boolean;
}

/** Adds a `tool_use`, `server_tool_use` or `mcp_tool_use` block. */
export function addCallBlock({ node, streamed }: Block, traits: CallBlockTraits, message: MessageDraft): ToolCall {
  const { hosted, expectsNoResult, partial = false } = traits;
  const input = streamed?.input ?? node.get("input");
  return message.call({
    call: node,
    type: hosted ? (node.get("type")?.string() ?? "") : "function",
    id: node.get("id"),
    name: node.get("name"),
    arguments: input,
    decoded: readArguments(input, streamed?.input !== undefined, traits),
    hosted,
    expectsNoResult,
    partial: partial || (streamed?.cut ?? false),
  });
}

function readArguments(input: JsonNode | undefined, isText: boolean, { inputsCleared, cutBy }: CallBlockTraits): ToolArguments {
  if (inputsCleared === true && input?.kind === "object" && input.entries().length === 0)
    return { kind: "unknown", because: "context editing may have cleared the input of this call" };
  return decodeArguments(input, { container: isText ? "string" : "object", cutBy });
}

/**
 * Adds a `tool_result` block of the caller, or the result of a tool that the provider ran, which names its failure by the type of its
 * content (`web_search_tool_result_error`).
 */
export function addResultBlock(node: JsonNode, hosted: boolean, message: MessageDraft): ToolResult {
  const content = node.get("content");
  const isError = node.get("is_error")?.boolean() === true || (hosted && content?.get("type")?.string()?.endsWith("_error") === true);
  return message.result({ result: node, callId: node.get("tool_use_id"), content, isError, hosted });
}

const none: readonly JsonNode[] = [];

/** The tool names in a result that loads deferred tools: a caller's search lists `tool_reference` blocks, the provider's holds them in `tool_references`. */
export function referencesIn({ at: { content } }: ToolResult): readonly JsonNode[] {
  const list = content?.kind === "array" ? content : content?.get("tool_references");
  if (list === undefined) return none;
  return list.items().flatMap((item) => (item.get("type")?.string() === "tool_reference" ? (item.get("tool_name") ?? []) : []));
}

/** Where a block names the program in the provider's sandbox that made the call (Programmatic tool calling, platform.claude.com, 2026-10). */
export function callerOf(block: JsonNode): JsonNode | undefined {
  const source = block.get("caller")?.get("tool_id");
  return source?.kind === "string" ? source : undefined;
}

/** Whether a message holds the provider's result of the call with this id. */
export function holdsResultOf(id: string, blocks: readonly Block[]): boolean {
  return blocks.some(({ node }) => {
    const type = node.get("type")?.string();
    return type !== undefined && kindOfBlock(type) === "hosted-result" && node.get("tool_use_id")?.string() === id;
  });
}
