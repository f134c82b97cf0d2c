import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { isNewEvent, NewEvents } from "./openhands/new-events.js";
import { isOldEvent, OldEvents } from "./openhands/old-events.js";

/**
 * Events of OpenHands: of its first architecture (`{action | observation, args | extras, cause, tool_call_metadata}`) and of the agent SDK
 * that followed it (`{kind: "ActionEvent" | "ObservationEvent" | …}`).
 *
 * Source: All-Hands-AI/OpenHands, `openhands/events`; OpenHands/software-agent-sdk, `openhands/sdk/event`; read 2026-11.
 */
export const openhands: Format = {
  id: "openhands",
  title: "OpenHands events",
  carries: ["calls", "results", "declarations"],
  source: "OpenHands, openhands/events; software-agent-sdk, openhands/sdk/event (read 2026-11)",
  profile: "benchmark",
  rootKeys: [
    "kind",
    "action",
    "observation",
    "history",
    "trajectory",
    "events",
    "[].kind",
    "[].action",
    "[].observation",
    "[].history",
    "[]",
  ],
  detect,
  adapt,
};

/** Events looked at: logs may begin with states and recalls. */
const maxSeen = 50;

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  if (body.kind === "object" && !hasEvents(body)) {
    const because = becauseOf(body);
    return because === undefined ? noMatch : { match: "certain", because, unit: "message" };
  }
  const first = body.kind === "array" ? body.first() : undefined;
  if (first?.kind === "object" && !firstKeys.some((key) => first.get(key) !== undefined)) return noMatch;
  const list = body.kind === "array" ? (hasEvents(first) ? eventsIn(first) : body) : eventsIn(body);
  const events = (list?.items() ?? []).slice(0, maxSeen).flatMap((each) => (each.kind === "array" ? each.items() : [each]));
  const because = events.map(becauseOf).find((each) => each !== undefined);
  return because === undefined ? noMatch : { match: "certain", because };
}

function becauseOf(event: JsonNode): string | undefined {
  if (isNewEvent(event)) return "has events of the agent SDK";
  return isOldEvent(event) ? "has actions and observations with their source" : undefined;
}

/** An event, or a row that holds events, has one of them. */
const firstKeys = ["kind", "action", "observation", "history", "trajectory", "events"] as const;

/** Keys under which runs keep their events: rows of evaluations, exports, the API's answer. */
const listKeys = ["history", "trajectory", "events"] as const;

function eventsIn(node: JsonNode | undefined): JsonNode | undefined {
  return listKeys.map((key) => node?.get(key)).find((each) => each?.kind === "array");
}

function hasEvents(node: JsonNode | undefined): boolean {
  return eventsIn(node) !== undefined && node?.get("kind") === undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  if (body.kind === "array" && hasEvents(body.first())) return body.items().map((row) => readEvents(eventsIn(row), row, recording));
  if (body.kind === "array") return [readEvents(body, recording.at, recording)];
  const list = eventsIn(body);
  return [readEvents(list ?? composeArray([body], body), recording.at, recording)];
}

function readEvents(list: JsonNode | undefined, at: JsonNode, recording: RecordingInput): AdaptedConversation {
  const draft = new ConversationDraft();
  const oldEvents = new OldEvents(draft);
  const newEvents = new NewEvents(draft);
  // Older evaluations keep each action with its observation in a pair.
  const events = (list?.items() ?? []).flatMap((each) => (each.kind === "array" ? each.items() : [each]));
  for (const event of events) {
    if (event.kind !== "object") draft.report(event, `Unexpected ${event.kind} as event, expected an object`);
    else if (event.get("kind")?.kind === "string") newEvents.read(event);
    else oldEvents.read(event);
  }
  // The store keeps each event in a file of its own: the rest of the conversation is elsewhere.
  const isAlone = events.length === 1;
  const isLog = recording.tools === undefined;
  return adaptedFrom(draft, { ...recording, at }, { format: "openhands", tools: newEvents.tools, isLog, historyCut: isAlone });
}
