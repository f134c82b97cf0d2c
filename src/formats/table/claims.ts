import type { JsonNode } from "../../json/node.js";
import { type Detection, noMatch } from "../format.js";
import { type Test, testOf } from "./condition.js";
import { type ConversationPlaces, conversationsIn, type FoundConversation, type Missing } from "./conversations.js";
import { pathOf, pathsOf, valuesAt } from "./place.js";
import type { Condition, FormatTable, TableClaim } from "./table.js";

interface Claim {
  readonly because: string;
  readonly match: "certain" | "possible";
  readonly needsDocument: boolean;
  readonly document: Test;
  readonly conversation: Test | undefined;
  readonly some: Test | undefined;
  readonly every: Test | undefined;
}

/** Makes the claims of a table ready: the function that says whether a document, and the answer to it, is of its format. */
export function claimsOf(table: FormatTable, places: ConversationPlaces): (body: JsonNode, response: JsonNode | undefined) => Detection {
  const claims = table.claims.map(readyClaim);
  return (body, response) => {
    // Most documents fall at the first condition: the conversations in them are not looked for.
    let said: Said | undefined;
    const find = () => {
      said ??= { lists: conversationsIn(body, places), answer: answerIn(body, response, places) };
      return said;
    };
    let found = noMatch;
    for (const claim of claims) {
      const detection = detect(claim, body, find);
      if (detection.match === "certain") return detection;
      if (detection.match === "possible") found = detection;
    }
    return found;
  };
}

/** The messages of an answer, in the response or in a document that holds one. */
export function answerIn(body: JsonNode, response: JsonNode | undefined, { answer }: ConversationPlaces): readonly JsonNode[] {
  const holder = response ?? (answer?.inDocument === true ? body : undefined);
  if (holder === undefined || answer === undefined) return [];
  return valuesAt(holder, answer.entries).flatMap((value) =>
    value.kind === "array" ? value.items() : value.kind === "null" ? [] : [value],
  );
}

function readyClaim({ because, sure = true, document, conversation, some, every }: TableClaim): Claim {
  return {
    because,
    match: sure ? "certain" : "possible",
    needsDocument: document !== undefined,
    document: testOf(document),
    conversation: conversation && testOf(conversation),
    some: some && testOf(some),
    every: every && testOf(every),
  };
}

/** What is said in a document, and in the answer to it. */
interface Said {
  readonly lists: readonly (FoundConversation | Missing)[];
  readonly answer: readonly JsonNode[];
}

function detect(claim: Claim, body: JsonNode, find: () => Said): Detection {
  const { match, because, conversation } = claim;
  if (body.kind !== "object" && body.kind !== "array") return noMatch;
  if (claim.needsDocument && (body.kind === "array" || !claim.document.holds(body))) return noMatch;
  const { lists, answer } = find();
  const [first] = lists;
  if (first !== undefined || answer.length > 0) {
    if (conversation !== undefined && (first === undefined || !conversation.holds(first.node))) return noMatch;
    const histories = lists.map(({ entries = [] }) => entries);
    const said = answer.length === 0 ? histories : [[...histories.flat(), ...answer]];
    return said.some((entries) => fits(claim, entries)) ? { match, because } : noMatch;
  }
  if (claim.needsDocument || conversation !== undefined || (claim.some ?? claim.every) === undefined) return noMatch;
  if (body.kind === "array") return fits(claim, body.items()) ? { match, because } : noMatch;
  // An entry alone is a line of a log.
  return fits(claim, [body]) ? { match, because, unit: "message" } : noMatch;
}

function fits({ some, every }: Claim, entries: readonly JsonNode[]): boolean {
  if (entries.length === 0) return some === undefined && every === undefined;
  for (const entry of entries) {
    if (every?.holds(entry) === false) return false;
    if (some?.holds(entry) === true) return true;
  }
  return some === undefined;
}

/** The root keys under which documents of a table can be found, see `Format.rootKeys`. */
export function rootKeysOf({ claims, conversations = "", entries = "", answer }: FormatTable): readonly string[] {
  const keys = new Set<string>();
  const outer = pathsOf(conversations).filter((path) => path.length > 0);
  const isDocument = outer.length < pathsOf(conversations).length;
  const listed = [...outer, ...(isDocument ? pathsOf(entries) : [])];
  const answered = answer === undefined ? [] : pathsOf(answer.entries);
  const holders = [...listed, ...answered].flatMap(([key]) => (key === undefined || key === "*" ? [] : [key]));
  for (const { document, conversation, some, every } of claims) {
    if (document !== undefined) {
      for (const key of firstKeys(document)) keys.add(key);
      for (const key of holders) keys.add(key);
    } else if (conversation !== undefined) {
      const isListed = outer.some(([key]) => key === "*");
      for (const [key] of outer) if (key !== undefined && key !== "*") keys.add(key);
      for (const key of firstKeys(conversation)) for (const each of isListed ? [`[].${key}`, key] : [key]) keys.add(each);
    } else {
      for (const key of holders) keys.add(key);
      // Any entry may be the telling one, the first need not be: bare lists are asked as they come.
      const shared = firstKeys(every);
      if (shared.length === 0) keys.add("[]");
      for (const key of shared) keys.add(`[].${key}`);
      for (const key of shared.length === 0 ? firstKeys(some) : shared) keys.add(key);
    }
  }
  return [...keys];
}

function firstKeys(condition: Condition | undefined): readonly string[] {
  // What the first item of a list shows is filed as such.
  return tellingPlaces(condition).flatMap((place) => {
    const [first, second] = pathOf(place);
    return first === "0" && second !== undefined ? `[].${second}` : (first ?? []);
  });
}

/** Places of which one must be there for a condition to hold: the first that it names, or one for each of its alternatives. */
function tellingPlaces(condition: Condition | undefined): readonly string[] {
  if (condition === undefined) return [];
  const { has = [], keys = [], is = {}, kinds = {}, some = {}, any = [] } = condition;
  const [first] = [...has, ...keys, ...Object.keys(is), ...Object.keys(kinds), ...Object.keys(some)];
  if (first !== undefined) return [first];
  const alternatives = any.map(tellingPlaces);
  return alternatives.every((places) => places.length > 0) ? alternatives.flat() : [];
}
