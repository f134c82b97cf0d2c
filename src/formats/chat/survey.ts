import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";
import { memoizeLast } from "../memoize-last.js";
import { listIn, messagesIn } from "../message-list.js";
import { isCohereDocument } from "./cohere-marks.js";

/** How the calls in a list of chat messages are written; the first call decides. */
export type CallStyle =
  /** `function.arguments` is text or absent, `custom.input`, or a legacy `function_call`. */
  | "text"
  /** `function.arguments` is an object. */
  | "object"
  /** `{name, args}` without `function`. */
  | "flat"
  | "none";

/** What a list of chat messages shows about the wire that wrote it. Prose shows nothing: only calls, results and roles count. */
export interface ChatSurvey {
  readonly calls: CallStyle;
  /** A call written as an object has no type, and no id or a number inside its function, as Ollama writes them. */
  readonly bareCalls: boolean;
  /** A message of role `tool` names its call by `tool_call_id`, or one of role `function` its function. */
  readonly results: boolean;
  /** `role` is `bot` or `human`, or the role is under `type` in NeMo's words. */
  readonly aliases: boolean;
  /** Every message that was looked at is an object with a role of OpenAI's. */
  readonly plainRoles: boolean;
  /** A mark of a wire that is not OpenAI's nor NeMo's: finishes the sentence "has …". */
  readonly otherWire: string | undefined;
}

const roles: ReadonlySet<string> = new Set(["assistant", "user", "system", "developer", "tool", "function"]);

/** Content parts that only other wires write. */
const foreignParts: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_result",
  "server_tool_use",
  "mcp_tool_use",
  "mcp_tool_result",
  "web_search_tool_result",
  "tool-call",
  "tool-result",
  "tool-invocation",
  "toolCall",
  "toolRequest",
  "toolResponse",
  "function_call",
  "function_result",
]);

/** Keys of content parts without a type, as Bedrock's Converse API and Haystack write them. */
const foreignPartKeys = ["text", "toolUse", "toolResult", "tool_call", "tool_call_result"] as const;

/** Keys of messages that hold calls or content elsewhere than in OpenAI's fields. */
const foreignKeys = ["parts", "blocks", "contents", "toolInvocations", "additional_kwargs", "tool_responses"] as const;

/** Keys of calls beside `tool_calls`: rare, and asked of each message. */
const otherCalls = new KeyNames(["toolCalls", "function_call"]);

/** What the messages of a body show: of a list, of that under `messages` (also as JSON text), or of the body as the only message. */
export const surveyOf = memoizeLast(
  (body): ChatSurvey => surveyMessages(messagesIn(body) ?? listIn(body, ["messages"])?.items() ?? [body]),
);

/**
 * Whether calls are there, and neither they nor results have an id, as in the rows that chat templates are given (Hugging Face
 * Transformers, "Tool use", read 2026-11): there, results are after their calls and name their tool.
 */
export const lacksIds = memoizeLast((body): boolean => haveNoIds(messagesIn(body) ?? listIn(body, ["messages"])?.items() ?? [body]));

/** As `lacksIds`, of a list of messages. */
export function haveNoIds(messages: readonly JsonNode[]): boolean {
  let calls = 0;
  for (const message of messages) {
    if (isId(message.get("tool_call_id"))) return false;
    for (const call of message.get("tool_calls")?.items() ?? none) {
      if (isId(call.get("id"))) return false;
      calls += 1;
    }
  }
  return calls > 0;
}

/** Keys by which rows say which of their messages are trained on (axolotl, "Conversation" dataset format, read 2026-12). */
const trainingKeys = ["train", "training", "train_detail", "train_on_turn"] as const;

/** Whether messages say that, or how, a model is trained on them: then arguments as objects are those of a row. */
export const saysTraining = memoizeLast((body): boolean =>
  (messagesIn(body) ?? []).some((message) => trainingKeys.some((key) => message.get(key) !== undefined)),
);

/** An empty one counts: somebody meant to write it. */
function isId(node: JsonNode | undefined): boolean {
  return node !== undefined && node.kind !== "null";
}

/** Looks at messages until the first call has told how calls are written; linear, and short where a call comes early. */
function surveyMessages(messages: readonly JsonNode[]): ChatSurvey {
  const found: Found = { calls: "none", bareCalls: false, results: false, aliases: false, plainRoles: true, otherWire: undefined };
  let isDoubled = false;
  for (const message of messages) {
    // Behind a call that tells, only its results may still say whose wire it is.
    if (found.calls === "text") {
      const isResult = message.get("role")?.string() === "tool";
      if (isResult && !hasDocuments(message, found)) continue;
      if (!isResult && isDoubled) lookAtContent(message.get("content"), none, found);
      break;
    }
    isDoubled = lookAtMessage(message, found);
    if (found.otherWire !== undefined) break;
  }
  return found;
}

function hasDocuments(result: JsonNode, found: Found): boolean {
  const content = result.get("content");
  if (content?.kind !== "array" || !content.items().some(isCohereDocument)) return false;
  found.otherWire ??= "Cohere's documents";
  return true;
}

type Found = { -readonly [Key in keyof ChatSurvey]: ChatSurvey[Key] };

const none: readonly JsonNode[] = [];

/** @returns whether the content repeats the calls of the message in Anthropic's words: then only the results say whose wire it is */
function lookAtMessage(message: JsonNode, found: Found): boolean {
  const role = message.get("role")?.string();
  if (role === undefined || !roles.has(role)) lookAtRole(message, role, found);
  const mayCallOtherwise = message.mayHaveOneOf?.(otherCalls) !== false;
  const calls = message.get("tool_calls") ?? (mayCallOtherwise ? message.get("toolCalls") : undefined);
  const call = calls?.first();
  if (call !== undefined) lookAtCall(message, call, found);
  else if (mayCallOtherwise && message.get("function_call")?.kind === "object") noteCalls("text", found);
  if (role === "tool" && !hasDocuments(message, found)) lookAtResult(message, found);
  else if (role === "function") found.results ||= message.get("name") !== undefined;
  const content = message.get("content");
  if (content?.kind === "array") return lookAtContent(content, found.calls === "text" ? (calls?.items() ?? none) : none, found);
  if (content === undefined && call === undefined) {
    const key = foreignKeys.find((each) => message.get(each) !== undefined);
    if (key !== undefined) found.otherWire ??= `messages with ${key}`;
  }
  return false;
}

function lookAtRole(message: JsonNode, role: string | undefined, found: Found): void {
  found.plainRoles = false;
  if (role === "bot" || role === "human") found.aliases = true;
  if (role !== undefined) return;
  if (message.get("step_number") !== undefined) found.otherWire ??= "numbered steps";
  const type = message.get("type")?.string();
  if (message.get("content") === undefined && message.get("tool_calls") === undefined) {
    if (type !== undefined) found.otherWire ??= "items that name their type instead of a role";
  } else if (type === "bot" || type === "assistant" || type === "user") {
    found.aliases = true;
  } else if (type === "ai") {
    found.otherWire ??= "LangChain's message types";
  } else if (type === "gemini") {
    found.otherWire ??= "the message types of Gemini CLI";
  }
}

function lookAtCall(message: JsonNode, call: JsonNode, found: Found): void {
  if (message.get("tool_plan") !== undefined) found.otherWire ??= "Cohere's tool_plan";
  const called = call.get("function");
  if (called?.kind === "object") {
    if (called.get("arguments")?.kind !== "object") {
      noteCalls("text", found);
      return;
    }
    noteCalls("object", found);
    const isCounted = called.get("index") !== undefined;
    found.bareCalls ||= call.get("type") === undefined && (isCounted || call.get("id") === undefined);
  } else if (called?.kind === "string") {
    found.otherWire ??= "calls that name their function as text";
  } else if (call.get("custom")?.kind === "object") {
    noteCalls("text", found);
  } else if (call.get("name") !== undefined) {
    if (call.get("requestor") !== undefined) found.otherWire ??= "calls with a requestor";
    else if (call.get("type")?.string() === "tool_call") found.otherWire ??= "LangChain's tool calls";
    else if (call.get("args") !== undefined) noteCalls("flat", found);
    else if (call.get("arguments")?.kind === "object") noteCalls("object", found);
  }
}

function lookAtResult(message: JsonNode, found: Found): void {
  if (message.get("tool_name") !== undefined) found.otherWire ??= "Ollama's tool_name";
  else if (message.get("tool_call_ids") !== undefined) found.otherWire ??= "results with several call ids";
  else found.results ||= (message.get("tool_call_id") ?? message.get("toolCallId")) !== undefined;
}

/**
 * @param calls those of the same message: a gateway that speaks both wires writes each of them into the content as well
 * @returns whether it did
 */
function lookAtContent(content: JsonNode | undefined, calls: readonly JsonNode[], found: Found): boolean {
  let isDoubled = false;
  for (const part of content?.items() ?? none) {
    if (part.kind !== "object") continue;
    const type = part.get("type")?.string();
    if (type === undefined) {
      const key = foreignPartKeys.find((each) => part.get(each) !== undefined);
      if (key !== undefined) found.otherWire ??= `content parts with ${key}`;
    } else if (type === "tool_use" && calls.some((call) => isSameId(call, part))) {
      isDoubled = true;
    } else if (foreignParts.has(type)) {
      found.otherWire ??= `content parts of type ${type}`;
    }
  }
  return isDoubled;
}

function isSameId(call: JsonNode, part: JsonNode): boolean {
  const id = call.get("id")?.string();
  return id !== undefined && id === part.get("id")?.string();
}

function noteCalls(style: CallStyle, found: Found): void {
  if (found.calls === "none") found.calls = style;
}
