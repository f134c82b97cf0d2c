import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Role } from "../model/conversation.js";
import type { CallSite } from "./call-site.js";
import { isProse, isWord, membersOf, placeOfPath, valueOn, type Way } from "./values.js";
import { assistantTextKeys, kindKeys, roleKeys, roleNamed, textKeys, thoughtKeys, userTextKeys, weightOf } from "./words.js";

/** What is said in a log beside its calls. */
export interface SpokenPlan {
  /** Where entries say who speaks, which words mean which side, and where the text is. */
  readonly spoken: { readonly role: Way; readonly words: Readonly<Record<string, Role>>; readonly text: readonly Way[] } | undefined;
  /** Texts of the user and of the assistant in one and the same entry. */
  readonly asked: Way | undefined;
  readonly answered: Way | undefined;
  /** What the model thought before a call, in the entry of the call. */
  readonly thought: Way | undefined;
}

/** Finds who speaks and what is said. `results`: entries that are nothing but results. */
export function spokenIn(entries: readonly JsonObject[], site: CallSite, results: ReadonlySet<JsonObject>): SpokenPlan {
  const others = entries.filter((entry) => !results.has(entry));
  const role = roleWay(others, site);
  if (role !== undefined) return { spoken: role, asked: undefined, answered: undefined, thought: thoughtWay(site) };
  const calling = new Set(site.calls.map(({ entry }) => entry));
  const asked = textWay(others, userTextKeys, site);
  const answered = textWay(others, assistantTextKeys, site, asked);
  const isTurn = [...calling].some((entry) => (asked && isProse(valueOn(entry, asked))) || (answered && isProse(valueOn(entry, answered))));
  return {
    spoken: undefined,
    asked: isTurn || hasAlone(asked) ? asked : undefined,
    answered: isTurn || hasAlone(answered) ? answered : undefined,
    thought: thoughtWay(site),
  };

  function hasAlone(way: Way | undefined): boolean {
    return way !== undefined && others.some((entry) => !calling.has(entry) && isProse(valueOn(entry, way)));
  }
}

function thoughtWay({ calls }: CallSite): Way | undefined {
  for (const { entry } of calls.slice(0, 50)) {
    for (const { way, value } of membersOf(entry, 1)) if (isProse(value) && weightOf(way[0] ?? "", thoughtKeys) > 5) return way;
  }
  return undefined;
}

function roleWay(entries: readonly JsonObject[], site: CallSite): SpokenPlan["spoken"] {
  const calling = new Set(site.calls.map(({ entry }) => entry));
  const ways = new Map<string, { readonly way: Way; readonly words: Map<string, JsonObject[]>; readonly weight: number }>();
  for (const entry of entries.slice(0, 2000)) {
    for (const { way, value } of membersOf(entry, 2)) {
      const key = way.at(-1) ?? "";
      const weight = Math.max(weightOf(key, roleKeys), weightOf(key, kindKeys) - 2) - way.length;
      if (!isWord(value) || weight <= 0) continue;
      const known = ways.get(placeOfPath(way)) ?? { way, words: new Map<string, JsonObject[]>(), weight };
      ways.set(placeOfPath(way), known);
      known.words.set(value, [...(known.words.get(value) ?? []).slice(-20), entry]);
    }
  }
  const candidates = [...ways.values()].flatMap(({ way, words, weight }) => {
    if (words.size > 40) return [];
    const meant = [...words].flatMap(([word, said]): readonly (readonly [string, Role])[] => {
      const role = roleNamed(word);
      const isSaid = said.some((entry) => textWays([entry]).length > 0) || said.some((entry) => calling.has(entry));
      return role === undefined || role === "tool" || !isSaid ? [] : [[word, role]];
    });
    const roles = new Set(meant.map(([, role]) => role));
    if (!roles.has("user") && !roles.has("assistant")) return [];
    const said = [...words].filter(([word]) => meant.some(([each]) => each === word)).flatMap(([, each]) => each);
    const text = textWays(said, way);
    return text.length === 0 ? [] : [{ role: way, words: Object.fromEntries(meant), text, rank: 5 * roles.size + weight }];
  });
  return candidates.sort((one, other) => other.rank - one.rank)[0];
}

/** The texts in the parts of an entry: lists of objects, one kind of which holds text. */
function* partsOf(entry: JsonObject): Generator<{ readonly way: Way; readonly value: JsonValue }> {
  for (const { way, value } of membersOf(entry, 2)) {
    if (!Array.isArray(value)) continue;
    const parts: readonly JsonValue[] = value;
    for (const part of parts.filter(isObject)) {
      for (const { way: inner, value: text } of membersOf(part, 1)) if (isProse(text)) yield { way: [...way, "*", ...inner], value: text };
    }
  }
}

/** Where the text of entries is: the key that most of them have, then those that the rest has. */
function textWays(entries: readonly JsonObject[], except: Way = []): readonly Way[] {
  const ways = new Map<string, { readonly way: Way; score: number }>();
  for (const entry of entries.slice(0, 200)) {
    for (const { way, value } of [...membersOf(entry, 2), ...partsOf(entry)]) {
      const key = way.at(-1) ?? "";
      const weight =
        Math.max(weightOf(key, textKeys), 0.6 * weightOf(key, userTextKeys), 0.6 * weightOf(key, assistantTextKeys)) - way.length;
      const isText =
        typeof value === "string" || (Array.isArray(value) && way.length === 1 && value.every((each) => typeof each === "string"));
      if (!isText || weight <= 0 || placeOfPath(way) === placeOfPath(except) || (isWord(value) && !isProse(value) && weight < 5)) continue;
      const known = ways.get(placeOfPath(way)) ?? { way, score: 0 };
      ways.set(placeOfPath(way), known);
      known.score += weight * (isProse(value) ? 2 : 1);
    }
  }
  const ranked = [...ways.values()].sort((one, other) => other.score - one.score).map(({ way }) => way);
  const chosen: Way[] = [];
  for (const way of ranked) {
    if (chosen.length > 2) break;
    if (entries.some((entry) => chosen.every((each) => valueOn(entry, each) === undefined) && valueOn(entry, way) !== undefined))
      chosen.push(way);
  }
  return chosen;
}

function textWay(entries: readonly JsonObject[], words: typeof userTextKeys, site: CallSite, except?: Way): Way | undefined {
  const counts = new Map<string, { readonly way: Way; score: number }>();
  for (const entry of entries.slice(0, 500)) {
    for (const { way, value } of membersOf(entry, 1)) {
      const weight = weightOf(way[0] ?? "", words);
      if (weight < 4 || typeof value !== "string" || isWord(value) || !isProse(value)) continue;
      if (way[0] === site.at[0] || placeOfPath(way) === placeOfPath(except ?? [])) continue;
      const known = counts.get(placeOfPath(way)) ?? { way, score: 0 };
      counts.set(placeOfPath(way), known);
      known.score += weight;
    }
  }
  return [...counts.values()].sort((one, other) => other.score - one.score)[0]?.way;
}
