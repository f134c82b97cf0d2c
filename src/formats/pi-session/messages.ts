import type { JsonNode } from "../../json/node.js";
import type { FinishReason } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { kindOfBlock } from "../blocks/kinds.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";

/** `StopReason` (@mariozechner/pi-ai 0.73.1, read 2026-11). */
const stopReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["toolUse", "tool_calls"],
  ["error", "error"],
  ["aborted", "other"],
]);

/** Blocks without a call or a result, in pi and in harnesses that write the same lines. */
const otherBlocks: ReadonlySet<string> = new Set(["image", "document"]);

/** Reads the messages of one conversation. In an abandoned one nothing is owed. */
export function readMessages(messages: readonly JsonNode[], draft: ConversationDraft, isAbandoned: boolean): void {
  for (const message of messages) readMessage(message, draft, isAbandoned);
}

function readMessage(message: JsonNode, draft: ConversationDraft, isAbandoned: boolean): void {
  const role = message.get("role");
  const place = { at: message, roleAt: role };
  switch (role?.string()) {
    case "assistant": {
      const stop = message.get("stopReason")?.string();
      // What an answer held that broke off is never sent again, nor run.
      const isBroken = stop === "error" || stop === "aborted";
      readContent(message.get("content"), draft.open({ role: "assistant", opensTurn: true, ...place }), draft, {
        owesNothing: isBroken || isAbandoned,
        partial: isBroken,
      });
      if (!isAbandoned) draft.finish(message.get("stopReason"), stopReasons);
      break;
    }
    case "toolResult":
      draft.open({ role: "tool", ...place }).result({
        result: message,
        callId: message.get("toolCallId"),
        name: message.get("toolName"),
        content: message.get("content"),
        isError: message.get("isError")?.boolean() === true,
      });
      break;
    case "system":
      readContent(message.get("content"), draft.open({ role: "system", ...place }), draft, { owesNothing: isAbandoned, partial: false });
      break;
    case "bashExecution":
      draft.open({ role: "user", ...place }).other("bashExecution", message);
      break;
    default: {
      // Summaries and what extensions put in reach the model as words of the user.
      const content = message.get("content") ?? message.get("summary");
      readContent(content, draft.open({ role: "user", ...place }), draft, { owesNothing: isAbandoned, partial: false });
    }
  }
}

interface Owing {
  readonly owesNothing: boolean;
  readonly partial: boolean;
}

function readContent(content: JsonNode | undefined, message: MessageDraft, draft: ConversationDraft, owing: Owing): void {
  if (content?.kind === "string") message.text(content);
  for (const block of content?.items() ?? []) readBlock(block, message, draft, owing);
}

function readBlock(block: JsonNode, message: MessageDraft, draft: ConversationDraft, owing: Owing): void {
  const type = block.get("type")?.string() ?? "";
  if (type === "toolCall") {
    message.call({
      call: block,
      type: "function",
      id: block.get("id"),
      name: block.get("name"),
      arguments: block.get("arguments"),
      container: "object",
      ...owing,
    });
    return;
  }
  // Other harnesses write the same lines around the blocks of the Messages API.
  switch (kindOfBlock(type)) {
    case "text":
      message.text(block.get("text") ?? block);
      break;
    case "thinking":
      message.thinking(type, block);
      break;
    case "client-call":
      message.call({
        call: block,
        type: "function",
        id: block.get("id"),
        name: block.get("name"),
        arguments: block.get("input"),
        container: "object",
        ...owing,
      });
      break;
    case "client-result":
      message.result({
        result: block,
        callId: block.get("tool_use_id"),
        content: block.get("content"),
        isError: block.get("is_error")?.boolean() === true,
      });
      break;
    default:
      if (!otherBlocks.has(type)) draft.warn(block.get("type") ?? block, `Unknown block type ${quote(type)}: what it holds was not read`);
      message.other(type, block);
  }
}
