import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, FinishReason } from "../model/conversation.js";
import { type Answer, conversationsOf, noAnswer } from "./answer.js";
import { detectCohereV1, isCohereV1Answer, isCohereV1Event, isCohereV1Stream } from "./cohere-v1/detect.js";
import { TurnReader } from "./cohere-v1/history.js";
import { readCohereV1Stream } from "./cohere-v1/stream.js";
import { adaptedFrom } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { readRefusal } from "./refusal.js";

/**
 * Cohere's v1 chat: one message beside a `chat_history`, calls without ids, results that repeat their call.
 *
 * Source: Cohere API reference, Chat (v1), and the types of cohere-ai 8.1; read 2026-11.
 */
export const cohereV1: Format = {
  id: "cohere-v1",
  title: "Cohere Chat v1",
  carries: ["requests", "responses", "streams", "messages", "declarations"],
  source: "Cohere API reference, Chat v1 (read 2026-11)",
  profile: "cohere-v1",
  rootKeys: [
    "message",
    "chat_history",
    "tool_results",
    "generation_id",
    "response_id",
    "event_type",
    "role",
    "data",
    "[].role",
    "[].event_type",
    "[].data",
  ],
  detect: detectCohereV1,
  adapt,
};

/** `finish_reason` (`FinishReason`, cohere-ai 8.1, read 2026-11); none promises a call. */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["COMPLETE", "stop"],
  ["STOP_SEQUENCE", "stop"],
  ["MAX_TOKENS", "length"],
  ["ERROR_LIMIT", "length"],
  ["ERROR_TOXIC", "content_filter"],
  ["ERROR", "error"],
  ["USER_CANCEL", "other"],
]);

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const isReceived = isCohereV1Stream(body) || isCohereV1Event(body) || (isCohereV1Answer(body) && body.get("message") === undefined);
  return conversationsOf(recording, {
    history: isReceived ? undefined : body,
    receive,
    assemble: (request, answer) => assemble(recording, request, answer),
  });
}

function receive(node: JsonNode, status: number | undefined): readonly Answer<JsonNode>[] {
  const events = isCohereV1Stream(node) ? node : isCohereV1Event(node) ? composeArray([node], node) : undefined;
  if (events !== undefined) return readCohereV1Stream(events);
  const refusal = readRefusal(node, status);
  return [refusal === undefined ? { ...noAnswer, body: node } : { ...noAnswer, refusal }];
}

function assemble(
  recording: RecordingInput,
  request: JsonNode | undefined,
  { body: answer, refusal, anomalies }: Answer<JsonNode>,
): AdaptedConversation {
  const { body, url, response } = recording;
  const reader = new TurnReader();
  if (request !== undefined) readRequest(request, reader);
  if (answer !== undefined) {
    reader.readAnswer(answer);
    reader.draft.finish(answer.get("finish_reason"), reasons);
  }
  reader.draft.anomalies.push(...anomalies);
  return adaptedFrom(reader.draft, recording, {
    format: "cohere-v1",
    tools: [body.get("tools")],
    isRequest: url !== undefined || response !== undefined || body.get("message") !== undefined,
    model: body.get("model"),
    refusal,
  });
}

/** A request, a list of turns, or one turn. */
function readRequest(body: JsonNode, reader: TurnReader): void {
  if (body.kind === "array") {
    for (const turn of body.items()) reader.readTurn(turn);
    return;
  }
  if (body.get("role") !== undefined) {
    reader.readTurn(body);
    return;
  }
  const history = body.get("chat_history");
  if (history?.kind === "array") for (const turn of history.items()) reader.readTurn(turn);
  const message = body.get("message");
  if (message !== undefined && message.kind !== "null") reader.readMessage(message);
  const results = body.get("tool_results");
  if (results !== undefined) reader.readResults(results, results, undefined);
}
