import type { JsonNode } from "../../json/node.js";
import type { ToolCall, ToolResult } from "../../model/exchange.js";
import { type DraftPlace, toolResult } from "../call-draft.js";
import { readToolCall } from "../chat/call.js";

/** Whether a message is a result as OpenAI's chat API writes it: `{role: "tool", tool_call_id, content}`. */
export function isChatResult(item: JsonNode): boolean {
  return item.get("role")?.string() === "tool";
}

/** What such a message is a result of, so that its call finds it: that it is no item of this API is reported at its role. */
export function readChatResult(item: JsonNode, context: DraftPlace): ToolResult {
  const callId = item.get("tool_call_id");
  const draft = { result: item, callId, name: item.get("name"), content: item.get("content"), idOptional: callId === undefined };
  return toolResult(draft, context);
}

/** The calls that a message holds as OpenAI's chat API writes them: that they are none here is reported at their list. */
export function readChatCalls(item: JsonNode, firstIndex: number, message: number, cutBy: string | undefined): readonly ToolCall[] {
  const calls: ToolCall[] = [];
  for (const node of item.get("tool_calls")?.items() ?? []) {
    const context = { message, index: firstIndex + calls.length, container: "string", idOptional: false, cutBy } as const;
    const call = readToolCall(node, context, () => undefined);
    if (call !== undefined) calls.push(call);
  }
  return calls;
}
