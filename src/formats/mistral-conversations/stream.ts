import { composeArray, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Answer } from "../answer.js";
import { refusalOf } from "../refusal.js";
import { AnswerDraft, dataOf, foldStream, type PartDraft, PartDrafts, type StreamWire, withMembers } from "../stream.js";

/** Events of a stream (`ConversationEvents`, @mistralai/mistralai 2.7, read 2026-11), and the entry that each adds to. */
export const eventTypes: ReadonlyMap<string, string | null> = new Map([
  ["conversation.response.started", null],
  ["conversation.response.done", null],
  ["conversation.response.error", null],
  ["message.output.delta", "message.output"],
  ["function.call.delta", "function.call"],
  ["tool.execution.started", "tool.execution"],
  ["tool.execution.delta", "tool.execution"],
  ["tool.execution.done", "tool.execution"],
  ["agent.handoff.started", "agent.handoff"],
  ["agent.handoff.done", "agent.handoff"],
]);

/** Whether an item is an event of such a stream. */
export function isEntryEvent(item: JsonNode): boolean {
  return eventTypes.has(dataOf(item).get("type")?.string() ?? "");
}

/** Whether a value is a list of stream events. */
export function isEntryStream(node: JsonNode): boolean {
  return node.kind === "array" && node.first() !== undefined && node.items().some(isEntryEvent);
}

/** What came back: entries, and the one that a stream stopped in. */
export interface EntryList {
  readonly entries: readonly JsonNode[];
  readonly cut: JsonNode | undefined;
}

/** One response while its events come in: its parts are entries, each with the events that add to it. */
class ResponseDraft extends AnswerDraft {
  readonly entries = new PartDrafts();

  override get isBegun(): boolean {
    return super.isBegun || this.entries.all.length > 0;
  }
}

const wire: StreamWire<JsonNode, ResponseDraft> = {
  draft: (list) => new ResponseDraft(list, { answer: "response", end: "conversation.response.done" }),
  eventOf: (data) => (eventTypes.has(nameOf(data)) ? data : undefined),
  begins: (event, draft) => draft.isBegun && nameOf(event) === "conversation.response.started",
  read(event, draft) {
    switch (nameOf(event)) {
      case "conversation.response.started":
        draft.opening = event;
        break;
      case "conversation.response.done":
        draft.end = event;
        break;
      case "conversation.response.error":
        draft.error ??= event.get("message") ?? event;
        break;
      default: {
        const key = event.get("id") ?? event.get("output_index");
        const entry = (key && draft.entries.get(key)) ?? draft.entries.open(key, event, event);
        entry.add("content", event.get("content"));
        entry.add("arguments", event.get("arguments"));
      }
    }
  },
};

function nameOf(event: JsonNode): string {
  return event.get("type")?.string() ?? "";
}

/** Puts the responses of a list of events together. */
export function readEntryStream(list: JsonNode): readonly Answer<EntryList>[] {
  return foldStream(list, wire).map(({ entries: drafts, isEnded, error, anomalies }) => {
    const entries = drafts.all.map(compose);
    const refusal = error && refusalOf(undefined, error.string() ?? "an error without words", error);
    return { body: { entries, cut: isEnded || error !== undefined ? undefined : entries.at(-1) }, refusal, anomalies };
  });
}

function compose(entry: PartDraft): JsonNode {
  const { at } = entry;
  const contents = entry.pieces("content");
  const isText = contents.every(({ kind }) => kind === "string");
  const type = eventTypes.get(nameOf(at)) ?? null;
  return withMembers(at, [
    ["type", literal(type, at.get("type") ?? at)],
    ["content", isText ? entry.text("content") : composeArray(contents, at)],
    ["arguments", entry.text("arguments")],
  ]);
}
