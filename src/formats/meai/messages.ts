import type { JsonNode } from "../../json/node.js";
import type { FinishReason, Role } from "../../model/conversation.js";
import type { ToolArguments } from "../../model/exchange.js";
import { quote } from "../../text/quote.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { callIdOf, contentsOf, contentType, kindOfContent } from "./contents.js";
import { pluginName } from "./plugin-names.js";
import { field } from "./spelling.js";

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["tool", "tool"],
]);

/** `ChatFinishReason` (Microsoft.Extensions.AI.Abstractions 10; read 2026-11). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["tool_calls", "tool_calls"],
  ["content_filter", "content_filter"],
]);

/** The message that the last update added to. */
export interface OpenUpdate {
  readonly node: JsonNode;
  readonly role: Role;
  readonly message: MessageDraft;
}

/** Whether an entry is an update of a streamed answer: it says of the answer what messages never say (`ChatResponseUpdate`). */
export function isUpdate(node: JsonNode): boolean {
  const roleAt = field(node, "role");
  const isKnown = roleAt === undefined || roles.has(roleWord(roleAt)?.toLowerCase() ?? "");
  return isKnown && contentsOf(node) !== undefined && updateKeys.some((key) => field(node, key) !== undefined);
}

const updateKeys = ["responseId", "conversationId", "modelId"] as const;

/**
 * Reads an update: it goes on with the message of the one before it, unless it names another message or role. One without a role is the
 * model's (`ToChatResponse`, Microsoft.Extensions.AI 10).
 *
 * @returns the message that the next update may go on with
 */
export function readMeaiUpdate(node: JsonNode, draft: ConversationDraft, open: OpenUpdate | undefined): OpenUpdate {
  const roleAt = field(node, "role");
  const role = roles.get(roleWord(roleAt)?.toLowerCase() ?? "");
  const goesOn = open !== undefined && (role === undefined || role === open.role) && isSameMessage(node, open.node);
  const next: OpenUpdate = goesOn
    ? { ...open, node }
    : { node, role: role ?? "assistant", message: draft.open({ role: role ?? "assistant", at: node, roleAt }) };
  for (const content of contentsOf(node)?.items() ?? []) readContent(content, next.message, draft);
  draft.finish(field(node, "finishReason"), reasons);
  return next;
}

function isSameMessage(node: JsonNode, before: JsonNode): boolean {
  const [id, other] = [node, before].map((each) => field(each, "messageId")?.string() || undefined);
  return id === undefined || other === undefined || id === other;
}

/** Reads one message. */
export function readMeaiMessage(node: JsonNode, draft: ConversationDraft, fromResponse: boolean): void {
  if (node.kind !== "object") {
    draft.report(node, `Unexpected ${node.kind} as message, expected an object with role and contents`);
    return;
  }
  const roleAt = field(node, "role");
  const word = roleWord(roleAt);
  const role = word === undefined ? undefined : roles.get(word.toLowerCase());
  if (role === undefined) {
    const what = roleAt === undefined ? "message without role" : `${word === undefined ? roleAt.kind : quote(word)} as role`;
    draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${[...roles.keys()].join(", ")}`);
  }
  const message = draft.open({ role: role ?? "user", at: node, roleAt, fromResponse: fromResponse && role === "assistant" });
  const contents = contentsOf(node);
  const text = field(node, "content") ?? field(node, "text");
  if (contents === undefined && text?.kind === "string") message.text(text);
  for (const content of contents?.items() ?? []) readContent(content, message, draft);
  draft.finish(field(node, "finishReason"), reasons);
}

/** Text, Semantic Kernel's `{Label}`, or Python's `{type: "role", value}`. */
function roleWord(role: JsonNode | undefined): string | undefined {
  return role?.string() ?? (field(role, "label") ?? field(role, "value"))?.string();
}

function readContent(content: JsonNode, message: MessageDraft, draft: ConversationDraft): void {
  if (content.kind !== "object") {
    draft.report(content, `Unexpected ${content.kind} as content, expected an object with a type`);
    return;
  }
  const type = contentType(content)?.string();
  const kind = kindOfContent(content);
  switch (kind) {
    case "text":
      message.text(field(content, "text") ?? content);
      return;
    case "thinking":
      message.thinking(type ?? "", content);
      return;
    case "call":
    case "hosted-call":
      addCall(content, type ?? "", message, kind === "hosted-call");
      return;
    case "plugin-call":
      addPluginCall(content, message);
      return;
    case "result":
    case "hosted-result":
    case "plugin-result":
      addResult(content, message, kind === "hosted-result");
      return;
    case undefined:
      message.other(type ?? "", content);
      if (type === undefined) draft.report(content, "Unexpected content without type, expected one");
      else draft.warn(content, `Unknown content of type ${quote(type)}: what it holds was not read`);
      return;
    default:
      message.other(type ?? "", content);
  }
}

function addCall(content: JsonNode, type: string, message: MessageDraft, hosted: boolean): void {
  message.call({
    call: content,
    type: hosted ? type : "function",
    id: callIdOf(content),
    name: field(content, "name") ?? field(content, "toolName"),
    arguments: field(content, "arguments"),
    hosted,
    // The service ran it: the call is reported, not asked for.
    expectsNoResult: field(content, "informationalOnly")?.boolean() === true,
  });
}

function addPluginCall(content: JsonNode, message: MessageDraft): void {
  const given = field(content, "arguments");
  const decoded = textOnly(given);
  message.call({
    call: content,
    id: callIdOf(content),
    name: field(content, "functionName") ?? field(content, "name"),
    named: pluginName(content),
    arguments: given,
    ...(decoded !== undefined && { decoded }),
  });
}

/**
 * Semantic Kernel's connectors turn each argument into text before it is kept (`FunctionCallContent`, Microsoft.SemanticKernel 1.6x, read
 * 2026-11): what the model wrote is lost where all are text.
 */
function textOnly(given: JsonNode | undefined): ToolArguments | undefined {
  const values = given?.kind === "object" ? given.entries() : [];
  if (values.length === 0 || !values.every(({ value }) => value.kind === "string")) return undefined;
  return { kind: "unknown", because: "Semantic Kernel keeps the values of arguments as text" };
}

function addResult(content: JsonNode, message: MessageDraft, hosted: boolean): void {
  const exception = field(content, "exception");
  const name = field(content, "functionName");
  message.result({
    result: content,
    callId: field(content, "callId") ?? field(content, "id"),
    name,
    named: name === undefined ? null : pluginName(content),
    content: field(content, "result") ?? field(content, "output") ?? exception,
    isError: exception !== undefined && exception.string() !== "",
    hosted,
  });
}
