import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly, Refusal } from "../../model/conversation.js";
import { given } from "../google/field.js";
import { readRefusal } from "../refusal.js";
import { dataOf } from "../stream.js";
import type { Candidate } from "./candidate.js";
import { assembleResponse, assembleResponses, responseIn, type StreamedResponse } from "./stream.js";

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
  if (only !== undefined && others.length === 0) return readResponse(dataOf(only), status);
  const [outcome = noOutcome] = assembleResponse(response).map((each) => fromStream(each, status));
  return outcome;
}

/** Reads a list of chunks that nobody asked for in this file. */
export function readOutcomes(list: JsonNode): readonly Outcome[] {
  const [only, ...others] = list.items();
  if (only !== undefined && others.length === 0) return [readResponse(dataOf(only), undefined)];
  return assembleResponses(list).map((each) => fromStream(each, undefined));
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

function fromStream({ answers, error, anomalies, model }: StreamedResponse, status: number | undefined): Outcome {
  return { answers, model, refusal: error && readRefusal(error, status), anomalies };
}
