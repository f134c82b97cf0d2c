import type { JsonNode } from "../../json/node.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { isContent, isPart } from "../google/content.js";
import { given } from "../google/field.js";
import { dataOf } from "../stream.js";
import { contentsKey, requestIn } from "./request.js";
import { responseIn } from "./stream.js";

/** Paths of the endpoint, in the Gemini API, Vertex AI and Code Assist. */
const endpoint = /:(?:generateContent|streamGenerateContent|countTokens)(?:[?#]|$)/;

/** Recognises a recording by what only these endpoints write: contents made of parts, candidates, functionCall. Names and roles tell nothing. */
export function detectGemini(recording: RecordingInput): Detection {
  const { body, response, at } = recording;
  const sent = body.kind === "array" ? listEvidence(body) : requestEvidence(body, recording.url);
  if (sent !== undefined) return certain(sent);
  const own = body.kind === "object" ? singleEvidence(body) : undefined;
  // Inside an envelope a record is no line of a longer conversation, and neither is a row of a batch.
  if (own !== undefined) return body === at && body.get("key") === undefined ? asMessage(certain(own)) : certain(own);
  const answered = response === undefined ? undefined : answerEvidence(response);
  return answered === undefined ? noMatch : certain(answered);
}

function requestEvidence(body: JsonNode, url: string | undefined): string | undefined {
  const request = requestIn(body);
  const key = contentsKey(request);
  const contents = key === undefined ? undefined : request.get(key);
  if (contents === undefined) return undefined;
  const first = contents.kind === "array" ? contents.first() : contents;
  if (isContent(first)) return "has contents made of parts";
  if (key !== "contents") return undefined;
  if (url !== undefined && endpoint.test(url)) return "was sent to generateContent";
  const isLoose = first === undefined || first.kind === "string" || isPart(first);
  const isOurs =
    given(request, "generationConfig", "generation_config", "systemInstruction", "system_instruction", "safetySettings") !== undefined;
  const isGoogles = request.get("model")?.string()?.includes("gemini") === true;
  return isLoose && (isOurs || isGoogles) ? "has contents beside what only generateContent takes" : undefined;
}

function listEvidence(list: JsonNode): string | undefined {
  const first = list.first();
  if (first?.kind !== "object") return undefined;
  if (isContent(first)) return "is a list of contents made of parts";
  const event = dataOf(first);
  return event === undefined ? undefined : (chunkEvidence(event) ?? errorEvidence(event));
}

/** One value without contents: a response, an event of a stream, a content, an error. */
function singleEvidence(body: JsonNode): string | undefined {
  if (isContent(body)) return "is a content made of parts";
  const event = dataOf(body);
  return event === undefined ? undefined : (chunkEvidence(event) ?? errorEvidence(event));
}

function answerEvidence(response: JsonNode): string | undefined {
  const first = response.kind === "array" ? response.first() : response;
  const event = first?.kind === "object" ? dataOf(first) : undefined;
  return event === undefined ? undefined : chunkEvidence(event);
}

function chunkEvidence(event: JsonNode): string | undefined {
  const response = responseIn(event);
  const first = given(response, "candidates")?.first();
  if (given(given(first, "content"), "parts") !== undefined) return "holds candidates made of parts";
  const meta = given(response, "usageMetadata", "usage_metadata", "modelVersion", "model_version");
  const isCandidate = first !== undefined && given(first, "finishReason", "finish_reason", "content") !== undefined;
  if (isCandidate && (meta !== undefined || /^[A-Z_]+$/.test(given(first, "finishReason", "finish_reason")?.string() ?? "")))
    return "holds candidates with a finish reason";
  if (given(given(response, "promptFeedback", "prompt_feedback"), "blockReason", "block_reason") !== undefined)
    return "says that the prompt was blocked";
  // The last chunk may hold no more than that; events of agents count their tokens as well.
  const isChunk = given(response, "responseId", "response_id", "modelVersion", "model_version") !== undefined;
  return isChunk && given(response, "usageMetadata", "usage_metadata") !== undefined && response.get("author") === undefined
    ? "counts tokens as a chunk of a response does"
    : undefined;
}

/** Google's errors name their status: `{error: {code: 400, message, status: "INVALID_ARGUMENT"}}`. */
function errorEvidence(body: JsonNode): string | undefined {
  const error = body.get("error");
  const isGoogles = error?.get("code")?.kind === "number" && /^[A-Z_]+$/.test(error.get("status")?.string() ?? "");
  return isGoogles ? "is an error with a status of Google's" : undefined;
}
