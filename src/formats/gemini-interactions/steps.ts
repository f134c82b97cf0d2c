import type { JsonNode } from "../../json/node.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { given } from "../google/field.js";
import { hasNo, mustBeKind, unknownType } from "../shape-faults.js";

/** What a step is to us. */
type StepKind = "user" | "model" | "thought" | "call" | "result" | "hosted-call" | "hosted-result" | "media";

/** Types of steps, and of the flat contents that older interactions have in their place (@google/genai 2.32, 2026-11). */
const stepKinds: ReadonlyMap<string, StepKind> = new Map([
  ["user_input", "user"],
  ["model_output", "model"],
  ["text", "model"],
  ["thought", "thought"],
  ["function_call", "call"],
  ["function_result", "result"],
  ["image", "media"],
  ["audio", "media"],
  ["document", "media"],
  ["video", "media"],
]);

/** Tools that Google runs: each has a step type for its calls and one for its results. */
const hostedTools = [
  "google_search",
  "code_execution",
  "url_context",
  "file_search",
  "google_maps",
  "mcp_server_tool",
  "computer_use",
  "retrieval",
];

/** The kind of a step type, `undefined` where the API knows none. */
export function kindOfStep(type: string): StepKind | undefined {
  const known = stepKinds.get(type);
  if (known !== undefined) return known;
  if (hostedTools.some((tool) => type === `${tool}_call`)) return "hosted-call";
  return hostedTools.some((tool) => type === `${tool}_result`) ? "hosted-result" : undefined;
}

/** Whether only the Interactions API has such a step. */
export function isTellingStep(node: JsonNode | undefined): boolean {
  const type = node?.get("type")?.string();
  if (type === undefined) return false;
  switch (kindOfStep(type)) {
    case "user":
    case "model":
      return type !== "text";
    case "call":
      // OpenAI's item has a `call_id`, and its arguments are text.
      return node?.get("call_id") === undefined && node?.get("arguments")?.kind === "object" && node.get("id") !== undefined;
    case "result":
    case "hosted-result":
      return node?.get("call_id") !== undefined && node.get("result") !== undefined;
    case "hosted-call":
      return node?.get("arguments")?.kind === "object" && node.get("action") === undefined;
    default:
      return false;
  }
}

/** Where steps came from. */
export interface StepOrigin {
  readonly fromResponse: boolean;
  /** The step that a stream stopped in. */
  readonly cut?: JsonNode | undefined;
}

/** Reads steps, one after the other; those of the model follow each other in one message. */
export function readSteps(steps: readonly JsonNode[], draft: ConversationDraft, origin: StepOrigin): void {
  let open: { readonly role: "user" | "assistant"; readonly message: MessageDraft } | undefined;
  const messageOf = (role: "user" | "assistant", at: JsonNode): MessageDraft => {
    if (open?.role !== role) open = { role, message: draft.open({ role, at, fromResponse: origin.fromResponse && role === "assistant" }) };
    return open.message;
  };
  for (const step of steps) {
    if (step.kind === "string") messageOf("user", step).text(step);
    else if (step.kind !== "object") draft.report(step, mustBeKind("A step", "an object with `type`", step));
    else readStep(step, draft, origin, messageOf);
  }
}

type MessageOf = (role: "user" | "assistant", at: JsonNode) => MessageDraft;

function readStep(step: JsonNode, draft: ConversationDraft, origin: StepOrigin, messageOf: MessageOf): void {
  const type = step.get("type")?.string();
  const role = step.get("role")?.string();
  if (type === undefined) {
    // A turn of older interactions: `{role, content}`.
    if (role === undefined) draft.report(step, hasNo("A step", "type"));
    else readContents(given(step, "content"), messageOf(role === "model" ? "assistant" : "user", step), step, draft, origin, messageOf);
    return;
  }
  const kind = kindOfStep(type);
  switch (kind) {
    case "user":
      readContents(given(step, "content"), messageOf("user", step), step, draft, origin, messageOf);
      break;
    case "model":
      if (type !== "text") readContents(given(step, "content"), messageOf("assistant", step), step, draft, origin, messageOf);
      else messageOf(origin.fromResponse ? "assistant" : "user", step).text(given(step, "text") ?? step);
      break;
    case "thought":
      messageOf("assistant", step).thinking("thought", step);
      break;
    case "media":
      messageOf(origin.fromResponse ? "assistant" : "user", step).other(type, step);
      break;
    case "call":
    case "hosted-call":
      messageOf("assistant", step).call({
        call: step,
        type: kind === "call" ? "function" : type.replace(/(?:_tool)?_call$/, ""),
        id: given(step, "id"),
        name: given(step, "name"),
        arguments: given(step, "arguments"),
        container: given(step, "arguments")?.kind === "string" && origin.fromResponse ? "either" : "object",
        hosted: kind === "hosted-call",
        expectsNoResult: kind === "hosted-call",
        partial: step === origin.cut,
      });
      break;
    case "result":
    case "hosted-result":
      messageOf(kind === "result" ? "user" : "assistant", step).result({
        result: step,
        callId: given(step, "call_id"),
        name: given(step, "name"),
        content: given(step, "result"),
        isError: given(step, "is_error")?.boolean() === true,
        hosted: kind === "hosted-result",
      });
      break;
    case undefined:
      draft.warn(step.get("type") ?? step, unknownType("Steps", type));
      break;
  }
}

function readContents(
  content: JsonNode | undefined,
  message: MessageDraft,
  step: JsonNode,
  draft: ConversationDraft,
  origin: StepOrigin,
  messageOf: MessageOf,
): void {
  if (content === undefined) return;
  if (content.kind === "string") {
    message.text(content);
    return;
  }
  for (const part of content.kind === "array" ? content.items() : [content]) {
    const type = part.get("type")?.string() ?? "";
    const kind = kindOfStep(type);
    if (part.kind === "string") message.text(part);
    else if (type === "text") message.text(given(part, "text") ?? part);
    else if (kind === "media" || kind === undefined) message.other(type, part);
    else if (part !== step) readStep(part, draft, origin, messageOf);
  }
}
