import { composeArray, composeObject, joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { decoded } from "../decoded.js";

/** Events of a stream (`ConversationEvents`, @mistralai/mistralai 2.7, read 2026-11), and the entry that each adds to. */
const eventTypes: ReadonlyMap<string, string | null> = new Map([
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

/** The event itself: recorders keep `{event, data}` or the bare data. */
export function eventOf(item: JsonNode): JsonNode {
  return decoded(item.get("data")) ?? item;
}

/** Whether an item is an event of such a stream. */
export function isEvent(item: JsonNode): boolean {
  return eventTypes.has(eventOf(item).get("type")?.string() ?? "");
}

/** Whether a value is a list of stream events. */
export function isStream(node: JsonNode): boolean {
  return node.kind === "array" && node.first() !== undefined && node.items().some(isEvent);
}

/** The entries that a stream adds up to. */
export interface StreamedEntries {
  readonly entries: readonly JsonNode[];
  /** The words of an error event. */
  readonly error: JsonNode | undefined;
  readonly isCut: boolean;
  readonly anomalies: readonly Anomaly[];
}

/** One entry while its events come in. */
interface EntryDraft {
  readonly type: string;
  readonly first: JsonNode;
  readonly events: JsonNode[];
}

/** @param place where the stream stands, for what is wrong with the whole */
export function readStream(items: readonly JsonNode[], place: JsonNode): StreamedEntries {
  const drafts = new Map<string, EntryDraft>();
  let error: JsonNode | undefined;
  let isDone = false;
  for (const item of items) {
    const event = eventOf(item);
    const name = event.get("type")?.string() ?? "";
    if (name === "conversation.response.done") isDone = true;
    if (name === "conversation.response.error") error ??= event.get("message") ?? event;
    const type = eventTypes.get(name);
    if (type === undefined || type === null) continue;
    const key = event.get("id")?.string() ?? event.get("output_index")?.raw() ?? "";
    const draft = drafts.get(key);
    if (draft === undefined) drafts.set(key, { type, first: event, events: [event] });
    else draft.events.push(event);
  }
  const isCut = !isDone && error === undefined;
  const anomalies: Anomaly[] = [];
  if (isCut) {
    const message = "The stream ends before the response does: no conversation.response.done came";
    const hint = "The connection or the recorder stopped early: do not run the calls of this answer";
    anomalies.push({ rule: "incomplete-stream", at: items.at(-1) ?? place, message, hint });
  }
  return { entries: [...drafts.values()].map(compose), error, isCut, anomalies };
}

function compose({ type, first, events }: EntryDraft): JsonNode {
  const kept = first.entries().flatMap(({ key, value }) => {
    const name = key.string() ?? "";
    return ["type", "content", "arguments"].includes(name) ? [] : [[name, value] as const];
  });
  const contents = events.flatMap((event) => event.get("content") ?? []);
  const isText = contents.every(({ kind }) => kind === "string");
  return composeObject(
    [
      ["type", literal(type, first.get("type") ?? first)],
      ...kept,
      ["content", isText ? joined(contents) : composeArray(contents, first)],
      ["arguments", joined(events.flatMap((event) => event.get("arguments") ?? []))],
    ],
    first,
  );
}

/** Pieces as one text; a single one stays itself. */
function joined(pieces: readonly JsonNode[]): JsonNode | undefined {
  const [first, second] = pieces;
  return first === undefined || second === undefined ? first : joinText(pieces, first);
}
