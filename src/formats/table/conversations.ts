import type { JsonNode } from "../../json/node.js";
import { type Test, testOf } from "./condition.js";
import { listAt, type Path, pathsOf, valueAt, valuesAt } from "./place.js";
import type { FormatTable } from "./table.js";

/** Where a table finds conversations, made ready. */
export interface ConversationPlaces {
  readonly conversations: readonly Path[];
  readonly entries: readonly Path[];
  /** A conversation may be its only entry. */
  readonly mayBeRow: boolean;
  readonly inner: readonly Path[];
  /** What the claims ask of the first conversation. */
  readonly shows: readonly Test[];
  readonly answer: { readonly entries: readonly Path[]; readonly inDocument: boolean } | undefined;
}

/** A conversation and its entries. */
export interface FoundConversation {
  readonly node: JsonNode;
  readonly entries: readonly JsonNode[];
}

/** A conversation without entries: what is there instead is at fault. */
export interface Missing {
  readonly node: JsonNode;
  readonly entries: undefined;
}

/** Sub-agents of sub-agents: more is a joke on us. */
const maxDepth = 20;

/** Makes the places of a table ready. */
export function placesOf({ conversations = "", entries, inner, answer, claims }: FormatTable): ConversationPlaces {
  const lists = pathsOf(entries ?? "");
  return {
    conversations: pathsOf(conversations),
    entries: lists,
    mayBeRow: entries === "",
    inner: pathsOf(inner),
    shows: claims.flatMap(({ conversation }) => (conversation === undefined ? [] : [testOf(conversation)])),
    answer: answer && { entries: pathsOf(answer.entries), inDocument: answer.inDocument ?? false },
  };
}

/** The conversations of a document: none where none has entries, nor shows what a claim asks for. */
export function conversationsIn(body: JsonNode, places: ConversationPlaces): readonly (FoundConversation | Missing)[] {
  const all = valuesAt(body, places.conversations).map((node) => ({ node, entries: entriesIn(node, places) }));
  const [first] = all;
  if (first === undefined) return [];
  const isAny = places.shows.some((test) => test.holds(first.node)) || all.some(({ entries }) => entries !== undefined);
  // An empty object among others is a conversation that has not begun.
  return isAny ? all.filter(({ node, entries }) => entries !== undefined || all.length === 1 || !isEmptyObject(node)) : [];
}

function isEmptyObject(node: JsonNode): boolean {
  return node.kind === "object" && node.entries().length === 0;
}

/** A conversation with the conversations inside it. */
export function* withInner(
  outer: FoundConversation | Missing,
  places: ConversationPlaces,
  depth = 0,
): Generator<FoundConversation | Missing, void, undefined> {
  yield outer;
  if (depth === maxDepth) return;
  for (const node of valuesAt(outer.node, places.inner)) yield* withInner({ node, entries: entriesIn(node, places) }, places, depth + 1);
}

/** What is where the entries of a conversation should be, or the conversation. */
export function missingAt(node: JsonNode, { entries }: ConversationPlaces): JsonNode {
  return (
    valueAt(
      node,
      entries.filter((path) => path.length > 0),
    ) ?? node
  );
}

/** The entries of a conversation; `undefined` where there are none. */
function entriesIn(node: JsonNode, { entries, mayBeRow }: ConversationPlaces): readonly JsonNode[] | undefined {
  const list = listAt(node, entries);
  if (list !== undefined) return list.items();
  if (mayBeRow) return node.kind === "object" ? [node] : undefined;
  const only = valueAt(
    node,
    entries.filter((path) => path.length > 0),
  );
  return only?.kind === "object" ? [only] : undefined;
}
