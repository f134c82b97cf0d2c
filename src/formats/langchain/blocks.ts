import type { JsonNode } from "../../json/node.js";
import type { MessageDraft } from "../conversation-draft.js";

const thinkingTypes: ReadonlySet<string> = new Set(["thinking", "redacted_thinking", "reasoning", "reasoning_content"]);

/** Blocks in which a client's call is kept: Anthropic's, the standard ones, OpenAI's items. */
const callTypes: ReadonlySet<string> = new Set(["tool_use", "tool_call", "function_call", "custom_tool_call", "invalid_tool_call"]);

/** Blocks of calls that the provider runs. */
const hostedTypes: ReadonlySet<string> = new Set(["server_tool_use", "mcp_tool_use", "server_tool_call"]);

/**
 * Reads a content block of any provider, or one of LangChain's standard blocks (langchain-core 1.4, `ContentBlock`; read 2026-11).
 *
 * Blocks may be whatever the provider sent: an unknown type is no fault.
 *
 * @param callsCount whether a client's call in it is no copy of one that the message keeps elsewhere
 */
export function readBlock(block: JsonNode, message: MessageDraft, callsCount: boolean, cutBy: string | undefined): void {
  const type = block.get("type")?.string() ?? "";
  if (type === "text" || type === "output_text") message.text(block.get("text") ?? block);
  else if (thinkingTypes.has(type)) message.thinking(type, block);
  else if (hostedTypes.has(type)) addCall(block, type, message, cutBy, true);
  else if (callTypes.has(type) && callsCount) addCall(block, type, message, cutBy, false);
  else if (type === "tool_result") addResult(block, message, false);
  else if (type === "server_tool_result" || (type.endsWith("_tool_result") && block.get("tool_use_id") !== undefined)) {
    addResult(block, message, true);
  } else message.other(type, block);
}

function addCall(block: JsonNode, type: string, message: MessageDraft, cutBy: string | undefined, hosted: boolean): void {
  const isText = type === "custom_tool_call";
  message.call({
    call: block,
    type: hosted ? type : isText ? "custom" : "function",
    id: block.get("call_id") ?? block.get("id"),
    name: block.get("name"),
    arguments: block.get("input") ?? block.get("args") ?? block.get("arguments"),
    hosted,
    cutBy,
    ...(isText && { decoded: { kind: "text", at: block.get("input") ?? block } }),
  });
}

function addResult(block: JsonNode, message: MessageDraft, hosted: boolean): void {
  message.result({
    result: block,
    callId: block.get("tool_use_id") ?? block.get("tool_call_id"),
    content: block.get("content") ?? block.get("output"),
    isError: block.get("is_error")?.boolean() === true || block.get("status")?.string() === "error",
    hosted,
  });
}
