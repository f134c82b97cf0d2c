import type { JsonNode } from "../../json/node.js";
import type { FinishReason } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";

/** Why a model stopped, in OpenTelemetry's words (Pydantic AI 1.x, `FinishReason`; read 2026-11). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["content_filter", "content_filter"],
  ["tool_call", "tool_calls"],
  ["error", "error"],
]);

/** Parts that hold neither text nor a call nor a result (Pydantic AI 1.x, `ModelRequestPart` and `ModelResponsePart`; read 2026-11). */
const otherKinds: ReadonlySet<string> = new Set(["file", "image", "compaction", "tool-availability-delta", "speech", "instruction"]);

/** Reads messages of one history, one after the other. */
export function readExchange(nodes: readonly JsonNode[], draft: ConversationDraft, fromResponse: boolean): void {
  nodes.forEach((node, index) => {
    if (node.kind !== "object") {
      draft.report(node, `Unexpected ${node.kind} as message, expected a request or a response`);
      return;
    }
    const isResponse = kindOf(node, draft) === "response";
    const message = draft.open({
      role: isResponse ? "assistant" : "user",
      at: node,
      roleAt: node.get("kind"),
      fromResponse: fromResponse && isResponse,
    });
    const finish = node.get("finish_reason");
    const raw = finish?.string() ?? "";
    const context: PartContext = {
      draft,
      isResponse,
      isBroken: isResponse && (isUnfinished(node) || isUnfinished(nodes[index + 1])),
      cutBy: reasons.get(raw) === "length" ? raw : undefined,
    };
    for (const part of partsOf(node, draft)) readPart(part, message, context);
    if (isResponse) draft.finish(finish, reasons);
  });
}

/** A run that was interrupted, or waits, leaves calls open: the response or the request that collects its results says so. */
function isUnfinished(node: JsonNode | undefined): boolean {
  const state = node?.get("state")?.string();
  return state !== undefined && state !== "complete";
}

function kindOf(node: JsonNode, draft: ConversationDraft): "request" | "response" {
  const at = node.get("kind");
  const kind = at?.string();
  if (kind === "request" || kind === "response") return kind;
  const what = at === undefined ? "message without kind" : `${kind === undefined ? at.kind : quote(kind)} as kind of a message`;
  draft.report(at ?? node, `Unexpected ${what}, expected request or response`);
  const part = node.get("parts")?.first()?.get("part_kind")?.string() ?? "";
  return part.includes("call") || part === "text" || part === "thinking" ? "response" : "request";
}

function partsOf(node: JsonNode, draft: ConversationDraft): readonly JsonNode[] {
  const parts = node.get("parts");
  if (parts?.kind === "array") return parts.items();
  const what = parts === undefined ? "message without parts" : `${parts.kind} as parts`;
  draft.report(parts ?? node, `Unexpected ${what}, expected a list of parts`);
  return [];
}

interface PartContext {
  readonly draft: ConversationDraft;
  readonly isResponse: boolean;
  /** The run was broken off around this response. */
  readonly isBroken: boolean;
  readonly cutBy: string | undefined;
}

function readPart(part: JsonNode, message: MessageDraft, context: PartContext): void {
  const { draft } = context;
  if (part.kind !== "object") {
    draft.report(part, `Unexpected ${part.kind} as part, expected an object with a part_kind`);
    return;
  }
  const kind = part.get("part_kind")?.string();
  switch (kind) {
    case "text":
    case "system-prompt":
    case "user-prompt":
      readText(part.get("content") ?? part, message);
      return;
    case "thinking":
      message.thinking(kind, part);
      return;
    case "tool-call":
      addCall(part, message, context, false);
      return;
    case "builtin-tool-call":
    case "native-tool-call":
      addCall(part, message, context, true);
      return;
    case "tool-return":
      addReturn(part, message, false);
      return;
    case "builtin-tool-return":
    case "native-tool-return":
      addReturn(part, message, true);
      return;
    case "retry-prompt":
      readRetry(part, message);
      return;
    case undefined:
      draft.report(part, "Unexpected part without part_kind, expected one");
      return;
    default:
      message.other(kind, part);
      if (!otherKinds.has(kind)) draft.warn(part, `Unknown part of kind ${quote(kind)}: what it holds was not read`);
  }
}

function readText(content: JsonNode, message: MessageDraft): void {
  if (content.kind !== "array") {
    message.text(content);
    return;
  }
  for (const item of content.items()) {
    if (item.kind === "string") message.text(item);
    else message.other(item.get("kind")?.string() ?? "content", item);
  }
}

/** Tools by which an agent hands over its typed output: their call ends the run, and old histories leave it unanswered. */
const outputTool = /^final_result(?:_|$)/;

function addCall(part: JsonNode, message: MessageDraft, { isBroken, cutBy }: PartContext, hosted: boolean): void {
  const name = part.get("tool_name");
  message.call({
    call: part,
    type: hosted ? "builtin-tool-call" : "function",
    id: part.get("tool_call_id"),
    name,
    arguments: part.get("args"),
    container: "either",
    hosted,
    owesNothing: isBroken || outputTool.test(name?.string() ?? ""),
    partial: isBroken,
    cutBy,
  });
}

function addReturn(part: JsonNode, message: MessageDraft, hosted: boolean): void {
  const outcome = part.get("outcome")?.string();
  message.result({
    result: part,
    callId: part.get("tool_call_id"),
    name: part.get("tool_name"),
    content: part.get("content"),
    isError: outcome !== undefined && outcome !== "success",
    hosted,
  });
}

/** A retry prompt that names a tool tells the model that its call failed; without one it is a word of the user's. */
function readRetry(part: JsonNode, message: MessageDraft): void {
  const name = part.get("tool_name");
  const content = part.get("content");
  if (name?.kind === "string") {
    message.result({ result: part, callId: part.get("tool_call_id"), name, content, isError: true });
  } else if (content?.kind === "string") {
    message.text(content);
  } else {
    message.other("retry-prompt", part);
  }
}
