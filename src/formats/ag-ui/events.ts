import type { JsonNode } from "../../json/node.js";
import { sentence, value } from "../../text/sentence.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { dataOf, PartDrafts, stoppedEarly } from "../stream.js";
import type { MessageLists } from "./messages.js";

/** Types that other protocols may have as well, and the key that is beside each here. */
const ownTypes: ReadonlyMap<string, string> = new Map([
  ["RUN_STARTED", "threadId"],
  ["RUN_FINISHED", "threadId"],
  ["TEXT_MESSAGE_START", "messageId"],
  ["TEXT_MESSAGE_CONTENT", "messageId"],
  ["TEXT_MESSAGE_END", "messageId"],
  ["TEXT_MESSAGE_CHUNK", "delta"],
  ["STEP_STARTED", "stepName"],
  ["STEP_FINISHED", "stepName"],
  ["STATE_SNAPSHOT", "snapshot"],
  ["STATE_DELTA", "delta"],
  ["MESSAGES_SNAPSHOT", "messages"],
]);

/** Types that no other protocol has, also of a call whose id was lost. */
const callTypes: ReadonlySet<string> = new Set([
  "TOOL_CALL_START",
  "TOOL_CALL_ARGS",
  "TOOL_CALL_END",
  "TOOL_CALL_CHUNK",
  "TOOL_CALL_RESULT",
]);

/** The types of events that tell what they belong to. */
export const tellingTypes: readonly string[] = [...ownTypes.keys(), ...callTypes];

/** Whether an item is an event of the protocol. */
export function isAgUiEvent(item: JsonNode): boolean {
  const event = dataOf(item);
  const type = event.get("type")?.string() ?? "";
  if (callTypes.has(type)) return true;
  const key = ownTypes.get(type);
  return key !== undefined && event.get(key) !== undefined;
}

/** Reads events. Texts and calls have ids, so that their pieces may be interleaved; each is where it began. */
export function readAgUiEvents(events: readonly JsonNode[], draft: ConversationDraft, lists: MessageLists): void {
  const pieces = new Pieces();
  for (const event of events) pieces.collect(event);
  let turn: MessageDraft | undefined;
  for (const event of events) {
    switch (event.get("type")?.string()) {
      case "TEXT_MESSAGE_START":
      case "TEXT_MESSAGE_CHUNK": {
        const part = pieces.texts.get(event.get("messageId"));
        if (part === undefined || goesOn(event, part.at)) break;
        const role = event.get("role")?.string() === "user" ? "user" : "assistant";
        const message = draft.open({ role, at: event, roleAt: event.get("role") });
        message.text(part.text("delta") ?? event);
        lists.note(event.get("messageId"));
        turn = role === "assistant" ? message : undefined;
        break;
      }
      case "TOOL_CALL_START":
      case "TOOL_CALL_CHUNK": {
        const part = pieces.calls.get(event.get("toolCallId"));
        if (part === undefined || goesOn(event, part.at)) break;
        turn ??= draft.open({ role: "assistant", at: event });
        const partial = !part.isClosed;
        const [id, name] = [event.get("toolCallId"), event.get("toolCallName")];
        turn.call({
          call: event,
          id,
          name,
          arguments: part.text("delta"),
          container: "string",
          partial,
          expectsNoResult: partial && !pieces.isAnswered(id),
        });
        lists.note(id);
        lists.note(event.get("parentMessageId"));
        if (partial && pieces.isFinished) reportOpen(event, name, draft);
        break;
      }
      case "TOOL_CALL_RESULT":
        turn = undefined;
        draft.open({ role: "tool", at: event }).result({ result: event, callId: event.get("toolCallId"), content: event.get("content") });
        lists.note(event.get("messageId"));
        lists.noteResult(event.get("toolCallId"));
        break;
      case "MESSAGES_SNAPSHOT":
        turn = undefined;
        lists.read(event);
        break;
    }
  }
  const last = events.at(-1);
  if (pieces.isFinished || last === undefined) return;
  const message = "The stream ends before the run does: no RUN_FINISHED came";
  draft.anomalies.push({ rule: "incomplete-stream", at: last, message, fix: stoppedEarly });
}

/** A chunk that is not the first of its text or call. */
function goesOn(event: JsonNode, first: JsonNode): boolean {
  return event !== first && event.get("type")?.string()?.endsWith("_CHUNK") === true;
}

function reportOpen(at: JsonNode, name: JsonNode | undefined, draft: ConversationDraft): void {
  const message = sentence`The call to ${value(name?.string() ?? "")} was never ended: no TOOL_CALL_END came`;
  draft.anomalies.push({ rule: "incomplete-stream", at, message, fix: "Send TOOL_CALL_END after the last piece of the arguments" });
}

/** The pieces of texts and calls, and whether all runs that began were ended. */
class Pieces {
  readonly texts = new PartDrafts();
  readonly calls = new PartDrafts();
  readonly #answered = new Set<string>();
  #running = 0;

  /** No run was cut off. */
  get isFinished(): boolean {
    return this.#running === 0;
  }

  isAnswered(callId: JsonNode | undefined): boolean {
    return this.#answered.has(callId?.string() ?? "");
  }

  collect(event: JsonNode): void {
    const id = event.get("toolCallId");
    switch (event.get("type")?.string()) {
      case "RUN_STARTED":
        this.#running = 1;
        break;
      case "RUN_FINISHED":
      case "RUN_ERROR":
        this.#running = 0;
        break;
      case "TEXT_MESSAGE_START":
        this.texts.open(event.get("messageId"), event, event);
        break;
      case "TEXT_MESSAGE_CHUNK":
        this.#chunk(this.texts, event.get("messageId"), event);
        break;
      case "TEXT_MESSAGE_CONTENT":
        this.texts.get(event.get("messageId"))?.add("delta", event.get("delta"));
        break;
      case "TOOL_CALL_START":
        this.calls.open(id, event, event);
        break;
      case "TOOL_CALL_ARGS":
        this.calls.get(id)?.add("delta", event.get("delta"));
        break;
      case "TOOL_CALL_CHUNK":
        this.#chunk(this.calls, id, event);
        break;
      case "TOOL_CALL_END": {
        const part = this.calls.get(id);
        if (part !== undefined) part.isClosed = true;
        break;
      }
      case "TOOL_CALL_RESULT":
        this.#answered.add(id?.string() ?? "");
    }
  }

  /** A chunk begins what its id names, or goes on with it; what follows ends it. */
  #chunk(parts: PartDrafts, id: JsonNode | undefined, event: JsonNode): void {
    const known = parts.get(id);
    const part = known ?? parts.open(id, event, event);
    part.isClosed = true;
    part.add("delta", event.get("delta"));
  }
}
