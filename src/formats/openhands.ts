import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { madeCall, newEventKinds, openhandsEvents } from "./openhands/events.js";
import { hasNo, mustBeKind } from "./shape-faults.js";
import { withMembers } from "./stream.js";
import { piecesReader } from "./table/reader.js";

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

/** Kinds of the agent SDK that tell what the run did. */
const quiet: ReadonlySet<string> = new Set([
  "Condensation",
  "CondensationRequest",
  "CondensationSummaryEvent",
  "ConversationStateUpdateEvent",
  "ConversationErrorEvent",
  "LLMCompletionLogEvent",
  "PauseEvent",
  "TokenEvent",
]);

function isNewEvent(event: JsonNode): boolean {
  const kind = event.get("kind")?.string();
  if (kind === undefined || (!newEventKinds.has(kind) && !quiet.has(kind))) return false;
  return ["source", "tool_name", "tool_call", "tool_call_id", "llm_message", "system_prompt"].some((key) => event.get(key) !== undefined);
}

function isOldEvent(event: JsonNode): boolean {
  if (event.get("kind") !== undefined || event.get("source")?.kind !== "string") return false;
  if (event.get("action")?.kind === "string") return event.get("args")?.kind === "object";
  return event.get("observation")?.kind === "string" && (event.get("extras")?.kind === "object" || event.get("cause") !== undefined);
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

const readPieces = piecesReader(openhandsEvents, { title: "OpenHands events", idsOptional: false, keepsNoResults: false });

function readEvents(list: JsonNode | undefined, at: JsonNode, recording: RecordingInput): AdaptedConversation {
  const draft = new ConversationDraft();
  // Older evaluations keep each action with its observation in a pair.
  const events = (list?.items() ?? []).flatMap((each) => (each.kind === "array" ? each.items() : [each]));
  const calling = new Set(
    events.flatMap((event) => (event.get("tool_call_metadata") === undefined ? [] : (event.get("id")?.number() ?? []))),
  );
  readPieces(draft, events.filter((event) => isSaid(event, calling, draft)).map(withMadeCall));
  const prompts = events.filter((event) => event.get("kind")?.string() === "SystemPromptEvent");
  // Later versions write the classes of the tools, without their schemas.
  const tools = prompts.flatMap((prompt) => prompt.get("tools") ?? []).filter((each) => each.items().every(isDeclaration));
  const isLog = recording.tools === undefined;
  // The store keeps each event in a file of its own: the rest of the conversation is elsewhere.
  const historyCut = events.length === 1;
  return adaptedFrom(draft, { ...recording, at }, { format: "openhands", tools, isLog, historyCut });
}

/**
 * Whether an event says something to the model or of it; what is no event of either kind is reported.
 *
 * @param calling ids of the actions that were made by a call
 */
function isSaid(event: JsonNode, calling: ReadonlySet<number>, { report }: ConversationDraft): boolean {
  const kind = event.get("kind")?.string();
  if (event.kind !== "object") report(event, mustBeKind("An event", "an object", event));
  else if (kind !== undefined) return newEventKinds.has(kind) || (!quiet.has(kind) && event.get("tool_call_id") !== undefined);
  else if (event.get("action")?.kind === "string") return true;
  // States, recalls and what the environment did by itself answer no call.
  else if (event.get("observation")?.kind === "string")
    return event.get("tool_call_metadata")?.get("tool_call_id") !== undefined || calling.has(event.get("cause")?.number() ?? Number.NaN);
  else report(event, hasNo("An event", "action", "observation"));
  return false;
}

/** An action that was made by a call repeats the whole response of the model: its own call is found there by id. */
function withMadeCall(event: JsonNode): JsonNode {
  const metadata = event.get("tool_call_metadata");
  const id = metadata?.get("tool_call_id")?.string();
  const choice = metadata?.get("model_response")?.get("choices")?.first();
  const made = choice?.get("message")?.get("tool_calls")?.items() ?? [];
  const call = made.find((each) => each.get("id")?.string() === id);
  return call === undefined || event.get("action") === undefined ? event : withMembers(event, [[madeCall, call]]);
}

function isDeclaration(tool: JsonNode): boolean {
  if (tool.get("function")?.kind === "object") return true;
  return tool.get("name")?.kind === "string" && ["parameters", "input_schema", "inputSchema"].some((key) => tool.get(key) !== undefined);
}
