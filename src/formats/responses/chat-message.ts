import type { JsonNode } from "../../json/node.js";
import { addToolCall } from "../chat/call.js";
import type { MessageDraft } from "../conversation-draft.js";

/** Whether a message is a result as OpenAI's chat API writes it: `{role: "tool", tool_call_id, content}`. */
export function isChatResult(item: JsonNode): boolean {
  return item.get("role")?.string() === "tool";
}

/** Adds what such a message is a result of, so that its call finds it: that it is no item of this API is reported at its role. */
export function addChatResult(item: JsonNode, message: MessageDraft): void {
  const callId = item.get("tool_call_id");
  message.result({ result: item, callId, name: item.get("name"), content: item.get("content"), idOptional: callId === undefined });
}

/** Adds the calls that a message holds as OpenAI's chat API writes them: that they are none here is reported at their list. */
export function addChatCalls(item: JsonNode, message: MessageDraft, cutBy: string | undefined): void {
  for (const node of item.get("tool_calls")?.items() ?? []) {
    addToolCall(node, { container: "string", cutBy }, { message, report: () => undefined });
  }
}
