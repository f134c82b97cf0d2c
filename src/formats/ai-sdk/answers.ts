import type { JsonNode } from "../../json/node.js";
import { typeOf } from "./model-parts.js";

/** What came back: messages, or steps and answers whose parts are in lists. */
export type Answered =
  | { readonly kind: "messages"; readonly messages: readonly JsonNode[] }
  | { readonly kind: "parts"; readonly at: JsonNode; readonly parts: readonly JsonNode[] };

/**
 * Finds what came back in a result of `generateText`, one of its steps, an answer of a provider, a list of steps, or the parts of a stream.
 *
 * A result keeps the same calls several times: its steps are the whole, then content, then the messages made of it, then the lists of calls
 * and results alone (ai 6.0, `GenerateTextResult`; read 2026-11).
 */
export function answersIn(node: JsonNode): readonly Answered[] {
  if (node.kind === "array") {
    if (isParts(node)) return [{ kind: "parts", at: node, parts: node.items().filter(isFinished) }];
    if (isCallList(node)) return [{ kind: "parts", at: node, parts: node.items() }];
    return node.items().flatMap(answersIn);
  }
  const steps = node.get("steps");
  if (steps?.first() !== undefined) return steps.items().flatMap(answersIn);
  const content = node.get("content");
  if (node.get("role") !== undefined && content !== undefined) return [{ kind: "messages", messages: [node] }];
  if (content?.kind === "array") return [{ kind: "parts", at: node, parts: content.items() }];
  const messages = node.get("response")?.get("messages");
  if (messages?.first() !== undefined) return [{ kind: "messages", messages: messages.items() }];
  const lists = [node.get("toolCalls"), node.get("toolResults")].flatMap((list) => list?.items() ?? []);
  return lists.length > 0 || node.get("finishReason") !== undefined ? [{ kind: "parts", at: node, parts: lists }] : [];
}

/** Whether a list holds parts, bare or as they were streamed. */
export function isParts(list: JsonNode): boolean {
  const first = list.first();
  if (first === undefined || first.get("role") !== undefined || first.get("content") !== undefined) return false;
  return first.get("steps") === undefined && first.get("finishReason") === undefined && first.get("type")?.kind === "string";
}

/** Whether a list holds calls of a provider, which have no type: what the SDK writes into `ai.response.toolCalls`. */
export function isCallList(list: JsonNode): boolean {
  const first = list.first();
  return first?.get("type") === undefined && first?.get("role") === undefined && typeOf(first ?? list) === "tool-call";
}

/** Parts of a stream that are whole; the deltas before them say the same. */
function isFinished(part: JsonNode): boolean {
  const type = typeOf(part);
  return type === "tool-call" || type === "tool-result" || type === "tool-error";
}

/** Whether a list of parts holds a call or a result of the SDK's. */
export function holdsToolPart(list: JsonNode | undefined): boolean {
  return list?.items().some((part) => part.kind === "object" && isToolPart(part)) === true;
}

/** What the SDK's calls and results hold beside the name of the tool: one of it may have been lost. */
const besideName = ["toolCallId", "input", "args", "output", "result"] as const;

/** Whether a part is a call or a result of the SDK's: only it writes `toolName` under these types. */
export function isToolPart(part: JsonNode): boolean {
  switch (typeOf(part)) {
    case "tool-call":
    case "tool-result":
    case "tool-error":
      return part.get("toolName") !== undefined && besideName.some((key) => part.get(key) !== undefined);
    case "tool-approval-request":
    case "tool-approval-response":
      return part.get("approvalId") !== undefined;
    default:
      return false;
  }
}
