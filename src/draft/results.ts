import type { JsonObject, JsonValue } from "../json/value.js";
import { type CallSite, objectsIn, tellsApart } from "./call-site.js";
import { mapped, namedResults } from "./keyed-results.js";
import { idWays, ownId } from "./own-id.js";
import type { ResultPlan } from "./result-plan.js";
import { membersOf, placeOfPath, valueOn, valuesOn, type Way } from "./values.js";
import { errorKeys, idKeys, kindKeys, nameKeys, resultKeys, roleNamed, weightOf } from "./words.js";

/** The ways in which the results of calls may be kept, the likeliest first. */
export function resultPlans(site: CallSite, entries: readonly JsonObject[], conversations: readonly JsonValue[]): readonly ResultPlan[] {
  const id = ownId(site);
  return [
    ...mapped(site, conversations),
    ...namedResults(site, entries),
    ...linked(site, entries),
    ...inCall(site, id),
    ...inEntry(site, id),
    ...inOrder(site, entries),
    { kind: "none", id },
  ];
}

function inCall(site: CallSite, id: Way | undefined): readonly ResultPlan[] {
  const holders = site.calls.map(({ call }) => call);
  const content = contentWays(holders, [site.name, site.arguments], 5);
  return content.length === 0 ? [] : [{ kind: "inline", from: "call", id, content, holders }];
}

function inEntry(site: CallSite, id: Way | undefined): readonly ResultPlan[] {
  const entries = [...new Set(site.calls.map(({ entry }) => entry))];
  if (site.at.length === 0 || entries.length < site.calls.length) return [];
  const content = contentWays(entries, [site.at.slice(0, 1), [...site.at, ...site.name]], 5).filter((way) => way[0] !== site.at[0]);
  return content.length === 0 ? [] : [{ kind: "inline", from: "entry", id, content, holders: entries }];
}

/** Results that hold the id of a call. */
function linked(site: CallSite, entries: readonly JsonObject[]): readonly ResultPlan[] {
  const calls = site.calls.map(({ call }) => call);
  const isCall = new Set<JsonValue>(calls);
  const ids = idWays(calls).filter(({ way }) => tellsApart(site.calls, way) && placeOfPath(way) !== placeOfPath(site.name));
  const found = new Map<string, Linked>();
  const budget = { left: 50_000 };
  const known = ids.map(({ way, weight }) => ({ way, weight, values: new Set(calls.flatMap((call) => valuesOn(call, way).filter(isId))) }));
  for (const entry of entries) {
    for (const { at, object } of objectsIn(entry, [], budget)) {
      if (isCall.has(object) || holdsCall(at, site, entry, isCall)) continue;
      for (const { way, value } of membersOf(object, 2)) {
        if (!isId(value)) continue;
        const theirs = weightOf(way.at(-1) ?? "", idKeys);
        for (const { way: callId, weight, values } of known) {
          if (!values.has(value)) continue;
          const isSame = way.at(-1) === callId.at(-1);
          if (typeof value === "number" && !isSame && theirs < 3) continue;
          const key = [at, way, callId].map(placeOfPath).join("\n");
          const each = found.get(key) ?? {
            at,
            id: way,
            callId,
            weight: weight + theirs + (isSame ? 2 : 0) - (typeof value === "number" ? 2 : 0),
            entries: [],
            holders: [],
          };
          found.set(key, each);
          each.entries.push(entry);
          each.holders.push(object);
        }
      }
    }
  }
  return [...found.values()]
    .filter(({ holders }) => holders.length >= 0.3 * Math.min(calls.length, 10))
    .sort((one, other) => scoreOf(other) - scoreOf(one))
    .slice(0, 6)
    .flatMap(({ at, id, callId, entries: inside, holders }): readonly ResultPlan[] => {
      const content = contentWays(holders, [id], 0);
      const name = nameWay(holders, calls, site.name);
      return content.length === 0 ? [] : [{ kind: "apart", at, id, callId, name, content, entries: inside, holders }];
    })
    .sort((one, other) => contentWeight(other) - contentWeight(one));

  function contentWeight(plan: ResultPlan): number {
    return plan.kind === "apart" && weightOf(plan.content[0]?.at(-1) ?? "", resultKeys) >= 3 ? 1 : 0;
  }

  function scoreOf({ holders, weight }: Linked): number {
    return Math.min(holders.length, calls.length) * (10 + weight);
  }
}

interface Linked {
  readonly at: Way;
  readonly id: Way;
  readonly callId: Way;
  readonly weight: number;
  readonly entries: JsonObject[];
  readonly holders: JsonObject[];
}

/** What is around a call is not its result. */
function holdsCall(at: Way, site: CallSite, entry: JsonObject, isCall: ReadonlySet<JsonValue>): boolean {
  if (at.length >= site.at.length || !at.every((step, index) => step === site.at[index])) return false;
  return valuesOn(entry, site.at).some((value) => isCall.has(value));
}

function isId(value: JsonValue): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "" && value.length <= 200);
}

/** Results without an id, after their calls or in a list beside them. */
function inOrder(site: CallSite, entries: readonly JsonObject[]): readonly ResultPlan[] {
  const isCall = new Set<JsonValue>(site.calls.map(({ call }) => call));
  const found = new Map<string, { readonly at: Way; readonly entries: JsonObject[]; readonly holders: JsonObject[] }>();
  const budget = { left: 50_000 };
  for (const entry of entries) {
    for (const { at, object } of objectsIn(entry, [], budget)) {
      if (at.length > 3 || isCall.has(object) || holdsCall(at, site, entry, isCall)) continue;
      if (
        at.length >= site.at.length &&
        site.at.length > 0 &&
        site.at.every((step, index) => step === at[index]) &&
        at.length > site.at.length
      )
        continue;
      if (!isResultLike(object)) continue;
      const key = placeOfPath(at);
      const each = found.get(key) ?? { at, entries: [], holders: [] };
      found.set(key, each);
      each.entries.push(entry);
      each.holders.push(object);
    }
  }
  return [...found.values()].flatMap(({ at, entries: inside, holders }): readonly ResultPlan[] => {
    const content = contentWays(holders, [], 0);
    const calls = site.calls.map(({ call }) => call);
    return content.length === 0 || holders.length > 1.5 * calls.length
      ? []
      : [
          {
            kind: "apart",
            at,
            callId: undefined,
            id: undefined,
            name: nameWay(holders, calls, site.name),
            content,
            entries: inside,
            holders,
          },
        ];
  });
}

/** A word for its kind or its speaker says that it is a result, or a key is of nothing else. */
function isResultLike(object: JsonObject): boolean {
  return [...membersOf(object, 1)].some(({ way: [key = ""], value }) => {
    if (typeof value === "string" && weightOf(key, kindKeys) >= 6 && value.length < 40) {
      return roleNamed(value) === "tool"
        ? !/call|start|request|invoke/i.test(value)
        : /result|output|observ|return|response|ergebnis|antwort|resultado/i.test(value);
    }
    return weightOf(key, resultKeys) >= 8 && !(typeof value === "number");
  });
}

/** Where the contents of results are: the key that most of them have, then those that the rest has. */
export function contentWays(holders: readonly JsonObject[], except: readonly Way[], least: number): readonly Way[] {
  const left = except.map(placeOfPath);
  const ways = new Map<
    string,
    { readonly way: Way; readonly weight: number; readonly isError: boolean; count: number; readonly first: string; varies: boolean }
  >();
  for (const holder of holders.slice(0, 500)) {
    for (const { way, value } of membersOf(holder, 2)) {
      const place = placeOfPath(way);
      if (left.some((each) => each === place || place.startsWith(`${each}/`))) continue;
      const key = way.at(-1) ?? "";
      const asResult = weightOf(key, resultKeys) - 2 * (way.length - 1);
      const asError = typeof value === "boolean" ? 0 : weightOf(key, errorKeys) - 2 * (way.length - 1);
      const weight = Math.max(asResult, asError, least > 0 ? 0 : otherWeight(key, value, way));
      const isSpeaker = typeof value === "string" && key.length <= 2 && roleNamed(value) !== undefined;
      if (weight <= 0 || weight < least || isSpeaker) continue;
      const known = ways.get(place) ?? { way, weight, isError: asError > asResult, count: 0, first: JSON.stringify(value), varies: false };
      ways.set(place, known);
      known.count += 1;
      known.varies ||= JSON.stringify(value) !== known.first;
    }
  }
  // What is the same in all of them tells them apart from other entries.
  const rankOf = ({ weight, count, varies }: { readonly weight: number; readonly count: number; readonly varies: boolean }) =>
    weight * count * (varies || count < 2 ? 1 : 0.1);
  const ranked = [...ways.values()].sort((one, other) => rankOf(other) - rankOf(one));
  const [best] = ranked.filter(({ isError }) => !isError);
  if (best === undefined) return least > 0 ? [] : ranked.slice(0, 1).map(({ way }) => way);
  const chosen = [best.way];
  for (const { way, weight } of ranked) {
    if (weight < 5 || chosen.some((each) => placeOfPath(way).startsWith(placeOfPath(each)))) continue;
    const missed = holders.filter((holder) => chosen.every((each) => valueOn(holder, each) === undefined));
    if (missed.some((holder) => valueOn(holder, way) !== undefined)) chosen.push(way);
  }
  return chosen;
}

/** What is neither an id nor a word nor a time may be the content, where nothing is called so. */
function otherWeight(key: string, value: JsonValue, way: Way): number {
  if (way.length > 1 || weightOf(key, idKeys) > 0 || weightOf(key, kindKeys) > 0 || weightOf(key, nameKeys) > 5) return 0;
  if (typeof value === "object") return 2;
  return typeof value === "string" && !/^\d{4}-\d\d/.test(value) ? 1 : 0;
}

function nameWay(holders: readonly JsonObject[], calls: readonly JsonObject[], name: Way): Way | undefined {
  const names = new Set(calls.map((call) => valueOn(call, name)));
  const candidates = [...membersOf(holders[0] ?? {}, 2)].filter(
    ({ way, value }) => names.has(value) && weightOf(way.at(-1) ?? "", nameKeys) > 3,
  );
  return candidates.map(({ way }) => way).find((way) => holders.every((each) => names.has(valueOn(each, way) ?? null)));
}
