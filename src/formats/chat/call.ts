import type { JsonNode } from "../../json/node.js";
import type { ToolCall } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";
import { type CallTraits, readName } from "../call-draft.js";
import type { MessageDraft, ReportFault } from "../conversation-draft.js";
import { mustBeKind } from "../shape-faults.js";

/** Where a call goes, and who takes what its own shape has that its wire does not know. */
export interface CallSink {
  readonly message: MessageDraft;
  readonly report: ReportFault;
}

/** Google's endpoint keeps Gemini's thought signature beside a call (Gemini API, "OpenAI compatibility", read 2026-11). */
export function signatureBeside(call: JsonNode): JsonNode | undefined {
  const signature = call.get("extra_content")?.get("google")?.get("thought_signature");
  return signature?.kind === "string" ? signature : undefined;
}

/**
 * OpenRouter keeps Gemini's signatures beside the calls of a message: an encrypted entry of `reasoning_details` names the call that it is
 * of, or is of the first (OpenRouter, "Reasoning tokens", read 2026-11).
 */
export function signatureIn(message: JsonNode, call: { readonly id: string | undefined; readonly index: number }): JsonNode | undefined {
  const named = message.get("reasoning_details")?.items().filter(isProof) ?? [];
  return named.find((entry) => entry.get("id")?.string() === call.id) ?? (call.index === 0 ? named[0] : undefined);
}

function isProof(entry: JsonNode): boolean {
  const proof = entry.get("type")?.string() === "reasoning.encrypted" ? entry.get("data") : entry.get("signature");
  return (proof?.string() ?? "") !== "";
}

/**
 * Adds an entry of `tool_calls` as OpenAI's chat API writes it: `{id, type: "function", function: {name, arguments}}` or
 * `{id, type: "custom", custom: {name, input}}` (openai-node 7.59, `ChatCompletionMessageToolCall`).
 *
 * An entry that says its name elsewhere (`function` as text, `name` beside the id) is reported and read all the same, so that its
 * result finds it.
 *
 * @returns `undefined` where the entry is no object
 */
export function addToolCall(node: JsonNode, traits: CallTraits, { message, report }: CallSink): ToolCall | undefined {
  if (node.kind !== "object") {
    report(node, mustBeKind("A tool call", "an object", node));
    return undefined;
  }
  const type = node.get("type")?.string();
  const id = node.get("id");
  const called = node.get("function");
  const signature = signatureBeside(node);
  // Some servers fill in every field of their types: an empty `custom` beside the function is no second call.
  if (called?.kind === "object" && type !== "custom") {
    return message.call({ call: node, type, id, name: called.get("name"), arguments: called.get("arguments"), signature }, traits);
  }
  const custom = node.get("custom");
  if (custom?.kind === "object") {
    const input = custom.get("input");
    const decoded = decodeArguments(input, { container: "string", text: true });
    return message.call({ call: node, type: "custom", id, name: custom.get("name"), arguments: input, decoded, signature }, traits);
  }
  return addOtherCall(node, called ?? custom, traits, { message, report });
}

/** A call without function or custom part: a hosted tool's, which its type names, or one whose parts are elsewhere. */
function addOtherCall(node: JsonNode, called: JsonNode | undefined, traits: CallTraits, { message, report }: CallSink): ToolCall {
  const type = node.get("type")?.string() ?? "function";
  const name = called?.kind === "string" ? called : node.get("name");
  const isHosted = type !== "function" && type !== "custom";
  // A call that names nothing at all is one without a name, which is reported where names are judged.
  if (called !== undefined) report(called, mustBeKind("`function` of a tool call", "an object with `name` and `arguments`", called));
  else if (name !== undefined && !isHosted) report(node, "A tool call has no `function` object around its `name` and `arguments`");
  const given = node.get("arguments") ?? node.get("args");
  const call = { call: node, type, id: node.get("id"), name, arguments: given, signature: signatureBeside(node) };
  if (name !== undefined || isHosted) return message.call({ ...call, container: "either" }, traits);
  return message.call({ ...call, decoded: { kind: "unknown", because: "the call does not say what it calls" } }, traits);
}

/**
 * Adds a legacy `function_call` of an assistant message: `{name, arguments}`, no id (OpenAI API reference, "Create chat completion",
 * deprecated field, read 2026-11). The empty object that serialisers write where there was no call is none.
 */
export function addFunctionCall(node: JsonNode, traits: CallTraits, { message, report }: CallSink): void {
  if (node.kind === "null") return;
  if (node.kind !== "object") {
    report(node, mustBeKind("`function_call`", "an object with `name` and `arguments`", node));
    return;
  }
  const name = node.get("name");
  const given = node.get("arguments");
  if (readName(name) === null && (given === undefined || given.kind === "null" || given.string() === "")) return;
  message.call({ call: node, id: undefined, name, arguments: given, idOptional: true, signature: signatureBeside(node) }, traits);
}
