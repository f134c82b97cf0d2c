import type { JsonNode } from "../json/node.js";
import { sliceText } from "../json/text-slice.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { callIn, headerOf } from "./cline-xml/call.js";
import { adaptedFrom, ConversationDraft, type MessageDraft } from "./conversation-draft.js";
import { certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { mustBeKind } from "./shape-faults.js";

/**
 * Histories of Cline and Roo Code from the time when their models wrote calls into the text, in tags of the tools' names: a message calls
 * once, and the result begins the user's next message (`[read_file for 'a.ts'] Result:`).
 *
 * Source: cline/cline, `core/assistant-message/parse-assistant-message.ts` and `core/prompts/responses.ts`; RooCodeInc/Roo-Code,
 * `core/assistant-message/parseAssistantMessage.ts` (read 2026-12).
 */
export const clineXml: Format = {
  id: "cline-xml",
  title: "Cline and Roo Code history with calls in tags",
  carries: ["messages", "calls", "results"],
  source: "cline/cline, src/core/assistant-message and src/core/prompts/responses.ts (read 2026-12)",
  profile: "session-log",
  rootKeys: ["[].role"],
  detect,
  adapt,
};

/** What the first message of the user begins with, and what the editor adds to each. */
const editorTags = /^\s*<(?:task|user_message|feedback)>|<environment_details>/;

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined || body.kind !== "array") return noMatch;
  const messages = body.items();
  if (!textsOf(messages[0]).some((text) => editorTags.test(text.string() ?? ""))) return noMatch;
  const isNative = messages.some((message) => message.get("content")?.items().some(isNativeBlock));
  if (isNative) return noMatch;
  return messages.some((message) => message.get("role")?.string() !== "user" && textsOf(message).some((text) => callIn(text)))
    ? certain("writes calls in tags of the editor's tools")
    : noMatch;
}

function isNativeBlock(block: JsonNode): boolean {
  return ["tool_use", "tool_result"].includes(block.get("type")?.string() ?? "");
}

function textsOf(message: JsonNode | undefined): readonly JsonNode[] {
  const content = message?.get("content");
  if (content?.kind === "string") return [content];
  return (content?.items() ?? []).flatMap((block) => {
    const text = block.get("text");
    return text?.kind === "string" ? [text] : [];
  });
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const draft = new ConversationDraft();
  let open: ToolCall | undefined;
  for (const node of recording.body.items()) {
    const role = node.get("role")?.string();
    if (node.kind !== "object" || (role !== "user" && role !== "assistant")) {
      draft.report(node, mustBeKind("A message", "an object with a role of the user or the assistant", node));
      continue;
    }
    const message = draft.open({ role, at: node, roleAt: node.get("role"), opensTurn: role === "assistant" });
    open = role === "assistant" ? addAnswer(node, message) : addUser(node, message, open);
  }
  return [adaptedFrom(draft, recording, { format: "cline-xml", isLog: true })];
}

function addAnswer(node: JsonNode, message: MessageDraft): ToolCall | undefined {
  let call: ToolCall | undefined;
  for (const text of textsOf(node)) {
    message.text(text);
    const found = call === undefined ? callIn(text) : undefined;
    if (found === undefined) continue;
    const { isCut, ...parts } = found;
    // Nothing demands a result: the next message of the user may say anything.
    call = message.call({ ...parts, idOptional: true, expectsNoResult: true, partial: isCut });
  }
  return call;
}

/** A message of the user: the first text with the header of a result holds what the call before it gave back, or the block after it does. */
function addUser(node: JsonNode, message: MessageDraft, open: ToolCall | undefined): undefined {
  let call = open;
  const texts = textsOf(node);
  for (const [index, text] of texts.entries()) {
    const header = call === undefined ? undefined : headerOf(text);
    if (header === undefined || call === undefined) {
      message.text(text);
      continue;
    }
    const whole = text.string() ?? "";
    const rest = sliceText(text, header.to, whole.length);
    const content = rest.string()?.trim() === "" ? (texts[index + 1] ?? rest) : rest;
    message.result({ result: text, callId: undefined, content, isError: isError(content), inlineCall: call });
    call = undefined;
  }
}

/** How Cline and Roo Code word what went wrong or was denied. */
function isError(content: JsonNode): boolean {
  return /^\s*(?:The tool execution failed with the following error|The user denied this operation|<error>|Error:|Invalid JSON argument)/.test(
    content.string() ?? "",
  );
}
