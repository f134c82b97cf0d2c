import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { type Answer, noAnswer } from "../answer.js";
import { isErrorBody, readRefusal } from "../refusal.js";
import { mustBeWith } from "../shape-faults.js";
import { assembleStreams, isChatStream } from "./stream.js";

/** One continuation of a conversation. */
export interface Choice {
  readonly messages: readonly JsonNode[];
  readonly finish: JsonNode | undefined;
  /** The recording stopped inside it. */
  readonly partial: boolean;
}

/** What the endpoint answered: the choices, and the model that made them. */
export interface Completion {
  readonly choices: readonly Choice[];
  readonly model: JsonNode | undefined;
}

/**
 * Reads a response: `{choices: [{message, finish_reason}]}`, its stream events, an error body, or what recorders keep of it (one
 * choice, one message, a list of messages, the text alone).
 */
export function readChatAnswer(response: JsonNode, status: number | undefined): Answer<Completion> {
  if (status !== undefined && status >= 400) return { ...noAnswer, refusal: readRefusal(response, status) };
  if (response.get("object")?.string() === "chat.completion.chunk") return readStreams(composeArray([response], response), status);
  if (isChatStream(response)) return readStreams(response, status);
  const refusal = readRefusal(response, status);
  if (refusal !== undefined && response.get("choices")?.first() === undefined) return { ...noAnswer, refusal };
  const answer = readBody(response, undefined);
  return { ...answer, refusal: refusal ?? answer.refusal };
}

/** The choices of all answers in a list of events: each continues the same history. */
function readStreams(events: JsonNode, status: number | undefined): Answer<Completion> {
  const answers = assembleStreams(events).map((stream): Answer<Completion> => {
    const { body, anomalies } = readBody(stream.response, stream.open);
    return { body, refusal: stream.error && readRefusal(stream.error, status), anomalies: [...stream.anomalies, ...anomalies] };
  });
  return {
    body: {
      choices: answers.flatMap(({ body }) => body?.choices ?? []),
      model: answers.find(({ body }) => body?.model !== undefined)?.body?.model,
    },
    refusal: answers.find(({ refusal }) => refusal !== undefined)?.refusal,
    anomalies: answers.flatMap(({ anomalies }) => anomalies),
  };
}

/** `open`: positions of choices that were still being written. */
function readBody(response: JsonNode, open: ReadonlySet<number> | undefined): Answer<Completion> {
  const listed = response.get("choices");
  if (listed?.kind === "array") {
    const anomalies: Anomaly[] = [];
    const choices = listed.items().flatMap((choice, position) => readChoice(choice, open?.has(position) === true, anomalies));
    // OpenRouter answers with a choice that holds the error of the provider after it.
    const failed = listed.items().find((choice) => choice.get("error") !== undefined && isErrorBody(choice));
    return { body: { choices, model: response.get("model") }, refusal: failed && readRefusal(failed, undefined), anomalies };
  }
  const messages = messagesOf(response);
  if (messages !== undefined) {
    return { ...noAnswer, body: { choices: [{ messages, finish: response.get("finish_reason"), partial: false }], model: undefined } };
  }
  const message = mustBeWith("The response", "choices", response);
  return { ...noAnswer, anomalies: [{ rule: "invalid-message", severity: "warning", at: response, message }] };
}

function readChoice(choice: JsonNode, partial: boolean, anomalies: Anomaly[]): readonly Choice[] {
  const message = choice.get("message") ?? choice.get("delta");
  if (message === undefined || message.kind === "null") {
    // Azure's filter leaves nothing of an answer but the reason.
    if (choice.get("finish_reason")?.string() === "content_filter") return [];
    anomalies.push({ rule: "invalid-message", at: choice, message: mustBeWith("A choice", "message", choice) });
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
