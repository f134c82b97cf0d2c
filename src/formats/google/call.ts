import type { JsonNode } from "../../json/node.js";
import type { ToolCall, ToolResult } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";
import { given, readText } from "./field.js";

/** Where in its message a call or a result stands, and what its own text does not tell. */
export interface CallPlace {
  /** Index of its message in the conversation, and its own among the calls (or the results) of that message. */
  readonly message: number;
  readonly index: number;
  /** Finish reason that cut the answer off, as recorded. */
  readonly cutBy?: string | undefined;
  /** The call was still being written when the recording stopped. */
  readonly partial?: boolean;
  /** The thought signature beside it. */
  readonly signature?: JsonNode | undefined;
}

/** Reads a `functionCall`: `{name, args?, id?}`; absent `args` are none (`FunctionCall` of @google/genai 2.32, 2026-11). */
export function readFunctionCall(node: JsonNode, place: CallPlace): ToolCall {
  const id = given(node, "id");
  const name = given(node, "name");
  const args = given(node, "args");
  return {
    id: readText(id),
    type: "function",
    function: { name: readText(name), arguments: decodeArguments(args, { container: "object", cutBy: place.cutBy }) },
    hosted: false,
    idOptional: true,
    owesNothing: false,
    partial: place.partial === true,
    message: place.message,
    index: place.index,
    ...(place.signature !== undefined && { signature: place.signature }),
    at: { call: node, id, name, arguments: args },
  };
}

/**
 * Reads a `functionResponse`: `{name, response, id?}`. The key `error` in the response marks a failure, unless `output` stands beside it
 * (comment on `FunctionResponse.response`, @google/genai 2.32, 2026-11).
 */
export function readFunctionResponse(node: JsonNode, { message, index }: CallPlace): ToolResult {
  const callId = given(node, "id");
  const name = given(node, "name");
  const content = given(node, "response");
  return {
    callId: readText(callId),
    name: readText(name),
    isError: given(content, "error") !== undefined && given(content, "output") === undefined,
    structured: content?.kind === "object" ? content : undefined,
    hosted: false,
    idOptional: true,
    inlineCall: undefined,
    standalone: false,
    message,
    index,
    at: { result: node, callId, name, content },
  };
}

/** `toolType` of a `toolCall`, and the key under which the request declares that tool (`ToolType` of @google/genai 2.32, 2026-11). */
const hostedTypes: ReadonlyMap<string, string> = new Map([
  ["GOOGLE_SEARCH_WEB", "googleSearch"],
  ["GOOGLE_SEARCH_IMAGE", "googleSearch"],
  ["URL_CONTEXT", "urlContext"],
  ["GOOGLE_MAPS", "googleMaps"],
  ["FILE_SEARCH", "fileSearch"],
]);

/** Reads a `toolCall` of a tool that Google runs: `{toolType, args?, id}`. */
export function readHostedCall(node: JsonNode, place: CallPlace): ToolCall {
  const type = given(node, "toolType", "tool_type")?.string() ?? "";
  return hostedCall(node, hostedTypes.get(type) ?? type, given(node, "args"), place);
}

/** Reads `executableCode`, which the model wrote for Google's sandbox: the part itself stands for the arguments. */
export function readCode(node: JsonNode, place: CallPlace): ToolCall {
  return hostedCall(node, "codeExecution", node, place);
}

function hostedCall(node: JsonNode, type: string, args: JsonNode | undefined, { message, index, partial }: CallPlace): ToolCall {
  const id = given(node, "id");
  return {
    id: readText(id),
    type,
    function: { name: null, arguments: decodeArguments(args, { container: "either" }) },
    hosted: true,
    idOptional: true,
    // Nothing is known to refuse a history that lost the result of such a call.
    owesNothing: true,
    partial: partial === true,
    message,
    index,
    at: { call: node, id, name: undefined, arguments: args },
  };
}

/** Reads a `toolResponse`, or a `codeExecutionResult`, whose outcome says whether the code failed. */
export function readHostedResult(node: JsonNode, { message, index }: CallPlace): ToolResult {
  const callId = given(node, "id");
  const outcome = given(node, "outcome");
  return {
    callId: readText(callId),
    name: null,
    isError: outcome !== undefined && outcome.string() !== "OUTCOME_OK" && outcome.number() !== 1,
    structured: undefined,
    hosted: true,
    idOptional: true,
    inlineCall: undefined,
    standalone: false,
    message,
    index,
    at: { result: node, callId, name: undefined, content: given(node, "response", "output") },
  };
}
