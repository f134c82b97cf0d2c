import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { type RealtimeSession, readEvents, realtimeEventOf, sessionTools } from "./realtime/events.js";
import { readRefusal } from "./refusal.js";
import { readItems } from "./responses/items.js";
import { type ItemDialect, itemShapes, responsesDialect } from "./responses/shapes.js";
import type { ItemBatch } from "./responses/turns.js";

/**
 * Events of OpenAI's Realtime API, of client and server in one log: items of the conversation as in the Responses API, told of by several
 * events each.
 *
 * Source: OpenAI API reference, Realtime, client and server events, and the types of openai-node 7.59, read 2026-11.
 */
export const openaiRealtime: Format = {
  id: "openai-realtime",
  title: "OpenAI Realtime events",
  carries: ["calls", "results", "declarations"],
  source: "OpenAI API reference, Realtime (read 2026-11)",
  profile: "openai-realtime",
  rootKeys: ["type", "data", "event", "message", "payload", "[].type", "[].data", "[].event", "[].message", "[].payload"],
  detect,
  adapt,
};

/** Events that only this API has; those of a response are told from the Responses API's by their `event_id`. */
const ownEvent =
  /^(?:session\.(?:created|update|updated)|conversation\.(?:created|item\.[a-z_.]+)|(?:input|output)_audio_buffer\.[a-z_]+|response\.(?:create|cancel|done)|rate_limits\.updated|transcription_session\.updated?)$/;

const dialect: ItemDialect = {
  ...responsesDialect,
  shapes: new Map([...itemShapes, [sessionTools, { kind: "tools", by: "caller", replaces: true }]]),
};

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  if (body.kind !== "array")
    return isOwn(body) ? { match: "certain", because: "is an event of a realtime session", unit: "message" } : noMatch;
  const first = body.first();
  return first !== undefined && isOwn(first) ? { match: "certain", because: "is a list of events of a realtime session" } : noMatch;
}

function isOwn(record: JsonNode): boolean {
  const event = realtimeEventOf(record);
  const type = event?.get("type")?.string();
  if (event === undefined || type === undefined) return false;
  const hasId = event.get("event_id")?.kind === "string";
  // A client's events go without an id, and a response may be created on other wires as well.
  if (ownEvent.test(type)) return hasId || isDistinctive(event, type);
  return hasId && (type === "error" || /^(?:response|conversation|session|mcp_list_tools)\./.test(type));
}

function isDistinctive(event: JsonNode, type: string): boolean {
  if (type.startsWith("session.")) return event.get("session")?.kind === "object";
  if (type.startsWith("conversation.item.")) return event.get("item")?.kind === "object" || event.get("item_id")?.kind === "string";
  if (type === "response.done") return event.get("response")?.kind === "object" && event.get("sequence_number") === undefined;
  return event.get("sequence_number") === undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools } = recording;
  const session = readEvents(body.kind === "array" ? body.items() : [body]);
  const read = readItems(batchesOf(session), {
    dialect,
    given: tools,
    // Nothing forces an answer before the conversation goes on, and speech may cut a response off.
    isExcused: () => true,
  });
  return [
    adaptedFrom(read.draft, recording, {
      format: "openai-realtime",
      declared: read,
      isRequest: true,
      model: session.model,
      refusal: session.error && readRefusal(session.error, undefined),
      historyCut: read.historyCut || !session.hasBeginning,
      isFragment: false,
    }),
  ];
}

/** What the model wrote and what the client put in, in turns: an answer is one batch. */
function batchesOf({ items, fromModel, open }: RealtimeSession): readonly ItemBatch[] {
  const batches: { items: JsonNode[]; fromResponse: boolean; open: JsonNode | undefined }[] = [];
  for (const item of items) {
    const fromResponse = fromModel.has(item);
    const last = batches.at(-1);
    if (last?.fromResponse === fromResponse) last.items.push(item);
    else batches.push({ items: [item], fromResponse, open });
  }
  return batches;
}
