import type { JsonNode } from "../../json/node.js";

/** What a content block is to us. `client` is what the caller runs, `hosted` what the provider runs. */
export type BlockKind = "text" | "thinking" | "client-call" | "hosted-call" | "client-result" | "hosted-result" | "other";

/** Content block types of requests and responses (BetaContentBlockParam and BetaContentBlock, @anthropic-ai/sdk 1.14, 2026-11). */
const blockKinds: ReadonlyMap<string, BlockKind> = new Map([
  ["text", "text"],
  ["thinking", "thinking"],
  ["redacted_thinking", "thinking"],
  ["tool_use", "client-call"],
  ["server_tool_use", "hosted-call"],
  ["mcp_tool_use", "hosted-call"],
  ["tool_result", "client-result"],
  ["image", "other"],
  ["document", "other"],
  ["search_result", "other"],
  ["container_upload", "other"],
  ["compaction", "other"],
  ["fallback", "other"],
  ["connector_text", "other"],
  ["mcp_tool_listing", "other"],
  ["tool_addition", "other"],
  ["tool_removal", "other"],
  ["tool_reference", "other"],
]);

/** The kind of a block type, `undefined` where the Messages API knows none. Each server tool has a result type of its own. */
export function kindOfBlock(type: string): BlockKind | undefined {
  return blockKinds.get(type) ?? (type.endsWith("_tool_result") ? "hosted-result" : undefined);
}

/** Whether only the Messages API has such a block: the evidence of a history. */
export function isDistinctive(block: JsonNode): boolean {
  const type = block.get("type")?.string();
  if (type === undefined || type.length < minTelling) return false;
  const kind = kindOfBlock(type);
  if (kind === "client-call") return block.get("name") !== undefined && block.get("input") !== undefined;
  if (kind === "hosted-call") return block.get("id") !== undefined;
  // MCP sampling has blocks of the same type with `toolUseId`.
  return (kind === "client-result" || kind === "hosted-result") && block.get("tool_use_id") !== undefined;
}

const minTelling = "tool_use".length;
