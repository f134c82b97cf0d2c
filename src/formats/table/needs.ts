import { type DocumentNeeds, LONGEST_WORD, type WordNeed } from "../../json/seen-words.js";
import { isFan, type Path, pathOf, pathsOf } from "./place.js";
import type { Condition, FormatTable, TableClaim } from "./table.js";

/** What strings of a document may hold, see `DocumentNeeds`. */
type Texts = "none" | "objects" | "any";

/** Groups of words, one way to meet a need: one word of each is there. */
type Groups = WordNeed[number];

/** Where the value is that a condition is asked of. */
interface Base {
  readonly texts: Texts;
  /** Containers around its members. */
  readonly depth: number;
}

/** Containers around the strings that are known to hold no JSON. */
const seenDepth = 3;

/** Words without which no claim of a table holds: for most documents that says enough, and costs a look into a table. */
export function needsOf(table: FormatTable): DocumentNeeds {
  const among = (texts: Texts) => () => table.claims.flatMap((claim) => needOfClaim(claim, table, texts));
  return { withoutTexts: among("none"), withObjectTexts: among("objects"), withTexts: among("any") };
}

function needOfClaim({ document, conversation, some, every }: TableClaim, table: FormatTable, texts: Texts): WordNeed {
  const { conversations = "", entries = "", answer } = table;
  const outer = pathsOf(conversations);
  const lists = outer.flatMap((path) => pathsOf(entries).map((list) => [...path, ...list]));
  const holders: readonly Path[] = [...lists, ...(answer === undefined ? [] : pathsOf(answer.entries)), []];
  const around = both(
    waysOf(document, [], { texts, depth: 1 }),
    inside(Math.max(0, ...outer.map(({ length }) => length)), conversation, texts, 1),
  );
  // Each place where entries may be is a way of its own: the nearer, the more can be said of them.
  return holders.flatMap((holder) => {
    const more = holder.at(-1) === "*" ? 1 : 2;
    const shown = both(inside(holder.length, some, texts, more), inside(holder.length, every, texts, more));
    return both(both(around, [keysOn(holder, { texts, depth: 1 })]), shown);
  });
}

/** What is needed some steps from the document, where there are so many more containers around. */
function inside(steps: number, condition: Condition | undefined, texts: Texts, more: number): WordNeed {
  const isHidden = texts === "any" ? steps > 0 || more > 1 : steps > seenDepth;
  return isHidden ? nothing : waysOf(condition, [], { texts, depth: steps + more });
}

/** One way that needs no word. */
const nothing: WordNeed = [[]];

/** Ways that are told apart at most: of more, only what all have in common would count, which is nothing. */
const mostWays = 48;

/** What is needed where two things are. */
function both(one: WordNeed, other: WordNeed): WordNeed {
  if (one.length * other.length > mostWays) return one.length < other.length ? one : other;
  return one.flatMap((first) => other.map((second) => [...first, ...second]));
}

function waysOf(condition: Condition | undefined, from: Path, base: Base): WordNeed {
  if (condition === undefined) return nothing;
  const { has = [], keys = [], is = {}, kinds = {}, some = {}, any } = condition;
  const places = [...has, ...keys, ...Object.keys(kinds), ...Object.keys(is), ...Object.keys(some)];
  const groups = [
    ...places.flatMap((place) => keysOn([...from, ...pathOf(place)], base)),
    ...Object.entries(is).flatMap(([place, words]) =>
      wordAt([...from, ...pathOf(place)], typeof words === "string" ? [words] : words, base),
    ),
  ];
  let ways: WordNeed = [groups];
  for (const [place, inner] of Object.entries(some)) ways = both(ways, waysOf(inner, [...from, ...pathOf(place)], base));
  return any === undefined ? ways : both(ways, oneOf(any.map((each) => waysOf(each, from, base))));
}

/** Alternatives: of one word each, they are a group; else each is a way of its own. */
function oneOf(alternatives: readonly WordNeed[]): WordNeed {
  const ways = alternatives.flat();
  const groups = ways.map((way) => way[0]);
  return ways.every((way) => way.length === 1) ? [[groups.flatMap((words) => words ?? [])]] : ways;
}

/** The keys that a path needs, as far as it cannot lead into a text. */
function keysOn(path: Path, base: Base): Groups {
  return path.slice(0, seenSteps(path, base)).flatMap((key) => (isFan(key) || isIndex(key) ? [] : [[{ key }]]));
}

function wordAt(path: Path, words: readonly string[], base: Base): Groups {
  const isSeen = seenSteps(path, base) === path.length && words.every(isPlainWord);
  return isSeen ? [words.map((value) => ({ value }))] : [];
}

/** How many steps of a path are surely seen: after that it may lead into a text. */
function seenSteps(path: Path, { texts, depth }: Base): number {
  for (let at = 1; at < path.length; at++) {
    const key = path[at] ?? "";
    const around = depth + at - 1;
    // Nobody writes the items of a list as texts each that are JSON.
    if ((path[at - 1] === "*" || isIndex(path[at - 1])) && texts !== "any") continue;
    const isSeen =
      texts === "none"
        ? around <= seenDepth
        : texts === "objects" && (around < seenDepth || (around === seenDepth && (key === "*" || isIndex(key))));
    if (!isSeen) return at;
  }
  return path.length;
}

function isIndex(key: string | undefined): boolean {
  return key !== undefined && /^\d+$/.test(key);
}

/** A word that is a string wherever it is, and is written without escapes. */
function isPlainWord(word: string): boolean {
  const isString = /^[A-Za-z_][\w.:-]*$/.test(word) && word !== "true" && word !== "false";
  return isString && word.length + 2 <= LONGEST_WORD;
}
