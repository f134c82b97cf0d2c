import type { JsonNode } from "../../json/node.js";
import type { ToolArguments, ToolCall, ToolResult } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";

/** Takes what a call or a message has of its own shape that its wire does not know. */
export type ReportFault = (at: JsonNode, message: string, fix?: string) => void;

/** What a call or result cannot know from its own text. */
export interface CallContext {
  /** Index of its message in the conversation, and its own among the calls (or results) of that message. */
  readonly message: number;
  readonly index: number;
  readonly container: "string" | "object" | "either";
  /** The wire needs no id here. */
  readonly idOptional: boolean;
  /** Finish reason that cut the answer off, as recorded. */
  readonly cutBy?: string | undefined;
  /** The call was still being written when the recording stopped. */
  readonly partial?: boolean;
}

/** The parts of a call, wherever a wire keeps them. */
export interface CallParts {
  readonly call: JsonNode;
  readonly type: string;
  readonly id: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly arguments: JsonNode | undefined;
}

/**
 * An identifier or a name; `null` where it is absent, empty or no text.
 *
 * The text `null` is none either: SDKs write it for a missing id (`@mistralai/mistralai` 2.7, `ToolCall.id` defaults to it), and an
 * endpoint that emulates OpenAI's for Gemini writes the empty string.
 */
export function readIdentifier(node: JsonNode | undefined): string | null {
  const text = node?.string();
  return text === undefined || text === "" || text === "null" ? null : text;
}

/** A name; `null` where it is absent, empty or no text. A tool may be called `null`. */
export function readName(node: JsonNode | undefined): string | null {
  return node?.string() || null;
}

/** A call whose parts have been found, decoded. */
export function buildCall(parts: CallParts, context: CallContext, decoded?: ToolArguments): ToolCall {
  const call: ToolCall = {
    id: readIdentifier(parts.id),
    type: parts.type,
    function: { name: readName(parts.name), arguments: decoded ?? decodeArguments(parts.arguments, context) },
    hosted: false,
    idOptional: context.idOptional,
    owesNothing: false,
    partial: context.partial === true,
    message: context.message,
    index: context.index,
    at: { call: parts.call, id: parts.id, name: parts.name, arguments: parts.arguments },
  };
  // Google's endpoint keeps Gemini's thought signature there (Gemini API, "OpenAI compatibility", read 2026-11).
  const signature = parts.call.get("extra_content")?.get("google")?.get("thought_signature");
  return signature?.kind === "string" ? { ...call, signature } : call;
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
    return buildCall(parts, context);
  }
  const custom = node.get("custom");
  if (custom?.kind === "object") {
    const input = custom.get("input");
    return buildCall(
      { call: node, type: "custom", id, name: custom.get("name"), arguments: input },
      context,
      decodeArguments(input, { container: "string", text: true }),
    );
  }
  return readOtherCall(node, id, called ?? custom, context, report);
}

/** A call without function or custom part: a hosted tool's, which its type names, or one whose parts stand elsewhere. */
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
  // A call that names nothing at all is one without a name, which is told where names are judged.
  if (called !== undefined)
    report(called, `Unexpected ${called.kind} as function of a tool call, expected an object with name and arguments`);
  else if (name !== undefined && !isHosted)
    report(node, "Unexpected tool call without function, expected an object with name and arguments");
  const parts = { call: node, type, id, name, arguments: node.get("arguments") ?? node.get("args") };
  if (name !== undefined || isHosted) return buildCall(parts, { ...context, container: "either" });
  return buildCall(parts, context, { kind: "unknown", because: "the call does not say what it calls" });
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
  return buildCall({ call: node, type: "function", id: undefined, name, arguments: given }, { ...context, idOptional: true });
}

/** A flat call `{name, args, id}`, as NeMo Guardrails and LangChain keep them. */
export function readFlatCall(node: JsonNode, context: CallContext): ToolCall {
  return buildCall(
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

/** The parts of a result, wherever a wire keeps them. */
export interface ResultParts {
  readonly result: JsonNode;
  readonly callId: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly content: JsonNode | undefined;
  readonly isError?: boolean;
}

/** A client's result that is a message of its own. */
export function buildResult(parts: ResultParts, context: Pick<CallContext, "message" | "index" | "idOptional">): ToolResult {
  return {
    callId: readIdentifier(parts.callId),
    name: readName(parts.name),
    isError: parts.isError === true,
    structured: undefined,
    hosted: false,
    idOptional: context.idOptional,
    inlineCall: undefined,
    standalone: false,
    message: context.message,
    index: context.index,
    at: { result: parts.result, callId: parts.callId, name: parts.name, content: parts.content },
  };
}
