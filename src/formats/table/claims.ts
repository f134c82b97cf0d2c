import type { JsonNode } from "../../json/node.js";
import { type Detection, noMatch } from "../format.js";
import { type Test, testOf } from "./condition.js";
import { listAt, type Path, pathOf, pathsOf, valuesAt } from "./place.js";
import type { Condition, FormatTable, TableClaim } from "./table.js";

interface Claim {
  readonly because: string;
  readonly match: "certain" | "possible";
  readonly needsDocument: boolean;
  readonly document: Test;
  readonly some: Test | undefined;
  readonly every: Test | undefined;
}

/** Makes the claims of a table ready: the function that says whether a document is of its format. */
export function claimsOf(table: FormatTable): (body: JsonNode) => Detection {
  const claims = table.claims.map(readyClaim);
  const conversations = pathsOf(table.conversations ?? "");
  const entries = pathsOf(table.entries ?? "");
  return (body) => {
    const lists = body.kind === "array" ? [] : entriesIn(body, conversations, entries);
    let found = noMatch;
    for (const claim of claims) {
      const detection = detect(claim, body, lists);
      if (detection.match === "certain") return detection;
      if (detection.match === "possible") found = detection;
    }
    return found;
  };
}

/** The lists of entries in a document: of each conversation one. */
export function entriesIn(body: JsonNode, conversations: readonly Path[], entries: readonly Path[]): readonly JsonNode[] {
  return valuesAt(body, conversations).flatMap((conversation) => listAt(conversation, entries) ?? []);
}

function readyClaim({ because, sure = true, document, some, every }: TableClaim): Claim {
  return {
    because,
    match: sure ? "certain" : "possible",
    needsDocument: document !== undefined,
    document: testOf(document),
    some: some && testOf(some),
    every: every && testOf(every),
  };
}

function detect(claim: Claim, body: JsonNode, lists: readonly JsonNode[]): Detection {
  const { match, because } = claim;
  if (body.kind === "array") return !claim.needsDocument && fits(claim, body.items()) ? { match, because } : noMatch;
  if (body.kind !== "object" || !claim.document.holds(body)) return noMatch;
  if (lists.length > 0) return lists.some((list) => fits(claim, list.items())) ? { match, because } : noMatch;
  // An entry alone is a line of a log.
  if (claim.needsDocument || (claim.some ?? claim.every) === undefined) return noMatch;
  return fits(claim, [body]) ? { match, because, unit: "message" } : noMatch;
}

function fits({ some, every }: Claim, entries: readonly JsonNode[]): boolean {
  if (entries.length === 0) return some === undefined && every === undefined;
  if (every !== undefined && !entries.every((entry) => every.holds(entry))) return false;
  return some === undefined || entries.some((entry) => some.holds(entry));
}

/** The root keys under which documents of a table can be found, see `Format.rootKeys`. */
export function rootKeysOf({ claims, conversations = "", entries = "" }: FormatTable): readonly string[] {
  const keys = new Set<string>();
  const [first] = pathsOf(conversations);
  const outer = first === undefined || first.length === 0 ? pathsOf(entries) : pathsOf(conversations);
  for (const { document, some, every } of claims) {
    const listKeys = outer.flatMap(([key]) => (key === undefined || key === "*" ? [] : [key]));
    for (const key of document === undefined ? listKeys : [...firstKeys(document), ...listKeys]) keys.add(key);
    if (document !== undefined) continue;
    // Any entry may be the telling one, the first need not be: bare lists are asked as they come.
    const shared = firstKeys(every);
    if (shared.length === 0) keys.add("[]");
    for (const key of shared) keys.add(`[].${key}`);
    for (const key of [...firstKeys(some), ...shared]) keys.add(key);
  }
  return [...keys];
}

/** Keys of which one must stand somewhere, see `Format.marks`: the deepest that a claim asks for; `undefined` where a claim asks for none. */
export function marksOf({ claims }: FormatTable): readonly string[] | undefined {
  const marks: string[] = [];
  for (const { document, some, every } of claims) {
    const [place] = [some, every, document].flatMap(placesOf);
    const key = place === undefined ? undefined : pathOf(place).findLast((each) => each !== "*");
    if (key === undefined) return undefined;
    marks.push(key);
  }
  return marks;
}

function firstKeys(condition: Condition | undefined): readonly string[] {
  return placesOf(condition).flatMap((place) => pathOf(place)[0] ?? []);
}

function placesOf(condition: Condition | undefined): readonly string[] {
  return [...(condition?.has ?? []), ...Object.keys(condition?.is ?? {})];
}
