import type { JsonNode } from "../../json/node.js";
import type { ToolCall } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";
import { type ArgumentsContainer, type CallDraft, type DraftPlace, readName, toolCall } from "../call-draft.js";

/** Takes what a call or a message has of its own shape that its wire does not know. */
export type ReportFault = (at: JsonNode, message: string, fix?: string, severity?: "warning") => void;

/** What a call or result cannot know from its own text. */
export interface CallContext extends DraftPlace {
  readonly container: ArgumentsContainer;
  /** The wire needs no id here. */
  readonly idOptional: boolean;
  /** Finish reason that cut the answer off, as recorded. */
  readonly cutBy?: string | undefined;
  /** The call was still being written when the recording stopped. */
  readonly partial?: boolean;
}

/** Google's endpoint keeps Gemini's thought signature beside a call (Gemini API, "OpenAI compatibility", read 2026-11). */
export function signatureBeside(call: JsonNode): JsonNode | undefined {
  const signature = call.get("extra_content")?.get("google")?.get("thought_signature");
  return signature?.kind === "string" ? signature : undefined;
}

function chatCall(draft: CallDraft, context: CallContext): ToolCall {
  return toolCall({ ...context, signature: signatureBeside(draft.call), ...draft }, context);
}

/**
 * An entry of `tool_calls` as OpenAI's chat API writes it: `{id, type: "function", function: {name, arguments}}` or
 * `{id, type: "custom", custom: {name, input}}` (openai-node 7.59, `ChatCompletionMessageToolCall`).
 *
 * An entry that says its name elsewhere (`function` as text, `name` beside the id) is reported and read all the same, so that its
 * result finds it.
 *
 * @returns `undefined` where the entry is no object
 */
export function readToolCall(node: JsonNode, context: CallContext, report: ReportFault): ToolCall | undefined {
  if (node.kind !== "object") {
    report(node, `Unexpected ${node.kind} as tool call, expected an object`);
    return undefined;
  }
  const declared = node.get("type")?.string();
  const id = node.get("id");
  const called = node.get("function");
  // Some servers fill in every field of their types: an empty `custom` beside the function is no second call.
  if (called?.kind === "object" && declared !== "custom") {
    const parts = { call: node, type: declared ?? "function", id, name: called.get("name"), arguments: called.get("arguments") };
    return chatCall(parts, context);
  }
  const custom = node.get("custom");
  if (custom?.kind === "object") {
    const input = custom.get("input");
    const decoded = decodeArguments(input, { container: "string", text: true });
    return chatCall({ call: node, type: "custom", id, name: custom.get("name"), arguments: input, decoded }, context);
  }
  return readOtherCall(node, id, called ?? custom, context, report);
}

/** A call without function or custom part: a hosted tool's, which its type names, or one whose parts are elsewhere. */
function readOtherCall(
  node: JsonNode,
  id: JsonNode | undefined,
  called: JsonNode | undefined,
  context: CallContext,
  report: ReportFault,
): ToolCall {
  const type = node.get("type")?.string() ?? "function";
  const name = called?.kind === "string" ? called : node.get("name");
  const isHosted = type !== "function" && type !== "custom";
  // A call that names nothing at all is one without a name, which is reported where names are judged.
  if (called !== undefined)
    report(called, `Unexpected ${called.kind} as function of a tool call, expected an object with name and arguments`);
  else if (name !== undefined && !isHosted)
    report(node, "Unexpected tool call without function, expected an object with name and arguments");
  const parts = { call: node, type, id, name, arguments: node.get("arguments") ?? node.get("args") };
  if (name !== undefined || isHosted) return chatCall({ ...parts, container: "either" }, context);
  return chatCall({ ...parts, decoded: { kind: "unknown", because: "the call does not say what it calls" } }, context);
}

/**
 * A legacy `function_call` of an assistant message: `{name, arguments}`, no id (OpenAI API reference, "Create chat completion",
 * deprecated field, read 2026-11).
 *
 * @returns `undefined` for the empty object that serialisers write where there was no call, and where it is no object
 */
export function readFunctionCall(node: JsonNode, context: CallContext, report: ReportFault): ToolCall | undefined {
  if (node.kind === "null") return undefined;
  if (node.kind !== "object") {
    report(node, `Unexpected ${node.kind} as function_call, expected an object with name and arguments`);
    return undefined;
  }
  const name = node.get("name");
  const given = node.get("arguments");
  if (readName(name) === null && (given === undefined || given.kind === "null" || given.string() === "")) return undefined;
  return chatCall({ call: node, id: undefined, name, arguments: given, idOptional: true }, context);
}

/** A flat call `{name, args, id}`, as NeMo Guardrails and LangChain keep them. */
export function readFlatCall(node: JsonNode, context: CallContext): ToolCall {
  return chatCall(
    {
      call: node,
      type: node.get("type")?.string() ?? "function",
      id: node.get("id"),
      name: node.get("name"),
      arguments: node.get("args") ?? node.get("arguments"),
    },
    context,
  );
}
