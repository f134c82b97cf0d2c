import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly } from "../model/conversation.js";
import { type Answer, conversationsOf, noAnswer, statusAlone } from "./answer.js";
import { adaptedFrom } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { finishOf, isResponsesAnswer, readResponsesAnswers, responsesCutBy, responsesReasons } from "./openai-responses/answer.js";
import { detectResponses } from "./openai-responses/detect.js";
import { inOrder } from "./openai-responses/order.js";
import type { ResponseItems } from "./openai-responses/stream.js";
import { readItems } from "./responses/items.js";
import { textItem } from "./responses/text-item.js";
import { readResponsesToolChoice } from "./responses/tool-choice.js";
import { mustBeKind } from "./shape-faults.js";

/**
 * OpenAI's Responses API, and what the endpoints that copy it add (Azure, xAI, DeepSeek, OpenRouter, vLLM, …): requests, responses, pairs
 * of both, stored streams, bare lists of items.
 *
 * Source: OpenAI API reference, Responses (developers.openai.com), and the types of openai-node 7.59, read 2026-11.
 */
export const openaiResponses: Format = {
  id: "openai-responses",
  title: "OpenAI Responses",
  carries: ["calls", "results", "declarations", "finish reasons", "tool choice", "streams", "custom tools", "hosted tools"],
  source: "OpenAI API reference, Responses (read 2026-11)",
  profile: "openai-responses",
  rootKeys: ["input", "output", "object", "type", "data", "items", "[]"],
  isCommonWire: true,
  detect: detectResponses,
  adapt,
};

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const history = itemsOf(body);
  // Recorders of one value for both halves keep the answer under `output`.
  const sent = history === undefined ? recording : { ...recording, response: recording.response ?? answerIn(body) };
  return conversationsOf(sent, {
    history,
    receive: readResponsesAnswers,
    assemble: (items, answer) => assemble(recording, items, answer === noAnswer ? statusAlone(sent) : answer),
  });
}

/** What was sent: the items of a request or of a list, a text alone; `undefined` where the body is an answer. */
function itemsOf(body: JsonNode): readonly JsonNode[] | undefined {
  if (isResponsesAnswer(body)) return undefined;
  if (body.kind === "array") return body.items();
  const input = body.get("input");
  if (input?.kind === "array") return input.items();
  if (input !== undefined) return input.kind === "string" ? [textItem(input)] : [];
  const isGiven = isListing(body);
  const listed = body.get(isGiven ? "data" : "items");
  if (listed?.kind === "array") return isGiven ? inOrder(listed.items()) : listed.items();
  return body.get("output")?.kind === "array" ? undefined : body.get("type") === undefined && body.get("role") === undefined ? [] : [body];
}

/** A page of what the service stored (`GET /v1/conversations/{id}/items`): it came back, and is no request. */
function isListing(body: JsonNode): boolean {
  return body.get("object")?.string() === "list";
}

function answerIn(body: JsonNode): JsonNode | undefined {
  const output = body.get("output");
  return output?.kind === "array" || (output !== undefined && isResponsesAnswer(output)) ? output : undefined;
}

/** @param history `undefined` for an answer that is alone */
function assemble(
  recording: RecordingInput,
  history: readonly JsonNode[] | undefined,
  received: Answer<ResponseItems>,
): AdaptedConversation {
  const answer = received.body;
  const { body, tools: given } = recording;
  const request = history === undefined || body.kind !== "object" ? undefined : body;
  const response = answer?.response;
  const batches = [
    { items: history ?? [], fromResponse: isListing(body) },
    ...(answer === undefined ? [] : [{ items: answer.items, fromResponse: true, cutBy: responsesCutBy(answer), open: answer.open }]),
  ];
  const items = readItems(batches, { tools: [request?.get("tools")], echoes: [response?.get("tools")], given });
  const { draft } = items;
  if (answer !== undefined && draft.messages.at(-1)?.fromResponse === true) draft.finish(finishOf(answer), responsesReasons);
  const asked = request ?? response;
  const single = asked?.get("parallel_tool_calls");
  const isStored = items.historyCut || isStoredElsewhere(request) || isStoredElsewhere(response);
  draft.anomalies.unshift(...received.anomalies);
  draft.anomalies.push(...missingItems(body, history));
  return adaptedFrom(draft, recording, {
    format: "openai-responses",
    declared: items,
    isRequest: !isList(recording, request, received),
    model: request?.get("model") ?? response?.get("model"),
    refusal: received.refusal,
    toolChoice: readResponsesToolChoice(asked?.get("tool_choice")),
    singleCall: single?.boolean() === false ? single : undefined,
    parameters: request === undefined || single?.boolean() === undefined ? undefined : { parallelCalls: single },
    // An answer alone goes on with what was asked.
    historyCut: isStored || history === undefined,
    isFragment: isStored,
    at: history === undefined ? (response ?? body) : body,
  });
}

/** Whether the conversation goes on with one that the service stored. */
function isStoredElsewhere(node: JsonNode | undefined): boolean {
  const stored = [node?.get("previous_response_id"), node?.get("conversation")];
  return stored.some((each) => each !== undefined && each.kind !== "null");
}

/** Whether the declarations are beside bare items: then they claim to be all. */
function isList({ url }: RecordingInput, request: JsonNode | undefined, answer: Answer<ResponseItems>): boolean {
  if (url !== undefined || answer !== noAnswer || request === undefined) return false;
  return request.entries().every(({ key }) => ["input", "tools"].includes(key.string() ?? ""));
}

function missingItems(body: JsonNode, history: readonly JsonNode[] | undefined): readonly Anomaly[] {
  const input = history === undefined || body.kind !== "object" ? undefined : body.get("input");
  if (input === undefined || input.kind === "array" || input.kind === "string" || input.kind === "null") return [];
  return [{ rule: "invalid-message", at: input, message: mustBeKind("`input`", "text or a list of items", input) }];
}
