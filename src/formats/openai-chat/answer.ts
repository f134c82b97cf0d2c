import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly, Refusal } from "../../model/conversation.js";
import { isErrorBody, readRefusal, refusalWithoutBody } from "../refusal.js";
import { type AssembledStream, assembleStreams, isStream } from "./stream.js";

/** One continuation of a conversation. */
export interface Answer {
  readonly messages: readonly JsonNode[];
  readonly finish: JsonNode | undefined;
  /** The recording stopped inside it. */
  readonly partial: boolean;
}

/** What came back for a request: one answer for each choice, or a refusal. */
export interface Outcome {
  readonly answers: readonly Answer[];
  readonly model: JsonNode | undefined;
  readonly refusal: Refusal | undefined;
  readonly anomalies: readonly Anomaly[];
}

export const noOutcome: Outcome = { answers: [], model: undefined, refusal: undefined, anomalies: [] };

/**
 * Reads a response: `{choices: [{message, finish_reason}]}`, its stream events, an error body, or what recorders keep of it (one
 * choice, one message, a list of messages, the text alone).
 */
export function readOutcome(response: JsonNode | undefined, status: number | undefined, at: JsonNode): Outcome {
  const isRefused = status !== undefined && status >= 400;
  if (response === undefined || response.kind === "null") {
    return isRefused ? { ...noOutcome, refusal: refusalWithoutBody(status, at) } : noOutcome;
  }
  if (isRefused) return { ...noOutcome, refusal: readRefusal(response, status) };
  if (response.get("object")?.string() === "chat.completion.chunk") return readStreams(composeArray([response], response), status);
  if (isStream(response)) return readStreams(response, status);
  const refusal = readRefusal(response, status);
  if (refusal !== undefined && response.get("choices")?.first() === undefined) return { ...noOutcome, refusal };
  const outcome = readBody(response, undefined);
  return { ...outcome, refusal: refusal ?? outcome.refusal };
}

function readStreams(events: JsonNode, status: number | undefined): Outcome {
  const outcomes = assembleStreams(events).map((stream) => readStream(stream, status));
  return {
    answers: outcomes.flatMap(({ answers }) => answers),
    model: outcomes.find(({ model }) => model !== undefined)?.model,
    refusal: outcomes.find(({ refusal }) => refusal !== undefined)?.refusal,
    anomalies: outcomes.flatMap(({ anomalies }) => anomalies),
  };
}

function readStream(stream: AssembledStream, status: number | undefined): Outcome {
  const outcome = readBody(stream.response, stream.open);
  return {
    ...outcome,
    anomalies: [...stream.anomalies, ...outcome.anomalies],
    refusal: stream.error && readRefusal(stream.error, status),
  };
}

/** `open`: positions of choices that were still being written. */
function readBody(response: JsonNode, open: ReadonlySet<number> | undefined): Outcome {
  const choices = response.get("choices");
  if (choices?.kind === "array") {
    const anomalies: Anomaly[] = [];
    const answers = choices.items().flatMap((choice, position) => readChoice(choice, open?.has(position) === true, anomalies));
    // OpenRouter answers with a choice that holds the error of the provider behind it.
    const failed = choices.items().find((choice) => choice.get("error") !== undefined && isErrorBody(choice));
    return { answers, model: response.get("model"), refusal: failed && readRefusal(failed, undefined), anomalies };
  }
  const messages = messagesOf(response);
  if (messages !== undefined) return { ...noOutcome, answers: [{ messages, finish: response.get("finish_reason"), partial: false }] };
  const message = `Unexpected ${response.kind === "object" ? "object without choices" : response.kind} as response, expected a chat completion`;
  return { ...noOutcome, anomalies: [{ rule: "invalid-message", severity: "warning", at: response, message }] };
}

function readChoice(choice: JsonNode, partial: boolean, anomalies: Anomaly[]): readonly Answer[] {
  const message = choice.get("message") ?? choice.get("delta");
  if (message === undefined || message.kind === "null") {
    // Azure's filter leaves nothing of an answer but the reason.
    if (choice.get("finish_reason")?.string() === "content_filter") return [];
    const what = choice.kind === "object" ? "choice without message" : `${choice.kind} as choice`;
    anomalies.push({ rule: "invalid-message", at: choice, message: `Unexpected ${what}, expected an object with a message` });
    return [];
  }
  return [{ messages: [message], finish: finishOf(choice), partial }];
}

/** Mistral on Bedrock writes `stop_reason`. */
function finishOf(choice: JsonNode): JsonNode | undefined {
  return choice.get("finish_reason") ?? choice.get("finishReason") ?? choice.get("stop_reason");
}

function messagesOf(response: JsonNode): readonly JsonNode[] | undefined {
  if (response.kind === "string") return [composeObject([["content", response]], response)];
  if (response.kind === "array") {
    if (response.first()?.get("function")?.kind === "object") return [composeObject([["tool_calls", response]], response)];
    return response.first()?.get("role") === undefined ? undefined : response.items();
  }
  const message = response.get("message");
  if (message?.kind === "object") return [message];
  return response.get("role") === undefined ? undefined : [response];
}
