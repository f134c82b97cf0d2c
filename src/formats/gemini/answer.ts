import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { type Answer, noAnswer } from "../answer.js";
import { given } from "../google/field.js";
import { readRefusal } from "../refusal.js";
import { mustBeWith } from "../shape-faults.js";
import { dataOf } from "../stream.js";
import type { Candidate, CandidateList } from "./candidate.js";
import { readGeminiStream, readGeminiStreams, responseIn } from "./stream.js";

/** Reads a response body, or the list of its chunks, bare or as the data of events. */
export function readGeminiAnswer(response: JsonNode, status: number | undefined): Answer<CandidateList> {
  // Exporters keep the text alone of an answer that is one.
  if (response.kind === "string") return noAnswer;
  if (response.kind !== "array") return readResponse(response, status);
  const [only, ...others] = response.items();
  // An error comes as a list of one as well; so may the recorder have kept a response that came whole.
  if (only !== undefined && others.length === 0) return readResponse(dataOf(only), status);
  const [answer = noAnswer] = readGeminiStream(response, status);
  return answer;
}

/** Reads a list of chunks that nobody asked for in this file. */
export function readGeminiAnswers(list: JsonNode): readonly Answer<CandidateList>[] {
  const [only, ...others] = list.items();
  if (only !== undefined && others.length === 0) return [readResponse(dataOf(only), undefined)];
  return readGeminiStreams(list);
}

function readResponse(node: JsonNode, status: number | undefined): Answer<CandidateList> {
  const refusal = readRefusal(node, status);
  if (refusal !== undefined) return { ...noAnswer, refusal };
  const body = responseIn(node);
  const listed = given(body, "candidates") ?? soleCandidate(body);
  const model = given(body, "modelVersion", "model_version");
  if (listed === undefined && given(body, "promptFeedback", "prompt_feedback", "usageMetadata", "usage_metadata") === undefined) {
    const message = mustBeWith("The response", "candidates", node);
    return { ...noAnswer, body: { candidates: [], model }, anomalies: [{ rule: "invalid-message", at: node, message }] };
  }
  const candidates = (listed?.items() ?? []).map(
    (candidate): Candidate => ({
      at: candidate,
      content: given(candidate, "content"),
      finishReason: given(candidate, "finishReason", "finish_reason"),
      finishMessage: given(candidate, "finishMessage", "finish_message"),
      cut: undefined,
    }),
  );
  return { ...noAnswer, body: { candidates, model } };
}

/** What exporters keep of a response: one candidate, or its content. */
function soleCandidate(node: JsonNode): JsonNode | undefined {
  if (node.get("parts")?.kind === "array") return composeArray([composeObject([["content", node]], node)], node);
  return node.get("content")?.get("parts")?.kind === "array" ? composeArray([node], node) : undefined;
}
