import type { JsonNode } from "../../json/node.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { evidenceOf, type ItemEvidence, surveyItems } from "../responses/telling.js";
import { eventDataOf } from "../stream.js";
import { isTrimmedResponse } from "./answer.js";
import { isResponseEvent } from "./stream.js";

/** Path of the endpoint, also where a gateway puts a prefix before it or a deployment's version after it. */
const endpoint = /\/responses(?:\/compact|\/input_tokens)?\/?(?:[?#]|$)/;

/** Parameters that, beside `input`, only requests of this API have. */
const ownParameters = ["previous_response_id", "conversation", "max_output_tokens", "instructions", "max_tool_calls"] as const;

/** Types of tools that OpenAI runs or defines: what follows is the date of a version. */
const hostedTool =
  /^(?:web_search|file_search|code_interpreter|image_generation|computer|local_shell|shell|apply_patch|mcp|namespace|tool_search|programmatic_tool_calling|x_search)(?:_preview|_use_preview|_\d{4}_\d{2}_\d{2})*$/;

/** Recognises a recording by items, events, flat declarations, the response object and the URL. Messages alone tell nothing. */
export function detectResponses({ body, response, url }: RecordingInput): Detection {
  const answered = response === undefined ? undefined : answerMark(response);
  if (body.kind === "array") return detectList(body, answered);
  if (body.kind !== "object") return noMatch;
  if (isResponseEvent(body)) return asMessage(certain("is an event of a stream of responses"));
  if (isStreamError(body)) return { match: "possible", because: "is an error event of a stream", unit: "message" };
  const own = answerMark(body) ?? answered;
  if (own !== undefined) return certain(own);
  const input = body.get("input");
  if (input !== undefined) return isOtherAnswer(response) ? noMatch : detectRequest(body, input, url);
  const listed = body.get("object")?.string() === "list" ? body.get("data") : body.get("items");
  if (listed !== undefined) return detectItems(listed);
  return isOwn(evidenceOf(body)) ? asMessage(certain("is an item of a response")) : noMatch;
}

function detectRequest(body: JsonNode, input: JsonNode, url: string | undefined): Detection {
  if (input.kind !== "array" && input.kind !== "string") return noMatch;
  const first = input.first();
  const evidence = first?.kind === "object" ? surveyItems(input.items()) : "plain";
  if (isOwn(evidence)) return certain("has input items that only this API writes");
  if (url !== undefined && endpoint.test(url)) return certain("was sent to /responses");
  if (evidence === "foreign") return noMatch;
  const tool = body.get("tools")?.first();
  if (tool !== undefined && isOwnTool(tool)) return certain("declares its tools flat, beside an input");
  if (ownParameters.some((key) => body.get(key) !== undefined)) return certain("has parameters that only this API takes");
  if (first?.kind !== "object" || evidence === "chat") return noMatch;
  return { match: "possible", because: "has a list of messages as input" };
}

function detectList(list: JsonNode, answered: string | undefined): Detection {
  const first = list.first();
  if (first === undefined) return answered === undefined ? noMatch : certain(answered);
  if (isResponseEvent(first) || (isStreamError(first) && list.items().some(isResponseEvent))) {
    return certain("is a list of the events of a stream of responses");
  }
  const own = first.kind === "object" ? answerMark(first) : undefined;
  if (own !== undefined) return certain(own);
  const found = detectItems(list);
  return found.match === "none" && answered !== undefined ? certain(answered) : found;
}

function detectItems(list: JsonNode | undefined): Detection {
  const first = list?.first();
  // The first item tells whether the list can be one of items at all.
  if (list === undefined || first?.kind !== "object" || (first.get("type") ?? first.get("role")) === undefined) return noMatch;
  return isOwn(surveyItems(list.items())) ? certain("has items that only this API writes") : noMatch;
}

function isOwn(evidence: ItemEvidence): boolean {
  return evidence === "telling" || evidence === "likely";
}

/** What marks a value as an answer of this API: the response, or the events of its stream. */
function answerMark(node: JsonNode): string | undefined {
  if (node.kind === "array") {
    const first = node.first();
    return first !== undefined && isResponseEvent(first) ? "was answered with a stream of response events" : undefined;
  }
  const object = node.get("object")?.string();
  if (object === undefined && isTrimmedResponse(node)) return "has the id of a response, and output";
  if (object !== "response" && object !== "response.compaction") return undefined;
  return node.get("output")?.kind === "array" || node.get("status") !== undefined ? "holds a response object" : undefined;
}

/** What came back names another kind of object, or its events under another key: Google's interactions take nearly the same requests. */
function isOtherAnswer(response: JsonNode | undefined): boolean {
  const first = response?.kind === "array" ? response.first() : response;
  const event = first?.kind === "object" ? (eventDataOf(first) ?? first) : undefined;
  return event?.get("object")?.string() === "interaction" || event?.get("event_type")?.kind === "string";
}

/** `{type: "error", code, message, param, sequence_number}`, the only event without `response.` in its name. */
function isStreamError(item: JsonNode): boolean {
  const event = item.kind === "object" ? eventDataOf(item) : undefined;
  return event?.get("type")?.string() === "error" && event.get("sequence_number") !== undefined && event.get("event_id") === undefined;
}

function isOwnTool(tool: JsonNode): boolean {
  const type = tool.get("type")?.string() ?? "";
  const name = tool.get("name");
  if (type === "function" || type === "custom") return name?.kind === "string" && tool.get(type) === undefined;
  return hostedTool.test(type) && tool.get("input_schema") === undefined;
}
