import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";
import { cohereMark } from "../chat/cohere-marks.js";
import { type ChatSurvey, lacksIds, saysTraining, surveyOf } from "../chat/survey.js";
import { decoded } from "../decoded.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { isSentToOllama } from "../ollama/detect.js";
import { isErrorBody } from "../refusal.js";
import { isChatStream } from "./stream.js";

/** A body without any of these is no answer, and no row of preferences. */
const answerKeys = new KeyNames(["choices", "object", "data", "preferred_output"]);

/** Keys of others around the messages. */
const foreignKeys = new KeyNames(["options", "keep_alive", "trajectory_format", "info"]);

/**
 * Recognises OpenAI's chat wire by evidence on calls, results, responses and the URL. Messages that are only prose are possible: every
 * chat format writes them alike.
 */
export function detectChat(recording: RecordingInput): Detection {
  const { body, response, url } = recording;
  const isPlain = body.kind === "object" && body.mayHaveOneOf?.(answerKeys) === false;
  const answer = answerMark(response) ?? callsMark(body, response) ?? (isPlain ? undefined : answerMark(body));
  if (answer !== undefined) return isChunk(body) ? asMessage(certain(answer)) : certain(answer);
  if (!isPlain && body.get("preferred_output")?.kind === "array" && body.get("input")?.get("messages") !== undefined) {
    return certain("is a row of preferences for fine-tuning");
  }
  const isMessage = body.kind === "object" && body.get("role")?.kind === "string" && body.get("messages") === undefined;
  const list = body.kind === "array" ? body : isMessage ? undefined : decoded(body.get("messages"));
  if (!isMessage && list?.kind !== "array") {
    if (isEventOfStream(body)) return { match: "possible", because: "is an event of a stream", unit: "message" };
    return isOpenaiError(body) ? { match: "possible", because: "is an error body as OpenAI writes it" } : noMatch;
  }
  const detection =
    url?.includes("/chat/completions") === true ? certain("was sent to /chat/completions") : judge(surveyOf(body), recording);
  return isMessage ? asMessage(detection) : detection;
}

function judge(survey: ChatSurvey, recording: RecordingInput): Detection {
  const { body, response, url } = recording;
  const foreign = survey.otherWire ?? foreignMark(body, response, url) ?? cohereMark(body, url);
  if (foreign !== undefined) {
    return survey.calls === "text" ? { match: "possible", because: `writes its calls as OpenAI does, but has ${foreign}` } : noMatch;
  }
  switch (survey.calls) {
    case "text":
      return survey.aliases ? noMatch : confirmed(recording, "carries arguments as text in function.arguments");
    case "flat":
      return noMatch;
    case "object": {
      const isRecorded = url !== undefined || response !== undefined || body.get("model") !== undefined || recording.dataset;
      if (survey.aliases) return noMatch;
      if (!isRecorded && saysTraining(body)) return certain("says which of its messages are trained on");
      if (!isRecorded) return lacksIds(body) ? certain("has calls and results without ids, as chat templates take them") : noMatch;
      const because = "names a function in its calls, and is a recorded request";
      return survey.bareCalls ? { match: "possible", because } : confirmed(recording, because);
    }
    default:
      if (survey.aliases) return noMatch;
      if (survey.results) return confirmed(recording, "names the call of a result by tool_call_id");
      if (declares(body.get("tools")) || body.get("functions")?.first() !== undefined) {
        return confirmed(recording, "declares its tools under function");
      }
      return survey.plainRoles ? { match: "possible", because: "has messages with OpenAI's roles" } : noMatch;
  }
}

/** Certain, unless something came back that is no answer of this wire: other vendors take the same requests (Cohere). */
function confirmed({ response, status }: RecordingInput, because: string): Detection {
  const isRefused = status !== undefined && status >= 400;
  const isAnswer =
    response === undefined || isRefused || response.kind === "null" || response.get("role") !== undefined || isErrorBody(response);
  return isAnswer ? certain(because) : { match: "possible", because };
}

/** What marks a value as an answer of this wire, unstreamed or streamed. */
function answerMark(node: JsonNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.kind === "array") {
    if (!isChatStream(node)) return undefined;
    return node.items().some(isChunk) ? "is a stream of chat completion chunks" : undefined;
  }
  if (node.kind !== "object") return undefined;
  if (isChunk(node)) return "is a chat completion chunk";
  const first = node.get("choices")?.first();
  const hasMessage = first !== undefined && (first.get("message") ?? first.get("delta")) !== undefined;
  return hasMessage || node.get("object")?.string() === "chat.completion" ? "holds messages in its choices" : undefined;
}

/** Some exporters keep the calls of an answer alone. */
function callsMark(body: JsonNode, response: JsonNode | undefined): string | undefined {
  if (body.kind !== "array" && (body.get("messages") ?? body.get("role")) === undefined) return undefined;
  const called = response?.kind === "array" ? response.first()?.get("function") : undefined;
  return called?.get("name") === undefined || called.get("arguments")?.kind !== "string" ? undefined : "is a list of tool calls";
}

/** A chunk, bare or as the data of an event. */
function isChunk(event: JsonNode): boolean {
  const data = event.kind === "object" ? (event.get("data") ?? event) : event;
  const chunk = decoded(data);
  if (chunk.kind !== "object") return false;
  if (chunk.get("object")?.string() === "chat.completion.chunk") return true;
  const choices = chunk.get("choices");
  const first = choices?.first();
  return first === undefined ? choices?.kind === "array" && chunk.get("prompt_filter_results") !== undefined : isDelta(first);
}

/** A choice of a chunk. Azure sends its filters' results ahead of the words, without choices, or after them, without a delta. */
function isDelta(choice: JsonNode): boolean {
  if (choice.get("delta") !== undefined) return true;
  return choice.get("content_filter_offsets") !== undefined && choice.get("message") === undefined && choice.get("text") === undefined;
}

/** The events beside the chunks: an error, or the terminator. */
function isEventOfStream(body: JsonNode): boolean {
  const data = body.get("data");
  return data?.string()?.trim() === "[DONE]" || (data?.kind === "object" && isErrorBody(data));
}

/** What around the messages belongs to another wire: finishes the sentence "has …". */
function foreignMark(body: JsonNode, response: JsonNode | undefined, url: string | undefined): string | undefined {
  if (isSentToOllama(body, url)) return "the path of Ollama's endpoint";
  if (response?.get("done") !== undefined) return "Ollama's own fields";
  if (body.mayHaveOneOf?.(foreignKeys) !== false) {
    if (body.get("options")?.kind === "object" || body.get("keep_alive") !== undefined) return "Ollama's own fields";
    if (body.get("trajectory_format") !== undefined || body.get("info")?.get("mini_version") !== undefined)
      return "a trajectory's own fields";
  }
  return body.get("tools")?.first()?.get("input_schema") === undefined ? undefined : "tools declared with input_schema";
}

function declares(tools: JsonNode | undefined): boolean {
  const first = decoded(tools)?.first();
  return first?.get("function")?.kind === "object" || first?.get("custom")?.kind === "object";
}

function isOpenaiError(body: JsonNode): boolean {
  const error = body.get("error");
  return isErrorBody(body) && error?.get("type")?.kind === "string" && (error.get("param") ?? error.get("code")) !== undefined;
}
