import type { JsonNode } from "../../json/node.js";
import { withArticle } from "../../text/article.js";
import { listing } from "../../text/listing.js";
import { quote } from "../../text/quote.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { hasNo, mustBeKind, unknownType } from "../shape-faults.js";

/** Where parts are. In a prompt inputs are objects and results have a typed output; what a provider or a step gave is raw. */
export type PartsOrigin = "prompt" | "answer";

/** What reading a part needs to know of its conversation. */
export interface PartContext {
  readonly draft: ConversationDraft;
  readonly origin: PartsOrigin;
  /** Ids of calls that an approval response answers. */
  readonly approved: ReadonlySet<string>;
  /** Finish reason that cut the answer off. */
  readonly cutBy: string | undefined;
}

const otherTypes: ReadonlySet<string> = new Set([
  "image",
  "file",
  "source",
  "custom",
  "reasoning-file",
  "tool-approval-request",
  "tool-approval-response",
]);

/**
 * The type of a part. Providers of ai 4 write calls without it, `{toolCallType, toolCallId, toolName, args}`, and the SDK in its spans,
 * `{toolCallId, toolName, input}`.
 */
export function typeOf(part: JsonNode): string | undefined {
  const type = part.get("type")?.string();
  if (type !== undefined) return type;
  const isCall =
    part.get("toolCallId") !== undefined && part.get("toolName") !== undefined && (part.get("input") ?? part.get("args")) !== undefined;
  return isCall || part.get("toolCallType") !== undefined ? "tool-call" : undefined;
}

/** Whether a part is a result of a tool, good or bad. */
export function isResult(part: JsonNode): boolean {
  const type = typeOf(part);
  return type === "tool-result" || type === "tool-error";
}

/** Whether the provider ran the tool of a part. */
export function isProviderExecuted(part: JsonNode): boolean {
  return part.get("providerExecuted")?.boolean() === true;
}

/** Reads one content part (ai 6.0, `AssistantContent`, `ToolContent` and `ContentPart`; ai 4.3 `CoreMessage`; read 2026-11). */
export function readPart(part: JsonNode, message: MessageDraft, context: PartContext, hosted: boolean): void {
  if (part.kind !== "object") {
    context.draft.report(part, mustBeKind("A content part", "an object with `type`", part));
    return;
  }
  const type = typeOf(part);
  switch (type) {
    case "text":
      message.text(part.get("text") ?? part);
      return;
    case "reasoning":
    case "redacted-reasoning":
      message.thinking(type, part);
      return;
    case "tool-call":
      addCall(part, message, context, hosted);
      return;
    case "tool-result":
      addResult(part, message, context, hosted);
      return;
    case "tool-error":
      message.result({ content: part.get("error"), isError: true, hosted, ...linkOf(part) });
      return;
    case undefined:
      context.draft.report(part, hasNo("A content part", "type"));
      return;
    default:
      message.other(type, part);
      if (!otherTypes.has(type)) context.draft.warn(part, unknownType("Content parts", type));
  }
}

function addCall(part: JsonNode, message: MessageDraft, { origin, approved, cutBy }: PartContext, hosted: boolean): void {
  const id = part.get("toolCallId");
  // The SDK keeps the model's text where it could not read it, and says so.
  const isText = origin === "answer" || part.get("invalid")?.boolean() === true;
  message.call({
    call: part,
    id,
    name: part.get("toolName"),
    arguments: part.get("input") ?? part.get("args"),
    container: isText ? "either" : "object",
    hosted,
    expectsNoResult: approved.has(id?.string() ?? ""),
    cutBy,
  });
}

function linkOf(part: JsonNode) {
  return { result: part, callId: part.get("toolCallId"), name: part.get("toolName") } as const;
}

function addResult(part: JsonNode, message: MessageDraft, { draft, origin }: PartContext, hosted: boolean): void {
  const output = part.get("output");
  const isError = part.get("isError")?.boolean() === true;
  if (output === undefined || origin === "answer") {
    message.result({ content: output ?? part.get("result"), isError, hosted, ...linkOf(part) });
    return;
  }
  const type = output.get("type")?.string();
  if (type === undefined || !outputTypes.has(type)) {
    const types = listing([...outputTypes].map(quote), "or");
    const got = type === undefined ? (output.kind === "object" ? "an object without it" : withArticle(output.kind)) : quote(type);
    draft.report(
      output.get("type") ?? output,
      `\`output\` of a tool result must have the \`type\` ${types}, got ${got}`,
      'Wrap what the tool returned: {"type": "json", "value": …}',
    );
  }
  message.result({
    content: output.get("value") ?? output.get("reason") ?? output,
    isError: isError || (type !== undefined && errorTypes.has(type)),
    hosted,
    ...linkOf(part),
  });
}

/** Outputs of a result in a prompt (ai 6.0, `ToolResultOutput`; read 2026-11). */
const errorTypes: ReadonlySet<string> = new Set(["error-text", "error-json", "execution-denied"]);
const outputTypes: ReadonlySet<string> = new Set(["text", "json", "content", ...errorTypes]);
