import type { JsonNode } from "../../json/node.js";
import type { CallDraft, ResultDraft } from "../call-draft.js";
import { given } from "./field.js";

/** A `functionCall`: `{name, args?, id?}`; absent `args` are none (`FunctionCall` of @google/genai 2.32, 2026-11). */
export function googleCall(node: JsonNode): CallDraft {
  return {
    call: node,
    id: given(node, "id"),
    name: given(node, "name"),
    arguments: given(node, "args"),
    container: "object",
    idOptional: true,
  };
}

/**
 * A `functionResponse`: `{name, response, id?}`. The key `error` in the response marks a failure, unless `output` is beside it
 * (comment on `FunctionResponse.response`, @google/genai 2.32, 2026-11).
 */
export function functionResponse(node: JsonNode): ResultDraft {
  const content = given(node, "response");
  return {
    result: node,
    callId: given(node, "id"),
    name: given(node, "name"),
    content,
    isError: given(content, "error") !== undefined && given(content, "output") === undefined,
    structured: content?.kind === "object" ? content : undefined,
    idOptional: true,
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

/** A `toolCall` of a tool that Google runs: `{toolType, args?, id}`. */
export function googleHostedCall(node: JsonNode): CallDraft {
  const type = given(node, "toolType", "tool_type")?.string() ?? "";
  return hosted(node, hostedTypes.get(type) ?? type, given(node, "args"));
}

/** `executableCode`, which the model wrote for Google's sandbox: the part itself stands for the arguments. */
export function googleCode(node: JsonNode): CallDraft {
  return hosted(node, "codeExecution", node);
}

function hosted(node: JsonNode, type: string, args: JsonNode | undefined): CallDraft {
  const draft = { call: node, type, id: given(node, "id"), name: undefined, arguments: args };
  // Nothing is known to reject a history that lost the result of such a call.
  return { ...draft, hosted: true, idOptional: true, expectsNoResult: true };
}

/** A `toolResponse`, or a `codeExecutionResult`, whose outcome says whether the code failed. */
export function googleHostedResult(node: JsonNode): ResultDraft {
  const outcome = given(node, "outcome");
  const isError = outcome !== undefined && outcome.string() !== "OUTCOME_OK" && outcome.number() !== 1;
  return { result: node, callId: given(node, "id"), content: given(node, "response", "output"), isError, hosted: true, idOptional: true };
}
