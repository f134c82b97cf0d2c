import type { JsonNode } from "../../json/node.js";
import type { Anomaly, Finish, FinishReason } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";

/** `FinishReason` of a candidate (@google/genai 2.32, 2026-11). What is not here is `other`. */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
  ["SAFETY", "content_filter"],
  ["RECITATION", "content_filter"],
  ["BLOCKLIST", "content_filter"],
  ["PROHIBITED_CONTENT", "content_filter"],
  ["SPII", "content_filter"],
  ["IMAGE_SAFETY", "content_filter"],
  ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
  ["MALFORMED_FUNCTION_CALL", "error"],
  ["UNEXPECTED_TOOL_CALL", "error"],
  ["TOO_MANY_TOOL_CALLS", "error"],
]);

/** The numbers that REST writes with `enum-encoding=int` (google/ai/generativelanguage/v1beta/generative_service.proto, read 2026-11). */
const numbered: ReadonlyMap<number, string> = new Map([
  [1, "STOP"],
  [2, "MAX_TOKENS"],
  [3, "SAFETY"],
  [4, "RECITATION"],
  [5, "OTHER"],
  [10, "MALFORMED_FUNCTION_CALL"],
  [12, "UNEXPECTED_TOOL_CALL"],
]);

/** Why the model stopped, as the reference spells it; `undefined` where the recording does not tell. */
export function finishReason(node: JsonNode | undefined): string | undefined {
  const number = node?.number();
  if (number !== undefined) return numbered.get(number) ?? (number === 0 ? undefined : String(number));
  // Python prints its enums with the name of their type.
  const name = node
    ?.string()
    ?.replace(/^FinishReason\./, "")
    .toUpperCase();
  return name === undefined || name === "" || name === "FINISH_REASON_UNSPECIFIED" ? undefined : name;
}

/** The reason as a fact about message `sentence`. */
export function readCandidateFinish(node: JsonNode | undefined, message: number): Finish | undefined {
  const raw = finishReason(node);
  if (node === undefined || raw === undefined) return undefined;
  // `STOP` ends answers with and without calls.
  return { message, reason: reasons.get(raw) ?? "other", raw, promisesCall: raw === "UNEXPECTED_TOOL_CALL", at: node };
}

/** The reason that cut the answer off, where one did. */
export function candidateCutBy(node: JsonNode | undefined): string | undefined {
  const raw = finishReason(node);
  return raw !== undefined && reasons.get(raw) === "length" ? raw : undefined;
}

/** A call that the service could not read is no part of the answer: what is left of it is in `finishMessage`. */
export function malformedGeminiCall(node: JsonNode | undefined, message: JsonNode | undefined): Anomaly | undefined {
  if (node === undefined || finishReason(node) !== "MALFORMED_FUNCTION_CALL") return undefined;
  return {
    rule: "malformed-arguments",
    at: message ?? node,
    message: `The model wrote a call that the service could not read: its finish reason is ${quote("MALFORMED_FUNCTION_CALL")}`,
    fix: "Send the request again; simpler schemas and fewer tools make such calls rarer",
  };
}
