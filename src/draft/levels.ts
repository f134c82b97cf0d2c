import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isMap, openedValue, placeOfPath, type Way } from "./values.js";

/** Where the entries of a log may be. */
export interface LogLevel {
  /** Place of the conversations; `undefined`: a document is one. */
  readonly conversations: string | undefined;
  /** Place of the entries in a conversation; `undefined`: it is the list, or the lines of the log are. */
  readonly entries: string | undefined;
  /** The last key on the way to the entries. */
  readonly key: string;
  readonly lists: readonly (readonly JsonObject[])[];
  /** Documents are entries: lines of a log. */
  readonly isLines: boolean;
}

/** Levels of a document that are looked into. */
const maxDepth = 6;

/** Values looked at. */
const maxValues = 100_000;

/** All lists of objects that could be the entries of conversations: the lines, lists inside documents, and each document itself. */
export function levelsOf(documents: readonly JsonValue[]): readonly LogLevel[] {
  const lists = new Map<string, { readonly way: Way; readonly lists: JsonObject[][] }>();
  const budget = { left: maxValues };
  for (const document of documents) gather(document, []);
  const objects = documents.filter(isObject);
  const levels = [...lists.values()].flatMap(({ way, lists: found }) => levelsAt(way, found));
  if (documents.length > 1)
    return [{ ...row, entries: undefined, isLines: true, lists: [objects] }, { ...row, lists: objects.map((each) => [each]) }, ...levels];
  return objects.length === 0 ? levels : [...levels, { ...row, lists: [objects] }];

  function gather(value: JsonValue, way: Way): void {
    if (way.length > maxDepth || budget.left <= 0) return;
    budget.left -= 1;
    const inner = openedValue(value);
    if (Array.isArray(inner)) {
      const items: readonly JsonValue[] = inner;
      const entries = items.map(openedValue).filter(isObject);
      if (entries.length > 0 && entries.length >= 0.5 * items.length) {
        const key = placeOfPath(way);
        const known = lists.get(key) ?? { way, lists: [] };
        lists.set(key, known);
        known.lists.push(entries);
      }
      for (const item of items) gather(item, [...way, "*"]);
    } else if (isObject(inner)) {
      const isOfIds = isMap(inner);
      for (const [key, each] of Object.entries(inner))
        if (typeof each === "object" || typeof each === "string") gather(each, [...way, isOfIds ? "{}" : key]);
    }
  }
}

const row = { conversations: undefined, entries: "", key: "", isLines: false } as const;

function levelsAt(way: Way, lists: readonly (readonly JsonObject[])[]): readonly LogLevel[] {
  const star = Math.max(way.lastIndexOf("*"), way.lastIndexOf("{}"));
  const conversations = star < 0 ? undefined : placeOfPath(way.slice(0, star + 1));
  const rest = way.slice(star + 1);
  const entries = rest.length === 0 ? undefined : placeOfPath(rest);
  const key = way.findLast((step) => step !== "*" && step !== "{}") ?? "";
  const asRows = { conversations: placeOfPath([...way, "*"]), entries: "", key, isLines: false, lists: lists.flat().map((each) => [each]) };
  return [{ conversations, entries, key, lists, isLines: false }, asRows];
}
