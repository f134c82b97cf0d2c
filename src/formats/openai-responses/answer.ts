import type { JsonNode } from "../../json/node.js";
import { beginsWith } from "../../json/text-probe.js";
import type { FinishReason } from "../../model/conversation.js";
import { type Answer, noAnswer } from "../answer.js";
import { cutOffBy } from "../call-draft.js";
import { isErrorBody, readRefusal } from "../refusal.js";
import { evidenceOf } from "../responses/telling.js";
import { mustBeWith } from "../shape-faults.js";
import { isResponseEvent, type ResponseItems, readResponsesStream } from "./stream.js";

function answered(
  response: JsonNode | undefined,
  items: readonly JsonNode[] = [],
): Answer<ResponseItems> & { readonly body: ResponseItems } {
  return { ...noAnswer, body: { response, items, open: undefined } };
}

/** Whether a value is an answer: a response object, events of a stream, or a list of either. */
export function isResponsesAnswer(node: JsonNode): boolean {
  if (node.kind === "array") {
    const first = node.first();
    return first !== undefined && (isResponseEvent(first) || isResponse(first) || node.items().some(isResponseEvent));
  }
  return isResponse(node) || (node.kind === "object" && isResponseEvent(node));
}

function isResponse(node: JsonNode): boolean {
  const object = node.get("object")?.string();
  return object === "response" || object === "response.compaction" || (object === undefined && isTrimmedResponse(node));
}

/** A response from which a recorder dropped the name of its kind: `{id: "resp_…", output: […]}`. */
export function isTrimmedResponse(node: JsonNode): boolean {
  return node.kind === "object" && beginsWith(node.get("id"), "resp_") && node.get("output")?.kind === "array";
}

/**
 * Reads what came back, in whatever form a recorder kept it: a response, a list of responses, the events of streams, the output items
 * alone, an error.
 */
export function readResponsesAnswers(node: JsonNode, status: number | undefined): readonly Answer<ResponseItems>[] {
  if (status !== undefined && status >= 400) return [{ ...noAnswer, refusal: readRefusal(node, status) }];
  if (node.kind === "array") {
    const first = node.first();
    if (first !== undefined && isResponse(first)) return node.items().flatMap((each) => readResponsesAnswers(each, status));
    if (node.items().some(isResponseEvent)) return readResponsesStream(node);
    if (first !== undefined && evidenceOf(first) !== "foreign") return [answered(undefined, node.items())];
  }
  if (isResponseEvent(node)) {
    const response = node.get("response") ?? node.get("data")?.get("response");
    return response === undefined || response.kind === "null" ? [] : readResponsesAnswers(response, status);
  }
  if (evidenceOf(node) === "telling") return [answered(undefined, [node])];
  const output = node.get("output");
  const refusal = isErrorBody(node) ? readRefusal(node, status) : undefined;
  if (output?.kind === "array") return [{ ...answered(node, output.items()), refusal }];
  if (refusal !== undefined) return [{ ...answered(node), refusal }];
  const message = mustBeWith("The response", "output", node);
  return [{ ...answered(node), anomalies: [{ rule: "invalid-message", severity: "warning", at: node, message }] }];
}

/** `status` of a response and why it is incomplete (openai-node 7.59, `ResponseStatus`, `Response.IncompleteDetails`). */
export const responsesReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["completed", "stop"],
  ["incomplete", "length"],
  ["failed", "error"],
  ["cancelled", "other"],
  ["max_output_tokens", "length"],
  ["max_tokens", "length"],
  ["content_filter", "content_filter"],
]);

/** Where it says why the model stopped. No reason of this API promises a call. */
export function finishOf({ response }: ResponseItems): JsonNode | undefined {
  const because = response?.get("incomplete_details")?.get("reason");
  if (because?.kind === "string") return because;
  const status = response?.get("status");
  return status?.string() === "in_progress" || status?.string() === "queued" ? undefined : status;
}

/** The reason that cut the answer off, where one did. */
export function responsesCutBy({ response }: ResponseItems): string | undefined {
  return cutOffBy(response?.get("incomplete_details")?.get("reason"), responsesReasons);
}
