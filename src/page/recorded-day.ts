import type { JsonNode } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";

/** Keys under which recorders say when something was said, and no tool says something else. */
const keys = ["timestamp", "created_at", "createdAt", "created", "startedDateTime", "start_time", "startTime", "ts"] as const;

/** Parts of a recording that may say it for the whole. */
const parts = ["response", "request", "body", "metadata"] as const;

/** When recordings can have been made: any other number is no time. */
const earliest = Date.UTC(2018, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** The day of a conversation in UTC, `2026-11-30`: that of its first message, else of the recording; `null` where neither says one. */
export function recordedDay({ messages, at }: Conversation): string | null {
  const places = [messages[0]?.at, messages.at(-1)?.at, at.first(), at, ...parts.map((part) => at.get(part))];
  for (const place of places) {
    if (place === undefined) continue;
    for (const key of keys) {
      const time = timeOf(place.get(key));
      if (time !== undefined) return new Date(time).toISOString().slice(0, 10);
    }
  }
  return null;
}

/** Milliseconds since 1970, from a date as text or a count of seconds or their thousandths, millionths or billionths. */
function timeOf(node: JsonNode | undefined): number | undefined {
  const text = node?.string();
  const count = node?.number() ?? (text !== undefined && /^\d{10,19}$/.test(text) ? Number(text) : undefined);
  if (count !== undefined) return [1000, 1, 1e-3, 1e-6].map((factor) => Math.floor(count * factor)).find(isPlausible);
  if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  const time = Date.parse(text);
  return isPlausible(time) ? time : undefined;
}

function isPlausible(time: number): boolean {
  return earliest <= time && time < latest;
}
