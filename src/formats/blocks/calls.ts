import type { JsonNode } from "../../json/node.js";
import type { ToolArguments, ToolCall, ToolResult } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";
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
export interface CallContext {
  readonly hosted: boolean;
  /** Index of its message in the conversation, and its own among the calls of that message. */
  readonly message: number;
  readonly index: number;
  readonly owesNothing: boolean;
  /** Context editing removed old calls: an empty input may be a cleared one. */
  readonly inputsCleared: boolean;
  /** Stop reason that cut the answer off, as recorded. */
  readonly cutBy: string | undefined;
}

/** Reads a `tool_use`, `server_tool_use` or `mcp_tool_use` block. */
export function readCall({ node, streamed }: Block, context: CallContext): ToolCall {
  const { hosted, message, index, owesNothing } = context;
  const id = node.get("id");
  const name = node.get("name");
  const input = streamed?.input ?? node.get("input");
  return {
    id: textOrNull(id),
    type: hosted ? (node.get("type")?.string() ?? "") : "function",
    function: { name: textOrNull(name), arguments: readArguments(input, streamed?.input !== undefined, context) },
    hosted,
    idOptional: false,
    owesNothing,
    partial: streamed?.cut ?? false,
    message,
    index,
    at: { call: node, id, name, arguments: input },
  };
}

function readArguments(input: JsonNode | undefined, isText: boolean, { inputsCleared, cutBy }: CallContext): ToolArguments {
  if (inputsCleared && input?.kind === "object" && input.entries().length === 0)
    return { kind: "unknown", because: "context editing may have cleared the input of this call" };
  return decodeArguments(input, { container: isText ? "string" : "object", cutBy });
}

/**
 * Reads a `tool_result` block of the caller, or the result of a tool that the provider ran, which names its failure by the type of its
 * content (`web_search_tool_result_error`).
 */
export function readResult(node: JsonNode, hosted: boolean, message: number, index: number): ToolResult {
  const callId = node.get("tool_use_id");
  const content = node.get("content");
  return {
    callId: textOrNull(callId),
    name: null,
    isError: node.get("is_error")?.boolean() === true || (hosted && content?.get("type")?.string()?.endsWith("_error") === true),
    structured: undefined,
    hosted,
    idOptional: false,
    inlineCall: undefined,
    standalone: false,
    message,
    index,
    at: { result: node, callId, name: undefined, content },
  };
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

/** An identifier or a name; `null` where it is absent, empty or no text. */
export function textOrNull(node: JsonNode | undefined): string | null {
  return node?.string() || null;
}
