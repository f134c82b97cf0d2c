import type { JsonNode } from "../../json/node.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { mustBeKind } from "../shape-faults.js";
import { readChatMessages, roleOf } from "../telemetry/chat-messages.js";
import { spanFinishReasons } from "../telemetry/finish.js";
import { isWithheld } from "../telemetry/texts.js";

/** Reads messages of the conventions: `{role, parts: [{type, …}]}`. Some instrumentation writes OpenAI's shape under the same attribute. */
export function readGenaiMessages(nodes: readonly JsonNode[], draft: ConversationDraft, fromResponse: boolean): void {
  for (const node of nodes) {
    const parts = node.get("parts");
    if (parts?.kind === "array") readParts(node, parts.items(), draft, fromResponse);
    else readChatMessages([node], draft, { fromResponse });
    if (fromResponse) draft.finish(node.get("finish_reason"), spanFinishReasons);
  }
}

function readParts(node: JsonNode, parts: readonly JsonNode[], draft: ConversationDraft, fromResponse: boolean): void {
  const roleAt = node.get("role");
  const role = roleAt === undefined && fromResponse ? "assistant" : roleOf(roleAt?.string());
  const message = draft.open({ role, at: node, roleAt, fromResponse });
  for (const part of parts) readPart(part, message, draft);
}

function readPart(part: JsonNode, message: MessageDraft, draft: ConversationDraft): void {
  if (part.kind !== "object") {
    draft.report(part, mustBeKind("A part of a message", "an object with `type`", part));
    return;
  }
  const type = part.get("type")?.string();
  switch (type) {
    case "text":
      message.text(part.get("content") ?? part);
      break;
    case "reasoning":
    case "thinking":
      message.thinking(type, part);
      break;
    case "tool_call":
      readCall(part, part.get("builtin")?.boolean() === true, message);
      break;
    case "server_tool_call":
      readCall(part, true, message);
      break;
    case "tool_call_response":
      readResult(part, part.get("response") ?? part.get("result"), part.get("builtin")?.boolean() === true, message);
      break;
    case "server_tool_call_response":
      readResult(part, part.get("server_tool_call_response"), true, message);
      break;
    // The conventions let any type of part in.
    default:
      message.other(type ?? "", part);
  }
}

function readCall(part: JsonNode, hosted: boolean, message: MessageDraft): void {
  const given = part.get("arguments") ?? part.get("server_tool_call");
  // Instrumentation leaves arguments out with the rest of the content: absent is not the same as none.
  const isUnknown = given === undefined || given.kind === "null" || isWithheld(given);
  message.call({
    call: part,
    type: hosted ? (part.get("server_tool_call")?.get("type")?.string() ?? "server_tool_call") : "function",
    id: part.get("id"),
    name: part.get("name"),
    arguments: given,
    hosted,
    idOptional: true,
    expectsNoResult: hosted,
    ...(isUnknown && { decoded: { kind: "unknown", because: "the instrumentation did not record the arguments" } }),
  });
}

function readResult(part: JsonNode, content: JsonNode | undefined, hosted: boolean, message: MessageDraft): void {
  message.result({ result: part, callId: part.get("id"), name: part.get("name"), content, hosted, idOptional: true });
}
