import type { JsonNode } from "../../json/node.js";
import type { ToolArguments, ToolCall, ToolResult } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";
import { type DraftPlace, toolCall, toolResult } from "../call-draft.js";
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
export interface BlockContext extends DraftPlace {
  readonly hosted: boolean;
  readonly expectsNoResult: boolean;
  /** Context editing removed old calls: an empty input may be a cleared one. */
  readonly inputsCleared: boolean;
  /** Stop reason that cut the answer off, as recorded. */
  readonly cutBy: string | undefined;
}

/** Reads a `tool_use`, `server_tool_use` or `mcp_tool_use` block. */
export function readCallBlock({ node, streamed }: Block, context: BlockContext): ToolCall {
  const { hosted, expectsNoResult } = context;
  const input = streamed?.input ?? node.get("input");
  return toolCall(
    {
      call: node,
      type: hosted ? (node.get("type")?.string() ?? "") : "function",
      id: node.get("id"),
      name: node.get("name"),
      arguments: input,
      decoded: readArguments(input, streamed?.input !== undefined, context),
      hosted,
      expectsNoResult,
      partial: streamed?.cut ?? false,
    },
    context,
  );
}

function readArguments(input: JsonNode | undefined, isText: boolean, { inputsCleared, cutBy }: BlockContext): ToolArguments {
  if (inputsCleared && input?.kind === "object" && input.entries().length === 0)
    return { kind: "unknown", because: "context editing may have cleared the input of this call" };
  return decodeArguments(input, { container: isText ? "string" : "object", cutBy });
}

/**
 * Reads a `tool_result` block of the caller, or the result of a tool that the provider ran, which names its failure by the type of its
 * content (`web_search_tool_result_error`).
 */
export function readResultBlock(node: JsonNode, hosted: boolean, place: DraftPlace): ToolResult {
  const content = node.get("content");
  const isError = node.get("is_error")?.boolean() === true || (hosted && content?.get("type")?.string()?.endsWith("_error") === true);
  return toolResult({ result: node, callId: node.get("tool_use_id"), content, isError, hosted }, place);
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
