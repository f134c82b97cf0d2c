import type { JsonDocument, JsonNode, Source } from "../json/node.js";
import { TokenSets } from "../json/token-sets.js";
import type { AdaptedConversation, MessagePart } from "../model/conversation.js";
import type { Batch } from "./batch.js";
import { type CallShape, callKeyNames, callWords, shapesIn } from "./call-shapes.js";
import { silentCall } from "./silent-calls.js";

type RecordingsBatch = Extract<Batch, { readonly kind: "recordings" }>;

/**
 * The first place in the documents of a batch that looks like a call or a result and that no format understood.
 *
 * What was read is known by its place: calls, results, declarations, and what an anomaly reports. Copies (for display, in events, in hooks)
 * are known by the id that they share with what was read, or where they have none, by the name.
 *
 * @param conversations all that was read from the documents
 * @returns `undefined` where all was read. Where a document has no key that calls need, that costs a few looks into a table; else one pass
 * over its tokens
 */
export function findUnreadCall(batch: RecordingsBatch, conversations: readonly AdaptedConversation[]): CallShape | undefined {
  let read: ReadParts | undefined;
  const isSilent = !conversations.some(({ messages }) => messages.some(({ parts }) => parts.some(isCallOrResult)));
  for (const { root } of documentsOf(batch)) {
    const silent = isSilent ? silentCall(root, conversations) : undefined;
    if (silent !== undefined) return silent;
    const mayHold = root.mayHaveOneOf?.(callKeyNames) !== false;
    if (!mayHold && conversations.length > 0) continue;
    read ??= new ReadParts(conversations);
    const unread = mayHold ? firstUnread(root, read) : undefined;
    if (unread !== undefined) return unread;
    // A body that is broken was reported, and its other half is not read without it.
    const inText = conversations.length === 0 && batch.faults.length === 0 ? firstInText(root, read, { left: maxTexts }) : undefined;
    if (inText !== undefined) return inText;
  }
  return undefined;
}

function isCallOrResult({ kind }: MessagePart): boolean {
  return kind === "call" || kind === "result";
}

/** Texts of a document that are looked into where nothing was read of it. */
const maxTexts = 10_000;

/** What a text of JSON in a text has where it holds calls: exporters of traces write messages so. Letters may be written as escapes. */
const inTextMarks = ['\\"tool', '\\"function', '\\"call_id', "\\u00"] as const;

/** The first call in JSON that is in a text, where no format opened it. */
function firstInText(root: JsonNode, read: ReadParts, texts: { left: number }): CallShape | undefined {
  const bytes = root.bytes();
  if (bytes !== undefined) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!inTextMarks.some((mark) => buffer.includes(mark))) return undefined;
  }
  return firstInTextOf(root, read, texts);
}

function firstInTextOf(node: JsonNode, read: ReadParts, texts: { left: number }): CallShape | undefined {
  const inner = node.kind === "object" ? node.entries().map(({ value }) => value) : node.items();
  for (const value of inner) {
    if (texts.left <= 0) return undefined;
    if (value.kind === "string") {
      const text = value.string() ?? "";
      if (!/^\s*[[{]/.test(text) || !/"(?:tool|function|call_id)|\\u00/.test(text)) continue;
      texts.left -= 1;
      const nested = value.nested();
      if (nested?.kind !== "json") continue;
      const { root } = nested.document;
      const found = firstUnread(root, read) ?? firstInTextOf(root, read, texts);
      if (found !== undefined) return found;
    } else if (value.kind === "object" || value.kind === "array") {
      const found = firstInTextOf(value, read, texts);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** All documents of a batch: those of the file, and those inside their strings that envelopes opened. */
function documentsOf({ documents, recordings }: RecordingsBatch): readonly JsonDocument[] {
  const all = new Set(documents.map(({ document }): JsonDocument => document));
  for (const { recording } of recordings) for (const inside of recording.documents ?? []) all.add(inside);
  return [...all];
}

function firstUnread(root: JsonNode, read: ReadParts): CallShape | undefined {
  if (root.holdersOf === undefined) return firstUnreadByWalk(root, read);
  for (const { node, word, isKey, located } of root.holdersOf(callWords, read.tokens)) {
    for (const shape of shapesIn(node, word, isKey)) {
      if (!read.has(shape)) return [...shapesIn(located(), word, isKey)].find((each) => !read.has(each)) ?? shape;
    }
  }
  return undefined;
}

/** The same without tokens: values of YAML, rows of tables. */
function firstUnreadByWalk(node: JsonNode, read: ReadParts): CallShape | undefined {
  for (const { key, value } of node.entries()) {
    const name = key.string() ?? "";
    const text = value.kind === "string" ? value.string() : undefined;
    const word = callWords.keys.has(name) ? name : text !== undefined && callWords.values.has(text) ? text : undefined;
    if (word !== undefined) {
      for (const shape of shapesIn(node, word, word === name)) if (!read.has(shape)) return shape;
    }
    const inside = value.kind === "object" || value.kind === "array" ? firstUnreadByWalk(value, read) : undefined;
    if (inside !== undefined) return inside;
  }
  for (const item of node.items()) {
    const inside = item.kind === "object" || item.kind === "array" ? firstUnreadByWalk(item, read) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Places of one source, in order. */
interface Places {
  readonly from: number[];
  readonly to: number[];
}

/** What was read of some documents. Ids and places are gathered when something looks unread: mostly never. */
class ReadParts {
  /** The values that were read. */
  readonly #nodes: readonly JsonNode[];
  /** The same, by document. */
  readonly tokens = new TokenSets();
  readonly #conversations: readonly AdaptedConversation[];
  #known:
    | { readonly callIds: Set<string>; readonly resultIds: Set<string>; readonly names: Set<string>; readonly hasResults: boolean }
    | undefined;
  #places: Map<Source, Places> | undefined;

  constructor(conversations: readonly AdaptedConversation[]) {
    this.#conversations = conversations;
    const nodes: JsonNode[] = [];
    for (const { messages, declarations, anomalies, toolChoice, leftOut } of conversations) {
      for (const { parts } of messages) {
        for (const part of parts) {
          if (part.kind === "call") nodes.push(part.call.at.call);
          else if (part.kind === "result") nodes.push(part.result.at.result);
        }
      }
      for (const each of declarations) nodes.push(each);
      // A warning says that something was not read: what it held is as unread as before.
      for (const { at, severity } of anomalies) if (severity !== "warning") nodes.push(at);
      if (toolChoice !== undefined) nodes.push(toolChoice.at);
      if (leftOut !== undefined) nodes.push(...leftOut);
    }
    this.#nodes = nodes;
    for (const node of nodes) node.addTo?.(this.tokens);
  }

  has({ kind, at, ids, name }: CallShape): boolean {
    // Ids first: most shapes bear one that was read, and places inside texts cost more to find.
    return this.#isCopy(kind, ids, name) || this.#overlaps(at);
  }

  #isCopy(kind: CallShape["kind"], ids: readonly string[], name: string | undefined): boolean {
    this.#known ??= knownIn(this.#conversations);
    const { callIds, resultIds, names, hasResults } = this.#known;
    // A format whose results are kept nowhere owes none: what repeats its calls is no result that was lost.
    const known = kind === "call" || !hasResults ? callIds : resultIds;
    // Where no call that was read has an id, those of a copy are of something else.
    if (ids.length > 0 && known.size > 0) return ids.some((id) => known.has(id));
    return name !== undefined && names.has(name);
  }

  /** Whether a value lies in, or around, one that was read. */
  #overlaps({ range: { source, from, to } }: JsonNode): boolean {
    this.#places ??= placesOf(this.#nodes);
    const places = this.#places.get(source);
    if (places === undefined) return false;
    let low = 0;
    for (let high = places.from.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((places.to[middle] ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    const begin = places.from[low];
    return begin !== undefined && begin < to;
  }
}

function knownIn(conversations: readonly AdaptedConversation[]) {
  const callIds = new Set<string>();
  const resultIds = new Set<string>();
  const names = new Set<string>();
  let hasResults = false;
  for (const { messages } of conversations) {
    for (const { parts } of messages) {
      for (const part of parts) {
        if (part.kind === "call") {
          if (part.call.id !== null) callIds.add(part.call.id);
          if (part.call.function.name !== null) names.add(part.call.function.name);
        } else if (part.kind === "result") {
          hasResults = true;
          const { callId, name, inlineCall } = part.result;
          const id = callId ?? inlineCall?.id ?? null;
          if (id !== null) resultIds.add(id);
          if (name !== null) names.add(name);
        }
      }
    }
  }
  return { callIds, resultIds, names, hasResults };
}

/** Merged where they overlap, so that their ends rise as their beginnings do. */
function placesOf(nodes: readonly JsonNode[]): Map<Source, Places> {
  const ranges = nodes.map(({ range }) => range).sort((one, other) => one.from - other.from);
  const bySource = new Map<Source, Places>();
  for (const { source, from, to } of ranges) {
    const places = bySource.get(source) ?? { from: [], to: [] };
    bySource.set(source, places);
    const last = places.to.length - 1;
    if (last >= 0 && (places.to[last] ?? 0) >= from) places.to[last] = Math.max(places.to[last] ?? 0, to);
    else {
      places.from.push(from);
      places.to.push(to);
    }
  }
  return bySource;
}
