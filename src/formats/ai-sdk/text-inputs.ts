import type { AdaptedConversation, MessagePart } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";

/**
 * The conversation, with inputs that are text left as they are where the tool is one of the provider's own: custom tools take free text
 * (ai 6.0, `openai.tools.customTool`; read 2026-11).
 */
export function withTextInputs(recorded: AdaptedConversation): AdaptedConversation {
  const { messages, toolset } = recorded;
  const corrected = new Map<ToolCall, ToolCall>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind !== "call") continue;
    const { arguments: given, name } = part.call.function;
    const isText = given.kind === "malformed" && given.fault === "wrong-container" && given.at.kind === "string";
    if (!isText || name === null || toolset.get(name)?.hosted !== true) continue;
    corrected.set(part.call, { ...part.call, function: { name, arguments: { kind: "text", at: given.at } } });
  }
  if (corrected.size === 0) return recorded;
  const withCorrected = (part: MessagePart): MessagePart => {
    if (part.kind === "call") return { kind: "call", call: corrected.get(part.call) ?? part.call };
    if (part.kind !== "result" || part.result.inlineCall === undefined) return part;
    return { kind: "result", result: { ...part.result, inlineCall: corrected.get(part.result.inlineCall) ?? part.result.inlineCall } };
  };
  return { ...recorded, messages: messages.map((message) => ({ ...message, parts: message.parts.map(withCorrected) })) };
}
