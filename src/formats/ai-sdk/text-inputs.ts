import type { AdaptedConversation } from "../../model/conversation.js";
import { changedCalls } from "../changed-calls.js";

/**
 * The conversation, with inputs that are text left as they are where the tool is one of the provider's own: custom tools take free text
 * (ai 6.0, `openai.tools.customTool`; read 2026-11).
 */
export function withTextInputs(conversation: AdaptedConversation): AdaptedConversation {
  const messages = changedCalls(conversation.messages, (call) => {
    const { arguments: given, name } = call.function;
    const isText = given.kind === "malformed" && given.fault === "wrong-container" && given.at.kind === "string";
    if (!isText || name === null || conversation.toolset.get(name)?.hosted !== true) return call;
    return { ...call, function: { name, arguments: { kind: "text", at: given.at } } };
  });
  return messages === conversation.messages ? conversation : { ...conversation, messages };
}
