import type { JsonNode } from "../../json/node.js";
import type { ToolCall, ToolResult } from "../../model/exchange.js";
import { type CallDraft, type DraftPlace, toolCall, toolResult } from "../call-draft.js";
import { given } from "./field.js";

/** Where in its message a call is, and what its own text does not tell. */
export type GoogleCallPlace = DraftPlace & Pick<CallDraft, "cutBy" | "partial" | "signature">;

/** Reads a `functionCall`: `{name, args?, id?}`; absent `args` are none (`FunctionCall` of @google/genai 2.32, 2026-11). */
export function readGoogleCall(node: JsonNode, place: GoogleCallPlace): ToolCall {
  const draft = { call: node, id: given(node, "id"), name: given(node, "name"), arguments: given(node, "args") };
  return toolCall({ ...place, ...draft, container: "object", idOptional: true }, place);
}

/**
 * Reads a `functionResponse`: `{name, response, id?}`. The key `error` in the response marks a failure, unless `output` is beside it
 * (comment on `FunctionResponse.response`, @google/genai 2.32, 2026-11).
 */
export function readFunctionResponse(node: JsonNode, place: DraftPlace): ToolResult {
  const content = given(node, "response");
  return toolResult(
    {
      result: node,
      callId: given(node, "id"),
      name: given(node, "name"),
      content,
      isError: given(content, "error") !== undefined && given(content, "output") === undefined,
      structured: content?.kind === "object" ? content : undefined,
      idOptional: true,
    },
    place,
  );
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
export function readHostedCall(node: JsonNode, place: GoogleCallPlace): ToolCall {
  const type = given(node, "toolType", "tool_type")?.string() ?? "";
  return hostedCall(node, hostedTypes.get(type) ?? type, given(node, "args"), place);
}

/** Reads `executableCode`, which the model wrote for Google's sandbox: the part itself stands for the arguments. */
export function readCode(node: JsonNode, place: GoogleCallPlace): ToolCall {
  return hostedCall(node, "codeExecution", node, place);
}

function hostedCall(node: JsonNode, type: string, args: JsonNode | undefined, place: GoogleCallPlace): ToolCall {
  const draft = { call: node, type, id: given(node, "id"), name: undefined, arguments: args, partial: place.partial ?? false };
  // Nothing is known to reject a history that lost the result of such a call.
  return toolCall({ ...draft, hosted: true, idOptional: true, expectsNoResult: true }, place);
}

/** Reads a `toolResponse`, or a `codeExecutionResult`, whose outcome says whether the code failed. */
export function readHostedResult(node: JsonNode, place: DraftPlace): ToolResult {
  const outcome = given(node, "outcome");
  const isError = outcome !== undefined && outcome.string() !== "OUTCOME_OK" && outcome.number() !== 1;
  const content = given(node, "response", "output");
  return toolResult({ result: node, callId: given(node, "id"), content, isError, hosted: true, idOptional: true }, place);
}
