import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Answer } from "../answer.js";
import { isErrorBody, readRefusal } from "../refusal.js";
import { AnswerDraft, eventDataOf, foldStream, type PartDraft, PartDrafts, type StreamWire, withMembers } from "../stream.js";

/** What came back: one response. */
export interface ResponseItems {
  /** The response object, whole or put together; `undefined` where nothing of it was recorded. */
  readonly response: JsonNode | undefined;
  readonly items: readonly JsonNode[];
  /** The item that was still being written when the recording stopped. */
  readonly open: JsonNode | undefined;
}

/** Events that hold the whole response, as far as it is known. */
const snapshots: ReadonlySet<string> = new Set(["response.created", "response.queued", "response.in_progress"]);
const ends: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
  "response.cancelled",
  "response.done",
]);

/** Events that bring a piece of an item, and the key that the pieces make up. */
const pieces: ReadonlyMap<string, string> = new Map([
  ["response.function_call_arguments", "arguments"],
  ["response.custom_tool_call_input", "input"],
  ["response.mcp_call_arguments", "arguments"],
  ["response.mcp_call.arguments", "arguments"],
  ["response.code_interpreter_call_code", "code"],
  ["response.output_text", "content"],
]);

/** Whether a value is an event of a stream of responses. The Realtime API has events of the same names with an id of their own. */
export function isResponseEvent(item: JsonNode): boolean {
  const event = eventDataOf(item);
  return event?.get("type")?.string()?.startsWith("response.") === true && event.get("event_id") === undefined;
}

/** One response while its events come in. Its parts are items: as they were added, with the pieces that came since. */
class ResponseDraft extends AnswerDraft {
  readonly items = new PartDrafts();
  /** Items as they were when they were done, and fields as the events that end them repeat them. Text is kept under `content`. */
  readonly done = new Map<PartDraft, JsonNode>();
  readonly whole = new Map<PartDraft, Map<string, JsonNode>>();

  override get isBegun(): boolean {
    return super.isBegun || this.items.all.length > 0;
  }
}

const wire: StreamWire<JsonNode, ResponseDraft> = {
  draft: (list) => new ResponseDraft(list, { answer: "response", end: "response.completed" }),
  eventOf: (data) => data,
  begins: (event, draft) => draft.isBegun && event.get("type")?.string() === "response.created",
  read(event, draft) {
    const type = event.get("type")?.string() ?? "";
    if (snapshots.has(type)) draft.opening = event.get("response") ?? draft.opening;
    else if (ends.has(type)) draft.end = event.get("response") ?? event;
    else if (type === "error" || (type === "" && event.get("error") !== undefined)) draft.error ??= event;
    else readItem(event, type, draft);
  },
};

/** Puts the responses of a list of events together; a new `response.created` begins the next one. */
export function readResponsesStream(list: JsonNode): readonly Answer<ResponseItems>[] {
  return foldStream(list, wire).map((draft) => {
    compareFinished(draft);
    const { error, anomalies } = draft;
    const body = finish(draft);
    const failed = body.response !== undefined && isErrorBody(body.response) ? body.response : undefined;
    const broken = error ?? failed;
    return { body, refusal: broken && readRefusal(broken, undefined), anomalies };
  });
}

function finish(draft: ResponseDraft): ResponseItems {
  const { end, opening } = draft;
  const output = end?.get("output");
  if (output?.first() !== undefined) return { response: end, items: output.items(), open: undefined };
  // Some backends end a stream with an empty output, or with nothing but the usage.
  const drafts = draft.items.all;
  const known = drafts.length === 0 ? opening?.get("output") : undefined;
  // A stream that was picked up again opens with what it had brought by then.
  const items = known?.kind === "array" ? known.items() : drafts.map((item) => composeItem(item, draft));
  const { last } = draft.items;
  const isOpen = !draft.isEnded && known === undefined && (last === undefined || !draft.done.has(last));
  const response = end ?? opening;
  const members = [["output", composeArray(items, draft.list)]] as const;
  const whole = response === undefined ? composeObject(members, draft.list) : withMembers(response, members);
  const isEmpty = response === undefined && items.length === 0;
  return { response: isEmpty ? undefined : whole, items, open: isOpen ? items.at(-1) : undefined };
}

/** An item that is done, and the response that is, repeat what the deltas brought. */
function compareFinished(draft: ResponseDraft): void {
  const outputs = draft.end?.get("output")?.items() ?? [];
  for (const [position, item] of draft.items.all.entries()) {
    const id = (item.start ?? draft.done.get(item))?.get("id")?.string();
    const final = outputs.find((each) => id !== undefined && each.get("id")?.string() === id) ?? outputs[position];
    for (const field of ["arguments", "input", "code"]) {
      const streamed = item.pieces(field).length === 0 ? undefined : item.text(field);
      for (const whole of [draft.whole.get(item)?.get(field), draft.done.get(item)?.get(field), final?.get(field)]) {
        draft.compare(streamed, whole, `${field} of a call`);
      }
    }
  }
}

function readItem(event: JsonNode, type: string, draft: ResponseDraft): void {
  const given = event.get("item");
  if (type === "response.output_item.added") {
    itemOf(event, true, draft).start = given;
  } else if (type === "response.output_item.done") {
    if (given !== undefined) draft.done.set(itemOf(event, true, draft), given);
  } else {
    const [, piece = "", step] = /^(.*)\.(delta|done)$/.exec(type) ?? [];
    const field = pieces.get(piece);
    if (field === undefined) return;
    const item = itemOf(event, false, draft);
    const value = event.get(step === "delta" ? "delta" : field);
    if (value === undefined) return;
    if (step === "delta") item.add(field, value);
    else draft.whole.set(item, new Map([...(draft.whole.get(item) ?? []), [field, value]]));
  }
}

/** By output index: some gateways change an item's id from event to event. */
function itemOf(event: JsonNode, mayBegin: boolean, draft: ResponseDraft): PartDraft {
  const key = event.get("output_index") ?? event.get("item_id") ?? event.get("item")?.get("id");
  const known = key && draft.items.get(key);
  if (known !== undefined) return known;
  if (!mayBegin) draft.contradict(event, "The stream continues an item that no `response.output_item.added` event began");
  return draft.items.open(key, event, undefined);
}

/** An item as it is when it is done, else as it was added, with the pieces that came since. */
function composeItem(item: PartDraft, { done, whole }: ResponseDraft): JsonNode {
  const finished = done.get(item);
  if (finished !== undefined) return finished;
  const { start, at } = item;
  const made = new Map<string, JsonNode | undefined>();
  for (const field of item.fields) {
    const text = item.text(field);
    made.set(field, field === "content" && text !== undefined ? textContent(text) : text);
  }
  for (const [field, value] of whole.get(item) ?? []) made.set(field, value);
  if (start === undefined) return composeObject([...made], at);
  return made.size === 0 ? start : withMembers(start, [...made]);
}

function textContent(text: JsonNode): JsonNode {
  const part = [
    ["type", literal("output_text", text)],
    ["text", text],
  ] as const;
  return composeArray([composeObject(part, text)], text);
}
