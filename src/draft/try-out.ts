import { recordingOf } from "../formats/envelope.js";
import type { Format } from "../formats/format.js";
import { valueNode } from "../json/plain-node.js";
import type { JsonValue } from "../json/value.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { pairExchanges } from "../model/rebuild.js";
import { findProfile } from "../profiles/index.js";
import type { TablePlan } from "./assemble.js";
import type { LogLevel } from "./levels.js";
import { membersOf, valueOn } from "./values.js";
import { callListKeys, conversationKeys, conversationListKeys, entryListKeys, weightOf } from "./words.js";

/** What a table reads in a log. */
export interface DraftReading {
  readonly conversations: number;
  readonly calls: number;
  /** Calls whose name and arguments were there. */
  readonly whole: number;
  readonly results: number;
  /** Results that answer a call. */
  readonly answered: number;
  readonly texts: number;
  readonly faults: number;
  readonly claimed: boolean;
}

/** Documents that are read. */
const maxDocuments = 100;

/** Reads the documents of a log as a format. */
export function tryOut(format: Format, documents: readonly JsonValue[], isLines: boolean): DraftReading {
  const bodies = isLines ? [documents.slice(0, 3000)] : documents.slice(0, maxDocuments);
  const reading = { conversations: 0, calls: 0, whole: 0, results: 0, answered: 0, texts: 0, faults: 0, claimed: false };
  for (const body of bodies) {
    const recording = recordingOf(valueNode(body));
    reading.claimed ||= format.detect(recording).match === "certain";
    for (const conversation of format.adapt(recording)) count(conversation, reading);
  }
  return reading;
}

type Counts = { -readonly [Key in keyof DraftReading]: DraftReading[Key] };

function count(conversation: AdaptedConversation, reading: Counts): void {
  const profile = findProfile("framework");
  reading.conversations += 1;
  reading.faults += conversation.anomalies.length;
  for (const { parts } of conversation.messages) {
    for (const part of parts) {
      if (part.kind === "call") {
        reading.calls += 1;
        const { name, arguments: args } = part.call.function;
        if (name !== null && (args.kind === "parsed" || args.kind === "empty")) reading.whole += 1;
      } else if (part.kind === "result") reading.results += part.result.at.content === undefined ? 0 : 1;
      else if (part.kind === "text") reading.texts += 1;
    }
  }
  if (profile === undefined) return;
  for (const { links } of pairExchanges(conversation.messages, profile.pairing)) {
    for (const link of links) {
      if (link.kind === "answered") reading.answered += 1;
      else if (link.kind !== "unanswered") reading.faults += 1;
    }
  }
}

/** Whether the entries of a level are conversations: each has an id of its own for one, or the list is called so. */
function conversationsAsEntries({ key, lists, entries }: LogLevel): number {
  if (entries === "") return 0;
  if (weightOf(key, conversationListKeys) > 5) return 1;
  const all = lists.flat();
  const ways = [...membersOf(all[0] ?? {}, 1)].filter(({ way }) => weightOf(way[0] ?? "", conversationKeys) > 6).map(({ way }) => way);
  return all.length > 1 && ways.some((way) => new Set(all.map((each) => valueOn(each, way))).size === all.length) ? 1 : 0;
}

/**
 * How well a plan reads a log: how much of each call it finds, and the more calls the better. What that does not decide, the names of lists
 * and the texts do.
 */
export function scoreOf(reading: DraftReading, { level, site, results }: TablePlan): number {
  const { calls, whole, answered, texts, faults, claimed, conversations } = reading;
  if (calls === 0) return -1000;
  const each = (whole + 1.5 * answered - faults - Math.abs(calls - site.calls.length)) / calls;
  const isLinked = results.kind !== "none" && (results.kind !== "apart" || results.id !== undefined);
  const read = (each + (isLinked ? 0.1 : 0)) * calls ** 0.3 * (0.5 + site.weight / 40);
  const list = 0.05 * (weightOf(level.key, entryListKeys) - weightOf(level.key, callListKeys));
  const said = Math.min(0.6, (0.2 * texts) / Math.max(1, conversations));
  return read + list + said - (level.entries === "" ? 0.3 : 0) - 1.5 * conversationsAsEntries(level) - (claimed ? 0 : 20);
}
