import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { quote } from "../../text/quote.js";
import { type Answer, brokenOff, noAnswer } from "../answer.js";
import { refusalOf } from "../refusal.js";
import { AnswerDraft, dataOf, foldStream, type PartDraft, PartDrafts, type StreamWire, withMembers } from "../stream.js";
import type { ConverseMessage } from "./messages.js";

/** Members of the stream (`ConverseStreamOutput`, @aws-sdk/client-bedrock-runtime 3.1164, read 2026-11). */
export const eventNames = [
  "messageStart",
  "contentBlockStart",
  "contentBlockDelta",
  "contentBlockStop",
  "messageStop",
  "metadata",
  "validationException",
  "throttlingException",
  "internalServerException",
  "modelStreamErrorException",
  "serviceUnavailableException",
] as const;

const knownEvents: ReadonlySet<string> = new Set(eventNames);

/** One event: which it is, and what it says. */
interface StreamEvent {
  readonly name: string;
  readonly data: JsonNode;
}

/**
 * The event that a recorder kept: `{messageStart: …}`, `{event: "messageStart", data: …}`, or either as the data (JSON text, too) of a
 * `chunk`, as InvokeModel streams them.
 */
export function converseEventOf(item: JsonNode): StreamEvent | undefined {
  if (item.kind !== "object") return undefined;
  const data = dataOf(item);
  const name = item.get("event")?.string();
  if (name !== undefined && knownEvents.has(name)) return { name, data };
  for (const { key, value } of data.entries()) {
    const inner = key.string() ?? "";
    if (knownEvents.has(inner) && value.kind === "object") return { name: inner, data: value };
  }
  return undefined;
}

/** Whether an event says for sure that it belongs to such a stream: other things have metadata, too. */
export function isConverseEvent(item: JsonNode): boolean {
  const event = converseEventOf(item);
  return event !== undefined && (event.name !== "metadata" || event.data.get("usage")?.get("inputTokens") !== undefined);
}

/** Whether an event brings something of a message, or its end. */
export function isEventOfMessage(item: JsonNode): boolean {
  return isConverseEvent(item) && converseEventOf(item)?.name.endsWith("Exception") === false;
}

/** One answer while its events come in. */
class ConverseDraft extends AnswerDraft {
  readonly blocks = new PartDrafts();
  exception: StreamEvent | undefined;

  override get isBegun(): boolean {
    return super.isBegun || this.blocks.all.length > 0;
  }
}

const wire: StreamWire<StreamEvent, ConverseDraft> = {
  draft: (list) => new ConverseDraft(list, { answer: "message", end: "messageStop" }),
  // Recorders keep events of their own in between, InvokeModel adds its metrics.
  eventOf: (_, item) => converseEventOf(item),
  begins: ({ name }, draft) => draft.isBegun && name === "messageStart",
  read(event, draft) {
    const { name, data } = event;
    const index = data.get("contentBlockIndex");
    switch (name) {
      case "messageStart":
        draft.opening = data;
        break;
      case "contentBlockStart":
        draft.blocks.open(index, data, data.get("start"));
        break;
      case "contentBlockDelta":
        addDelta(data, draft);
        break;
      case "contentBlockStop": {
        const block = draft.blocks.get(index);
        if (block !== undefined) block.isClosed = true;
        break;
      }
      case "messageStop":
        draft.end = data.get("stopReason") ?? data;
        break;
      case "metadata":
        break;
      default:
        draft.exception ??= event;
        draft.error ??= data;
    }
  },
};

function addDelta(data: JsonNode, draft: ConverseDraft): void {
  const index = data.get("contentBlockIndex");
  const delta = data.get("delta");
  const input = delta?.get("toolUse")?.get("input");
  const known = draft.blocks.get(index);
  if (input !== undefined) {
    if (known?.start?.get("toolUse") === undefined) draft.contradict(data, "The stream has input for a call that it did not start");
    known?.add("input", input);
    return;
  }
  // Blocks of text have no start.
  const block = known ?? draft.blocks.open(index, data, undefined);
  block.add("text", delta?.get("text"));
  block.add("reasoning", delta?.get("reasoningContent"));
  const result = delta?.get("toolResult");
  for (const each of result?.kind === "array" ? result.items() : [result]) block.add("result", each);
}

/** Puts the answers of a list of events together; a new `messageStart` begins the next one. */
export function readConverseStream(list: JsonNode): readonly Answer<ConverseMessage>[] {
  return foldStream(list, wire).map(finish);
}

/** A `validationException`, or any exception in place of a message, is a refusal; any other broke a message off. */
function finish({ at, opening, blocks, end, exception, anomalies, isEnded, isBegun }: ConverseDraft): Answer<ConverseMessage> {
  const message = [
    ["role", opening?.get("role")],
    ["content", composeArray(blocks.all.map(composeBlock), at)],
  ] as const;
  const isCut = !isEnded && blocks.last?.isClosed === false;
  const body = { message: composeObject(message, at), stopReason: end?.kind === "string" ? end : undefined, isStreamed: true, isCut };
  const answer = { ...noAnswer, body: isBegun ? body : undefined, anomalies };
  if (exception === undefined) return answer;
  const words = exceptionText(exception);
  const place = exception.data.get("message") ?? exception.data;
  if (!isBegun || exception.name === "validationException") {
    return { ...answer, refusal: refusalOf(undefined, words, place, [exception.name]) };
  }
  return { ...answer, anomalies: [...anomalies, brokenOff(place, words)] };
}

function composeBlock(block: PartDraft): JsonNode {
  const { at, start } = block;
  const call = start?.get("toolUse");
  if (call !== undefined) {
    const input = block.text("input") ?? call.get("input");
    return composeObject([["toolUse", withMembers(call, [["input", input]])]], at);
  }
  const result = start?.get("toolResult");
  if (result !== undefined) {
    const pieces = block.pieces("result");
    const content = pieces.length === 0 ? result.get("content") : composeArray(pieces, pieces[0] ?? at);
    return composeObject([["toolResult", withMembers(result, [["content", content]])]], at);
  }
  const text = block.text("text");
  const [reasoning] = block.pieces("reasoning");
  // A start of a kind that is not known here speaks for itself.
  if (text === undefined && reasoning === undefined) return start ?? at;
  return composeObject([text === undefined ? ["reasoningContent", reasoning] : ["text", text]], at);
}

/** What an exception says, in words for people. */
function exceptionText({ name, data }: StreamEvent): string {
  const message = data.get("message")?.string();
  return message === undefined ? quote(name) : message;
}
