import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { asMessage, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { managedEventTypes, readManagedEvents } from "./managed-agents/events.js";

/**
 * Events of Anthropic's managed agents: a page of a session's events, its stream, or the events line by line. The id of a call is that of
 * its event.
 *
 * Source: types of @anthropic-ai/sdk 1.14 (`BetaManagedAgentsSessionEvent`, read 2026-11).
 */
export const managedAgents: Format = {
  id: "managed-agents",
  title: "Anthropic managed-agent events",
  carries: ["calls", "results", "hosted tools", "approvals"],
  source: "types of @anthropic-ai/sdk 1.14, resources/beta/sessions/events (read 2026-11)",
  profile: "session-log",
  rootKeys: ["type", "[].type", "data", "[].data"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  const list = listIn(body);
  if (list === undefined) {
    const found = judge(body);
    return found.match === "none" ? found : asMessage(found);
  }
  const first = list.first();
  return first === undefined ? noMatch : judge(first);
}

function judge(item: JsonNode): Detection {
  const event = eventOf(item);
  const type = event.get("type")?.string() ?? "";
  if (!managedEventTypes.has(type)) return noMatch;
  // Other wires have sessions as well: their events name themselves by event_id, or keep what happened under properties.
  const isOther = event.get("event_id") !== undefined || event.get("properties") !== undefined;
  const isOwn =
    event.get("processed_at") !== undefined ||
    (type.startsWith("agent.") && event.get("id")?.kind === "string") ||
    /tool|interrupt/.test(type);
  return isOwn && !isOther ? { match: "certain", because: "has the events of a managed agent" } : noMatch;
}

/** The list of events, bare or as a page of the API. */
function listIn(body: JsonNode): JsonNode | undefined {
  if (body.kind === "array") return body;
  const data = body.get("data");
  return data?.kind === "array" ? data : undefined;
}

/** The event itself: recorders of streams keep `{event, data}`. */
function eventOf(item: JsonNode): JsonNode {
  const data = item.get("data");
  const nested = data?.kind === "string" ? data.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root : data?.kind === "object" && item.get("type") === undefined ? data : item;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const draft = new ConversationDraft();
  readManagedEvents((listIn(body)?.items() ?? [body]).map(eventOf), draft);
  return [adaptedFrom(draft, recording, { format: "managed-agents", isLog: true })];
}
