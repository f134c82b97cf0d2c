import type { JsonNode } from "../../json/node.js";
import { beginsWith } from "../../json/text-probe.js";
import type { Anomaly, Finish, FinishReason, Refusal } from "../../model/conversation.js";
import { isErrorBody, readRefusal, refusalWithoutBody } from "../refusal.js";
import { evidenceOf } from "../responses/telling.js";
import { type AssembledResponse, assembleResponses, isResponseEvent } from "./stream.js";

/** What came back: one response. */
export interface Answer {
  /** The response object, whole or put together; `undefined` where nothing of it was recorded. */
  readonly response: JsonNode | undefined;
  readonly items: readonly JsonNode[];
  /** The item that was still being written when the recording stopped. */
  readonly open: JsonNode | undefined;
  readonly refusal: Refusal | undefined;
  readonly anomalies: readonly Anomaly[];
}

const nothing: Answer = { response: undefined, items: [], open: undefined, refusal: undefined, anomalies: [] };

/** Whether a value is an answer: a response object, events of a stream, or a list of either. */
export function isAnswer(node: JsonNode): boolean {
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
 *
 * @param at where a status without a body is told
 */
export function readAnswers(node: JsonNode | undefined, status: number | undefined, at: JsonNode): readonly Answer[] {
  const isRefused = status !== undefined && status >= 400;
  if (node === undefined || node.kind === "null") {
    return isRefused ? [{ ...nothing, refusal: refusalWithoutBody(status, at) }] : [];
  }
  if (isRefused) return [{ ...nothing, refusal: readRefusal(node, status) }];
  if (node.kind === "array") {
    const first = node.first();
    if (first !== undefined && isResponse(first)) return node.items().flatMap((each) => readAnswers(each, status, at));
    if (node.items().some(isResponseEvent)) return assembleResponses(node).map(fromStream);
    if (first !== undefined && evidenceOf(first) !== "foreign") return [{ ...nothing, items: node.items() }];
  }
  if (isResponseEvent(node)) return readAnswers(node.get("response") ?? node.get("data")?.get("response"), status, at);
  if (evidenceOf(node) === "telling") return [{ ...nothing, items: [node] }];
  const output = node.get("output");
  const refusal = isErrorBody(node) ? readRefusal(node, status) : undefined;
  if (output?.kind === "array") return [{ ...nothing, response: node, items: output.items(), refusal }];
  if (refusal !== undefined) return [{ ...nothing, response: node, refusal }];
  const what = node.kind === "object" ? "object without output" : node.kind;
  const message = `Unexpected ${what} as response, expected a response with a list of output items`;
  return [{ ...nothing, response: node, anomalies: [{ rule: "invalid-message", severity: "warning", at: node, message }] }];
}

function fromStream({ response, error, open, anomalies }: AssembledResponse): Answer {
  const failed = response !== undefined && isErrorBody(response) ? response : undefined;
  const broken = error ?? failed;
  return {
    response,
    items: response?.get("output")?.items() ?? [],
    open,
    refusal: broken && readRefusal(broken, undefined),
    anomalies,
  };
}

/** `status` of a response and why it is incomplete (openai-node 7.59, `ResponseStatus`, `Response.IncompleteDetails`). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["completed", "stop"],
  ["incomplete", "length"],
  ["failed", "error"],
  ["cancelled", "other"],
  ["max_output_tokens", "length"],
  ["max_tokens", "length"],
  ["content_filter", "content_filter"],
]);

/** Why the model stopped. No reason of this API promises a call. */
export function readFinish({ response }: Answer, message: number): Finish | undefined {
  const status = response?.get("status");
  const because = response?.get("incomplete_details")?.get("reason");
  const at = because?.kind === "string" ? because : status;
  const raw = at?.string();
  if (at === undefined || raw === undefined || raw === "in_progress" || raw === "queued") return undefined;
  return { message, reason: reasons.get(raw) ?? "other", raw, promisesCall: false, at };
}

/** The reason that cut the answer off, where one did. */
export function cutBy({ response }: Answer): string | undefined {
  const raw = response?.get("incomplete_details")?.get("reason")?.string();
  return raw !== undefined && reasons.get(raw) === "length" ? raw : undefined;
}
