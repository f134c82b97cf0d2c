import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import {
  entriesOf,
  isArguments,
  isMap,
  isWord,
  looksLikeSchema,
  membersOf,
  openedValue,
  placeOfPath,
  valueOn,
  valuesOn,
  type Way,
} from "./values.js";
import { argumentKeys, callListKeys, conversationKeys, kindKeys, nameKeys, resultKeys, roleKeys, weightOf } from "./words.js";

/** Where calls are in the entries of a log. */
export interface CallSite {
  /** From the entry to the object that holds the call. */
  readonly at: Way;
  /** From there. */
  readonly name: Way;
  readonly arguments: Way;
  /** How much speaks for it. */
  readonly weight: number;
  /** No key of it is a word for a tool or for arguments. */
  readonly isGuessed?: true;
  /** Its arguments are text. */
  readonly isText?: true;
  /** The entries that have a call there, and their calls. */
  readonly calls: readonly FoundCall[];
}

/** A call, and the entry that it is in. */
export interface FoundCall {
  readonly entry: JsonObject;
  readonly call: JsonObject;
}

/** Objects looked at in one survey. */
const maxObjects = 50_000;

/** Levels of an entry that are looked into. */
const maxDepth = 6;

/** The places of calls in the entries of a log, the best first: at most one for each object. */
export function callSites(entries: readonly JsonObject[]): readonly CallSite[] {
  const found = new Map<string, { readonly at: Way; readonly objects: FoundCall[] }>();
  const budget = { left: maxObjects };
  for (const entry of entries) {
    for (const { at, object } of objectsIn(entry, [], budget)) {
      const key = placeOfPath(at);
      const site = found.get(key) ?? { at, objects: [] };
      found.set(key, site);
      site.objects.push({ entry, call: object });
    }
  }
  const sites = [...found.values()].flatMap(
    ({ at, objects }) => (at.at(-1) === "{entries}" ? namedSite(at, objects) : siteOf(at, objects)) ?? [],
  );
  return sites.flatMap((site) => [site, ...variantsOf(site)]).sort((one, other) => other.weight - one.weight);
}

/** The same calls seen from the object around them, which may hold their id; and without those that are there once more with a result. */
function variantsOf(site: CallSite): readonly CallSite[] {
  const variants: CallSite[] = [];
  const key = site.at.at(-1);
  if (key === "{}") variants.push(withKeys(site));
  if (key !== undefined && key !== "*" && key !== "{}" && key !== "{entries}") {
    const at = site.at.slice(0, -1);
    const calls = site.calls.flatMap(({ entry, call }) => {
      const outer = valuesOn(entry, at)
        .map(openedValue)
        .filter(isObject)
        .find((each) => openedValue(each[key] ?? null) === call || sameText(each[key], call));
      return outer === undefined ? [] : [{ entry, call: outer }];
    });
    if (calls.length === site.calls.length) {
      variants.push({ ...site, at, name: [key, ...site.name], arguments: [key, ...site.arguments], calls, weight: site.weight - 0.1 });
    }
  }
  const open = site.calls.filter(({ call }) => !hasResult(call, site));
  if (open.length > 0 && open.length < site.calls.length) variants.push({ ...site, calls: open, weight: site.weight - 0.2 });
  return variants;
}

/** The calls of a map with their keys, which are their ids. */
function withKeys(site: CallSite): CallSite {
  const at = [...site.at.slice(0, -1), "{entries}"];
  const calls = site.calls.flatMap(({ entry, call }) => {
    const member = valuesOn(entry, at).find((each) => isObject(each) && openedValue(each.value ?? null) === call);
    return member !== undefined && isObject(member) ? [{ entry, call: member }] : [];
  });
  return { ...site, at, name: ["value", ...site.name], arguments: ["value", ...site.arguments], calls, weight: site.weight + 0.5 };
}

/** Calls in a map whose keys are the names of the tools. */
function namedSite(at: Way, objects: readonly FoundCall[]): CallSite | undefined {
  if (weightOf(at.at(-2) ?? "", callListKeys) < 8) return undefined;
  const calls = objects.filter(({ call: { key, value = null } }) => {
    const inner = openedValue(value);
    if (!isWord(key) || /^\w{0,6}[-_]?\d+$/.test(key) || !isObject(inner) || looksLikeSchema(inner)) return false;
    return ![...membersOf(inner, 1)].some((member) => weightOf(member.way[0] ?? "", nameKeys) >= 8 && isWord(member.value));
  });
  return calls.length < objects.length || calls.length === 0 ? undefined : { at, name: ["key"], arguments: ["value"], weight: 9, calls };
}

function sameText(value: JsonValue | undefined, call: JsonObject): boolean {
  return typeof value === "string" && JSON.stringify(openedValue(value)) === JSON.stringify(call);
}

function hasResult(call: JsonObject, site: CallSite): boolean {
  return [...membersOf(call, 1)].some(
    ({ way }) =>
      weightOf(way[0] ?? "", resultKeys) >= 5 &&
      placeOfPath(way) !== placeOfPath(site.name) &&
      placeOfPath(way) !== placeOfPath(site.arguments),
  );
}

/** The objects in an entry, itself first, each with the way to it. */
export function* objectsIn(
  value: JsonValue,
  at: Way,
  budget: { left: number },
): Generator<{ readonly at: Way; readonly object: JsonObject }> {
  if (at.length > maxDepth || budget.left <= 0) return;
  const inner = openedValue(value);
  if (Array.isArray(inner)) {
    const items: readonly JsonValue[] = inner;
    for (const item of items) yield* objectsIn(item, [...at, "*"], budget);
    return;
  }
  if (!isObject(inner)) return;
  budget.left -= 1;
  yield { at, object: inner };
  const isOfIds = isMap(inner);
  for (const [key, each] of Object.entries(inner))
    if (typeof each !== "number") yield* objectsIn(each, [...at, isOfIds ? "{}" : key], budget);
  if (isKeyed(inner, at.at(-1) ?? "")) for (const object of entriesOf(inner)) yield { at: [...at, "{entries}"], object };
}

/** Whether the keys of an object say something of what is under them: ids of calls, or the names of tools. */
function isKeyed(object: JsonObject, name: string): boolean {
  const members = Object.entries(object);
  if (members.length === 0) return false;
  if (members.every(([key]) => /\d/.test(key))) return true;
  return members.every(([key]) => isWord(key)) && (weightOf(name, callListKeys) >= 8 || weightOf(name, resultKeys) >= 6);
}

function siteOf(at: Way, all: readonly FoundCall[]): CallSite | undefined {
  // The calls of a map are in its values.
  const objects = all.filter(({ call }) => !isMap(call));
  const pairs = new Map<string, { readonly name: Way; readonly arguments: Way; readonly calls: FoundCall[]; readonly weight: number }>();
  for (const each of objects) {
    const members = [...membersOf(each.call, 2)];
    const names = members.flatMap(({ way, value }) => {
      const weight = isWord(value) ? weightOf(way.at(-1) ?? "", nameKeys) + nestedBonus(way, nameKeys) : 0;
      return weight > 0 ? [{ way, weight }] : [];
    });
    const given = members.flatMap(({ way, value }) => {
      const weight = isArguments(value) && !looksLikeSchema(value) ? weightOf(way.at(-1) ?? "", argumentKeys) : 0;
      return weight > 0 ? [{ way, weight }] : [];
    });
    for (const name of names) {
      for (const args of given) {
        // What lies deeper in one and the same object is a site of its own; what is inside arguments is no name.
        if (name.way.length > 1 && args.way.length > 1 && name.way[0] === args.way[0]) continue;
        if (name.way.length > 1 && placeOfPath(args.way) === name.way[0]) continue;
        if (args.way.length > 1 && weightOf(args.way[0] ?? "", resultKeys) > 5) continue;
        const key = `${placeOfPath(name.way)}\n${placeOfPath(args.way)}`;
        const pair = pairs.get(key) ?? { name: name.way, arguments: args.way, calls: [], weight: name.weight + args.weight };
        pairs.set(key, pair);
        pair.calls.push(each);
      }
    }
  }
  const [best] = [...pairs.values()]
    .filter(({ weight }) => weight >= 8)
    .sort((one, other) => other.weight * share(other.calls) - one.weight * share(one.calls));
  if (best === undefined) return textSite(at, objects) ?? fallbackSite(at, objects);
  return { at, ...best, weight: best.weight * share(best.calls) };

  function share(calls: readonly FoundCall[]): number {
    return 0.3 + 0.7 * (calls.length / objects.length);
  }
}

/** A tool that is given text: a query, a line of code. */
function textSite(at: Way, objects: readonly FoundCall[]): CallSite | undefined {
  const names = waysOf(objects, ([key = ""], value) => isWord(value) && weightOf(key, nameKeys) >= 4);
  const given = waysOf(objects, ([key = ""], value) => typeof value === "string" && weightOf(key, argumentKeys) >= 7);
  const [name] = names.toSorted((one, other) => weightOf(other[0] ?? "", nameKeys) - weightOf(one[0] ?? "", nameKeys));
  const [args] = given.toSorted((one, other) => weightOf(other[0] ?? "", argumentKeys) - weightOf(one[0] ?? "", argumentKeys));
  if (name === undefined || args === undefined || placeOfPath(name) === placeOfPath(args)) return undefined;
  if (weightOf(name[0] ?? "", nameKeys) + weightOf(args[0] ?? "", argumentKeys) < 14) return undefined;
  const calls = objects.filter(({ call }) => isWord(valueOn(call, name)) && valueOn(call, args) !== undefined);
  return calls.length === 0 ? undefined : { at, name, arguments: args, weight: 8, calls, isText: true };
}

/** `tool: {name: …}`: the key around it says what is named. */
function nestedBonus(way: Way, words: typeof nameKeys): number {
  return way.length > 1 ? 0.3 * weightOf(way[0] ?? "", words) : 0;
}

/** Words that nobody knows: a word beside an object, where the word is none for a kind and the object no result. */
function fallbackSite(at: Way, objects: readonly FoundCall[]): CallSite | undefined {
  const names = waysOf(objects, (way, value) => way.length === 1 && isWord(value) && isNameLike(way[0] ?? "", value));
  const given = waysOf(
    objects,
    (way, value) => way.length === 1 && isArguments(value) && !looksLikeSchema(value) && weightOf(way[0] ?? "", resultKeys) < 5,
  );
  for (const name of names) {
    const spelled = new Set(objects.map(({ call }) => valueOn(call, name)));
    const isNaming =
      weightOf(name[0] ?? "", nameKeys) >= 8 || [...spelled].some((each) => typeof each === "string" && /[_.:/-]|\p{Ll}\p{Lu}/u.test(each));
    for (const args of given) {
      if (!isNaming) continue;
      const calls = objects.filter(({ call }) => isWord(valueOn(call, name)) && isArguments(valueOn(call, args)));
      if (calls.length > 0) return { at, name, arguments: args, weight: 5, calls, isGuessed: true };
    }
  }
  return undefined;
}

/** Neither a word for a kind nor for who speaks, nor an id. */
function isNameLike(key: string, value: JsonValue): boolean {
  if (weightOf(key, kindKeys) >= 4 || weightOf(key, roleKeys) >= 6 || weightOf(key, conversationKeys) >= 6) return false;
  return !/id$/i.test(key) && !/\d/.test(String(value));
}

function waysOf(objects: readonly FoundCall[], fits: (way: Way, value: JsonValue) => boolean): readonly Way[] {
  const counts = new Map<string, { readonly way: Way; count: number }>();
  for (const { call } of objects.slice(0, 200)) {
    for (const { way, value } of membersOf(call, 1)) {
      if (!fits(way, value)) continue;
      const key = placeOfPath(way);
      const known = counts.get(key) ?? { way, count: 0 };
      counts.set(key, known);
      known.count += 1;
    }
  }
  return [...counts.values()].sort((one, other) => other.count - one.count).map(({ way }) => way);
}

/** Whether the values on a way tell the calls apart. `share`: how many of them must be different. */
export function tellsApart(calls: readonly FoundCall[], way: Way, share = 0.9): boolean {
  const seen = calls.flatMap(({ call }) => valuesOn(call, way).filter((value) => typeof value === "string" || typeof value === "number"));
  return seen.length > 0.5 * calls.length && new Set(seen).size > share * seen.length;
}
