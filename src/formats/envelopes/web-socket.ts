import { composeArray } from "../../json/composed.js";
import type { JsonDocument, JsonNode } from "../../json/node.js";
import { readBody } from "./body.js";
import type { Opened } from "./envelope.js";
import { flagIn } from "./http-message.js";

/**
 * What went over a WebSocket, as one list of events.
 *
 * @param frames each with its `data`, as a value or as text; frames that hold no JSON (sound, pings) are left out
 */
export function openSocket(frames: readonly JsonNode[], url: string | undefined, at: JsonNode): Opened {
  const documents: JsonDocument[] = [];
  const events: JsonNode[] = [];
  for (const frame of frames) {
    const body = readBody(frame.get("data") ?? frame.get("payload"), { transfer: flagIn(frame) });
    if (body.kind !== "json") continue;
    events.push(body.root);
    documents.push(...body.documents);
  }
  if (events.length === 0) return { layers: [], unresolvable: frames.length > 0 ? 1 : 0 };
  return { layers: [{ body: composeArray(events, at), ...(url !== undefined && { url }), documents, isTraffic: true, at }] };
}
