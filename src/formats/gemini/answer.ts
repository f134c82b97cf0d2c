import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly, Refusal } from "../../model/conversation.js";
import { given } from "../google/field.js";
import { isErrorBody, readRefusal } from "../refusal.js";
import type { Candidate } from "./candidate.js";
import { eventOf, StreamedResponse } from "./stream.js";

/** What came back. */
export interface Outcome {
  readonly answers: readonly Candidate[];
  readonly model: JsonNode | undefined;
  readonly refusal: Refusal | undefined;
  readonly anomalies: readonly Anomaly[];
}

/** Nothing came back, or nothing was recorded. */
export const noOutcome: Outcome = { answers: [], model: undefined, refusal: undefined, anomalies: [] };

/** Reads a response body, or the list of its chunks, bare or as the data of events. */
export function readOutcome(response: JsonNode | undefined, status: number | undefined): Outcome {
  // Exporters keep the text alone of an answer that is one.
  if (response === undefined || response.kind === "null" || response.kind === "string") return noOutcome;
  if (response.kind !== "array") return readResponse(response, status);
  const [only, ...others] = response.items();
  // An error comes as a list of one as well; so may the recorder have kept a response that came whole.
  if (only !== undefined && others.length === 0) return readResponse(eventOf(only) ?? only, status);
  return readChunks(response.items(), response, status);
}

/** Reads a list of chunks that nobody asked for in this file: responses of several requests are told apart by their ids. */
export function readOutcomes(list: JsonNode): readonly Outcome[] {
  const groups: JsonNode[][] = [];
  let id: string | undefined;
  let isFinished = false;
  for (const item of list.items()) {
    const chunk = responseIn(eventOf(item) ?? item);
    const own = given(chunk, "responseId", "response_id")?.string();
    const isNext = own !== undefined && id !== undefined ? own !== id : isFinished && holdsParts(chunk);
    if (groups.length === 0 || isNext) {
      groups.push([]);
      isFinished = false;
      id = undefined;
    }
    groups.at(-1)?.push(item);
    id ??= own;
    isFinished ||= given(given(chunk, "candidates")?.first(), "finishReason", "finish_reason") !== undefined;
  }
  return groups.map((group) => {
    const [only] = group;
    return only !== undefined && group.length === 1
      ? readResponse(eventOf(only) ?? only, undefined)
      : readChunks(group, only ?? list, undefined);
  });
}

/** The response inside what the Code Assist endpoint wraps around it: `{response: {candidates}, traceId}`. */
export function responseIn(node: JsonNode): JsonNode {
  const inner = node.get("response");
  return given(inner, "candidates", "promptFeedback", "prompt_feedback") === undefined ? node : (inner ?? node);
}

function holdsParts(chunk: JsonNode): boolean {
  return given(given(given(chunk, "candidates")?.first(), "content"), "parts")?.first() !== undefined;
}

function readResponse(node: JsonNode, status: number | undefined): Outcome {
  const refusal = readRefusal(node, status);
  if (refusal !== undefined) return { ...noOutcome, refusal };
  const body = responseIn(node);
  const candidates = given(body, "candidates") ?? soleCandidate(body);
  const model = given(body, "modelVersion", "model_version");
  if (candidates === undefined && given(body, "promptFeedback", "prompt_feedback", "usageMetadata", "usage_metadata") === undefined) {
    const message = `Unexpected ${node.kind} as response, expected an object with candidates`;
    return { ...noOutcome, model, anomalies: [{ rule: "invalid-message", at: node, message }] };
  }
  const answers = (candidates?.items() ?? []).map(
    (candidate): Candidate => ({
      at: candidate,
      content: given(candidate, "content"),
      finishReason: given(candidate, "finishReason", "finish_reason"),
      finishMessage: given(candidate, "finishMessage", "finish_message"),
      cut: undefined,
    }),
  );
  return { answers, model, refusal: undefined, anomalies: [] };
}

/** What exporters keep of a response: one candidate, or its content. */
function soleCandidate(node: JsonNode): JsonNode | undefined {
  if (node.get("parts")?.kind === "array") return composeArray([composeObject([["content", node]], node)], node);
  return node.get("content")?.get("parts")?.kind === "array" ? composeArray([node], node) : undefined;
}

function readChunks(items: readonly JsonNode[], at: JsonNode, status: number | undefined): Outcome {
  const response = new StreamedResponse(at);
  let refusal: Refusal | undefined;
  for (const item of items) {
    const event = eventOf(item);
    if (event === undefined) {
      response.noteUnreadable(item);
      continue;
    }
    if (isErrorBody(event)) refusal ??= readRefusal(event, status);
    else response.read(responseIn(event), item);
  }
  const { answers, anomalies, model } = response.finish(refusal === undefined);
  return { answers, model, refusal, anomalies };
}
