import type { JsonNode } from "../../json/node.js";
import type { ToolArguments } from "../../model/exchange.js";
import { quote } from "../../text/quote.js";
import { sentence, value } from "../../text/sentence.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";

/** Content that is no call and no result (`MessageContent`, block/goose, `conversation/message.rs`, read 2026-11). */
const otherTypes: ReadonlySet<string> = new Set([
  "image",
  "toolConfirmationRequest",
  "actionRequired",
  "systemNotification",
  "conversationCompacted",
  "contextLengthExceeded",
  "summarizationRequested",
]);

/** Whether only Goose has such a block: its call stands in an envelope of its own. */
export function isGooseBlock(block: JsonNode): boolean {
  const key = envelopes.get(block.get("type")?.string() ?? "");
  return key !== undefined && block.get(key)?.kind === "object";
}

const envelopes: ReadonlyMap<string, string> = new Map([
  ["toolRequest", "toolCall"],
  ["frontendToolRequest", "toolCall"],
  ["toolResponse", "toolResult"],
]);

/** Reads the messages of a session. */
export function readMessages(messages: readonly JsonNode[], draft: ConversationDraft): void {
  let previous: string | undefined;
  for (const message of messages) {
    const id = message.get("id")?.string();
    readMessage(message, id === undefined || id !== previous, draft);
    previous = id;
  }
}

/** @param isNew it is no further piece of the message in front, which has the same id */
function readMessage(message: JsonNode, isNew: boolean, draft: ConversationDraft): void {
  const role = message.get("role");
  const content = message.get("content");
  // Each of several calls may have a message of its own; words alone are a new answer.
  const hasCalls = content?.items().some((block) => envelopes.get(block.get("type")?.string() ?? "") === "toolCall") ?? false;
  const isAnswer = role?.string() === "assistant";
  const opened = draft.open({
    role: isAnswer ? "assistant" : "user",
    at: message,
    roleAt: role,
    opensTurn: isAnswer && isNew && !hasCalls,
  });
  if (content?.kind === "string") opened.text(content);
  for (const block of content?.items() ?? []) readBlock(block, opened, draft);
}

function readBlock(block: JsonNode, message: MessageDraft, draft: ConversationDraft): void {
  const type = block.get("type")?.string() ?? "";
  switch (type) {
    case "text":
      message.text(block.get("text") ?? block);
      break;
    case "thinking":
    case "redactedThinking":
    case "reasoning":
      message.thinking(type, block);
      break;
    case "toolRequest":
    case "frontendToolRequest":
      readCall(block, message);
      break;
    case "toolResponse":
      readResult(block, message);
      break;
    default:
      if (!otherTypes.has(type)) draft.warn(block.get("type") ?? block, `Unknown block type ${quote(type)}: what it holds was not read`);
      message.other(type, block);
  }
}

function readCall(block: JsonNode, message: MessageDraft): void {
  const envelope = block.get("toolCall");
  const error = envelope?.get("status")?.string() === "error" ? envelope.get("error") : undefined;
  const call = { call: block, type: "function", id: block.get("id") };
  if (error !== undefined) {
    // The name was lost with the text that could not be read.
    message.call({ ...call, name: undefined, arguments: error, decoded: unreadable(error), partial: true });
    return;
  }
  const value = envelope?.get("value") ?? envelope;
  message.call({ ...call, name: value?.get("name"), arguments: value?.get("arguments"), container: "object" });
}

/** Goose keeps its own words in place of a call that was no JSON ("Could not interpret tool use parameters …"). */
function unreadable(error: JsonNode): ToolArguments {
  const words = error.string() ?? error.raw();
  return {
    kind: "malformed",
    fault: "not-json",
    at: error,
    message: sentence`Goose could not read the call: ${value(words)}`,
    fix: "Answer such a call with an error result and let the model write it again",
  };
}

function readResult(block: JsonNode, message: MessageDraft): void {
  const envelope = block.get("toolResult");
  const value = envelope?.get("value");
  const structured = value?.get("structuredContent");
  message.result({
    result: block,
    callId: block.get("id"),
    content: envelope?.get("error") ?? value?.get("content") ?? value,
    isError: envelope?.get("status")?.string() === "error" || value?.get("isError")?.boolean() === true,
    structured: structured?.kind === "null" ? undefined : structured,
  });
}
