import type { Message, MessagePart } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";

/** The messages with some calls changed, also where a result is kept with its call; the same messages where none is. */
export function changedCalls(messages: readonly Message[], change: (call: ToolCall) => ToolCall): readonly Message[] {
  const changed = new Map<ToolCall, ToolCall>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind !== "call") continue;
    const call = change(part.call);
    if (call !== part.call) changed.set(part.call, call);
  }
  if (changed.size === 0) return messages;
  const withChanged = (part: MessagePart): MessagePart => {
    if (part.kind === "call") return { kind: "call", call: changed.get(part.call) ?? part.call };
    if (part.kind !== "result" || part.result.inlineCall === undefined) return part;
    return { kind: "result", result: { ...part.result, inlineCall: changed.get(part.result.inlineCall) ?? part.result.inlineCall } };
  };
  return messages.map((message) => ({ ...message, parts: message.parts.map(withChanged) }));
}
