import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import type { Line } from "./lines.js";

/**
 * The first call that a stream began to tell in parts (`--include-partial-messages`) and never told as a whole: each answer comes again in
 * an `assistant` line, so that the parts themselves need not be read.
 */
export function unfinishedCall(lines: readonly Line[]): Anomaly | undefined {
  const told = new Set(lines.flatMap(({ calls }) => calls));
  for (const { node } of lines) {
    const block = startedCall(node);
    const id = block?.get("id")?.string();
    if (block === undefined || id === undefined || told.has(id)) continue;
    const name = quote(block.get("name")?.string() ?? "");
    return { rule: "incomplete-stream", at: block, message: `The stream ends before the call to ${name} is complete` };
  }
  return undefined;
}

function startedCall(node: JsonNode): JsonNode | undefined {
  const event = node.get("type")?.string() === "stream_event" ? node.get("event") : undefined;
  const block = event?.get("type")?.string() === "content_block_start" ? event.get("content_block") : undefined;
  return block?.get("type")?.string() === "tool_use" ? block : undefined;
}
