import type { JsonNode } from "../../json/node.js";
import { itemShapes } from "./shapes.js";

/** What an item shows about the wire that wrote it. */
export type ItemEvidence =
  /** Only the Responses API, or what keeps its items, writes such an item. */
  | "telling"
  /** A message whose content is the API's own; SDKs that have items of their own write such messages too. */
  | "likely"
  /** An item that other wires write as well. */
  | "plain"
  /** A message with calls or a result as the chat API writes them. */
  | "chat"
  /** Another wire wrote it. */
  | "foreign";

/** Types of content that only the Responses API has. */
const ownContent: ReadonlySet<string> = new Set(["input_text", "output_text", "input_image", "input_file"]);

/** Types that say enough with one of these keys beside them: others write `function_call` too, each with keys of its own. */
const proofs: ReadonlyMap<string, readonly string[]> = new Map([
  ["function_call", ["call_id"]],
  ["reasoning", ["summary", "encrypted_content"]],
  ["program", ["fingerprint", "call_id"]],
  ["item_reference", ["id"]],
  ["compaction", ["encrypted_content"]],
  ["compaction_summary", ["encrypted_content"]],
  ["additional_tools", ["tools"]],
  ["mcp_list_tools", ["server_label"]],
  ["mcp_approval_response", ["approval_request_id"]],
]);

const anyProof: readonly string[] = ["call_id", "id", "status"];

/** Looks at one item. */
export function evidenceOf(item: JsonNode): ItemEvidence {
  const type = item.get("type")?.string();
  if (type !== undefined && type !== "message") {
    const shape = itemShapes.get(type);
    if (shape === undefined || shape.kind === "message" || shape.kind === "skipped")
      return item.get("role") === undefined ? "foreign" : "plain";
    if (item.get("callId") !== undefined) return "foreign";
    return (proofs.get(type) ?? anyProof).some((key) => item.get(key) !== undefined) ? "telling" : "plain";
  }
  if (item.get("role")?.kind !== "string") return "foreign";
  if (item.get("tool_calls")?.first() !== undefined || item.get("tool_call_id") !== undefined) return "chat";
  return ownContent.has(item.get("content")?.first()?.get("type")?.string() ?? "") ? "likely" : "plain";
}

/** What a list shows: the first item that tells, or is another wire's, decides; messages alone where nothing does. */
export function surveyItems(items: readonly JsonNode[]): ItemEvidence {
  let found: ItemEvidence = "plain";
  for (const item of items) {
    const evidence = evidenceOf(item);
    if (evidence === "likely") found = evidence;
    else if (evidence !== "plain") return evidence;
  }
  return found;
}
