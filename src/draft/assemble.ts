import type { CallPiece, Condition, FormatTable, Piece, ResultPiece, TableClaim } from "../formats/table/table.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { CallSite } from "./call-site.js";
import { conditionFor } from "./conditions.js";
import type { LogLevel } from "./levels.js";
import { type SpokenPlan, spokenIn } from "./messages.js";
import type { ResultPlan } from "./result-plan.js";
import { isProse, membersOf, openedValue, placeOfPath, valueOn, valuesOn, type Way } from "./values.js";
import { conversationKeys, weightOf } from "./words.js";

/** What a table is made of. */
export interface TablePlan {
  readonly level: LogLevel;
  readonly site: CallSite;
  readonly results: ResultPlan;
}

/** What there is beside the entries. */
export interface Around {
  readonly id: string;
  readonly source: string;
  readonly tools: readonly string[];
  readonly model: readonly string[];
}

/** Makes a table of a plan. */
export function tableOf({ level, site, results }: TablePlan, around: Around): FormatTable {
  const entries = level.lists.flat();
  const calling = new Set(site.calls.map(({ entry }) => entry));
  const apart = results.kind === "apart" ? new Set(results.entries.filter((entry) => !calling.has(entry))) : new Set<JsonObject>();
  const spoken = spokenIn(entries, site, apart);
  const isCalling = conditionFor(
    [...calling],
    entries.filter((entry) => !calling.has(entry)),
    [fromEntry(site, site.name), fromEntry(site, site.arguments)],
    [fromEntry(site, site.name)],
  );
  const call = callPiece(site, results, isCalling);
  const id = results.kind === "apart" ? results.callId : results.id;
  const group = groupOf(level, site, id);
  return {
    id: around.id,
    title: around.id,
    source: around.source,
    claims: claimsOf(level, site, entries, isCalling),
    ...(level.conversations !== undefined && { conversations: level.conversations }),
    ...(level.entries !== undefined && { entries: level.entries }),
    ...(group !== undefined && { groupBy: placeOfPath(group) }),
    ...(around.tools.length > 0 && { tools: single(around.tools) }),
    ...(around.model.length > 0 && { model: single(around.model) }),
    ...(id === undefined && { idsOptional: true }),
    ...(id !== undefined && site.calls.some(({ call: each }) => typeof valueOn(each, id) === "number") && { numberIds: true }),
    ...(results.kind === "none" && { harness: { results: "none" as const } }),
    read: { each: piecesOf(call, spoken, site, isCalling, calling, resultPieces(results, entries)) },
  };
}

function piecesOf(
  call: Piece,
  { spoken, asked, answered, thought }: SpokenPlan,
  site: CallSite,
  isCalling: Condition,
  calling: ReadonlySet<JsonObject>,
  results: readonly Piece[],
): readonly Piece[] {
  if (spoken !== undefined) {
    const role = placeOfPath(spoken.role);
    const words = Object.keys(spoken.words);
    const isSpoken = { is: { [role]: single(words) } };
    const plain = spoken.text.filter((way) => !way.includes("*")).map(placeOfPath);
    const content = plain.length === 0 ? {} : { content: single(plain) };
    const texts: readonly Piece[] = spoken.text.filter((way) => way.includes("*")).map((way) => ({ is: "text", at: placeOfPath(way) }));
    const speaking = [...calling].filter((entry) => words.includes(String(valueOn(entry, spoken.role))));
    const talking = speaking.filter((entry) => spoken.text.some((way) => isProse(valueOn(entry, way))));
    const isOneOfSpeech = site.at.length > 0 && speaking.length > 0;
    if (isOneOfSpeech || talking.length > 0.3 * calling.size) {
      const message: Piece = {
        is: "message",
        role: { at: role, words: spoken.words },
        if: isSpoken,
        ...content,
        beside: [...texts, withoutIf(call)],
      };
      return speaking.length === calling.size ? [message, ...results] : [message, ...results, call];
    }
    // Calls that come one by one are one turn: nothing is said between them.
    const message: Piece = {
      is: "message",
      role: { at: role, words: spoken.words },
      if: speaking.length === 0 ? isSpoken : { ...isSpoken, not: isCalling },
      ...content,
      ...(texts.length > 0 && { beside: texts }),
    };
    return [message, call, ...results];
  }
  const isTurn = [...calling].some(
    (entry) =>
      (asked !== undefined && valueOn(entry, asked) !== undefined) || (answered !== undefined && valueOn(entry, answered) !== undefined),
  );
  const before: Piece[] =
    asked === undefined ? [] : [{ is: "message", role: "user", if: { has: [placeOfPath(asked)] }, content: placeOfPath(asked) }];
  const after: Piece[] =
    answered === undefined
      ? []
      : [{ is: "message", role: "assistant", if: { has: [placeOfPath(answered)] }, content: placeOfPath(answered) }];
  const isThinking = thought !== undefined && [...calling].every((entry) => isProse(valueOn(entry, thought)));
  if (!isTurn && !isThinking) return [...before, call, ...results, ...after];
  const content = isThinking ? { content: placeOfPath(thought) } : {};
  return [...before, { is: "message", role: "assistant", if: isCalling, ...content, beside: [withoutIf(call)] }, ...results, ...after];
}

function withoutIf(piece: Piece): Piece {
  const { if: _, ...rest } = piece;
  return rest;
}

function callPiece(site: CallSite, results: ResultPlan, isCalling: Condition): Piece {
  const id = results.kind === "apart" ? results.callId : results.id;
  const call: CallPiece = {
    is: "call",
    ...(id !== undefined && { id: placeOfPath(id) }),
    name: placeOfPath(site.name),
    arguments: placeOfPath(site.arguments),
    ...(site.isText === true && { text: {} }),
    ...inlineResult(results),
  };
  const at = placeOfPath(site.at);
  if (site.at.length === 0) return { ...call, if: isCalling };
  const all = site.calls.flatMap(({ entry }) => valuesOn(entry, site.at));
  const isMixed = site.at.some((step) => step === "*" || step === "{}") && all.some((each) => valueOn(each, site.name) === undefined);
  if (!isMixed) return { ...call, at, if: isCalling };
  const calls = site.calls.map((each) => each.call);
  const isCall = new Set<JsonValue>(calls);
  const others = all.filter(
    (each): each is JsonObject => typeof each === "object" && each !== null && !Array.isArray(each) && !isCall.has(each),
  );
  return {
    is: "pieces",
    at,
    if: isCalling,
    each: [{ ...call, if: conditionFor(calls, others, [site.name, site.arguments], [site.name]) }],
  };
}

function inlineResult(results: ResultPlan): Pick<CallPiece, "result"> {
  switch (results.kind) {
    case "inline": {
      const isError = failed(results.holders, results.content);
      return {
        result: {
          ...(results.from === "entry" && { from: "entry" as const }),
          content: single(results.content.map(placeOfPath)),
          ...(isError !== undefined && { isError }),
        },
      };
    }
    case "map":
      return { result: { from: results.from, byId: true, content: placeOfPath(results.map) } };
    default:
      return {};
  }
}

function resultPieces(results: ResultPlan, entries: readonly JsonObject[]): readonly Piece[] {
  if (results.kind !== "apart") return [];
  const isError = failed(results.holders, results.content);
  const result: ResultPiece = {
    is: "result",
    ...(results.id !== undefined && { id: placeOfPath(results.id) }),
    ...(results.name !== undefined && { name: placeOfPath(results.name) }),
    content: single(results.content.map(placeOfPath)),
    ...(isError !== undefined && { isError }),
  };
  const at = placeOfPath(results.at);
  const inside = new Set(results.entries);
  const others = entries.filter((entry) => !inside.has(entry));
  const has = [...(results.id === undefined ? [] : [results.id]), ...results.content.slice(0, 1)];
  const starred = results.at.some((step) => step === "*" || step === "{}");
  if (!starred) {
    const held = has.map((way) => [...results.at, ...way]).filter((way) => [...inside].every((entry) => valueOn(entry, way) !== undefined));
    return [{ ...result, ...(at !== "" && { at }), if: conditionFor([...inside], others, held.length > 0 ? held : [results.at]) }];
  }
  const all = entries.flatMap((entry) => valuesOn(entry, results.at)).map(openedValue);
  const holding = new Set<JsonValue>(results.holders);
  const rest = all.filter(
    (each): each is JsonObject => typeof each === "object" && each !== null && !Array.isArray(each) && !holding.has(each),
  );
  if (rest.length === 0) return [{ ...result, at }];
  const held = has.filter((way) => results.holders.every((each) => valueOn(each, way) !== undefined));
  return [{ is: "pieces", at, each: [{ ...result, if: conditionFor(results.holders, rest, held) }] }];
}

/** What shows that a result is an error: a key for it, or a word for how it went. */
function failed(holders: readonly JsonObject[], content: readonly Way[]): Condition | undefined {
  const any: Condition[] = [];
  // What a tool returned may speak of errors without being one.
  const left = content.map(placeOfPath);
  for (const way of content.slice(1)) any.push({ has: [placeOfPath(way)] });
  const ways = new Map<string, Set<string>>();
  for (const holder of holders.slice(0, 500)) {
    for (const { way, value } of membersOf(holder, 2)) {
      if (!["string", "boolean", "number"].includes(typeof value) || left.some((each) => `${placeOfPath(way)}/`.startsWith(`${each}/`)))
        continue;
      const known = ways.get(placeOfPath(way)) ?? new Set<string>();
      ways.set(placeOfPath(way), known);
      if (known.size < 20) known.add(String(value));
    }
  }
  for (const [place, values] of ways) {
    const key = place.split("/").at(-1) ?? "";
    if (
      /^(is_?)?(ok|success|succeeded|successful|erfolg|exito)$/i.test(key) &&
      [...values].every((each) => each === "true" || each === "false")
    ) {
      any.push({ is: { [place]: "false" } });
    } else if (/^(is_?)?(error|failed|errored|fehler)$/i.test(key) && [...values].every((each) => each === "true" || each === "false")) {
      any.push({ is: { [place]: "true" } });
    } else if (/status|code/i.test(key) && [...values].every((each) => /^[1-5]\d\d$/.test(each))) {
      any.push({ is: { [place]: ["4*", "5*"] } });
    } else if (/status|state|outcome|result_?code/i.test(key)) {
      const words = [...values].filter((each) => /^(err|fail|fehl|exception|timeout|timed_out|denied|rejected)/i.test(each));
      if (words.length > 0) any.push({ is: { [place]: single(words) } });
    }
  }
  const [first] = any;
  return any.length > 1 ? { any } : first;
}

function fromEntry(site: CallSite, way: Way): Way {
  return [...site.at, ...way];
}

/** What shows the log: that some entry has a call, and, where it has none, what all entries or documents have. */
function claimsOf(level: LogLevel, site: CallSite, entries: readonly JsonObject[], isCalling: Condition): FormatTable["claims"] {
  const name = placeOfPath(fromEntry(site, site.name));
  const args = placeOfPath(fromEntry(site, site.arguments));
  const kind = isCalling.is === undefined ? {} : { is: isCalling.is };
  const because = `has entries with ${name} and ${args}`;
  const isRow = level.entries === "";
  const sure: TableClaim = isRow ? { because, conversation: { has: [name, args] } } : { because, some: { has: [name, args], ...kind } };
  const keys = sharedKeys(entries);
  // Lines that share no more than the word for their kind are known by its words.
  if (keys.length < 2 && !isRow) {
    const words = Object.keys(isCalling.is ?? {}).flatMap((place) => kindsClaim(place, entries));
    return [sure, ...(words.length > 0 ? words : ownKeysClaim(entries, keys))];
  }
  if (keys.length < 2) return [sure];
  const alike = { because: `has ${keys.slice(0, 3).join(", ")}`, sure: false };
  return [sure, isRow ? { ...alike, conversation: { keys } } : { ...alike, every: { keys } }];
}

/** Most kinds of entries that a claim lists. */
const maxKinds = 20;

function kindsClaim(place: string, entries: readonly JsonObject[]): readonly TableClaim[] {
  const words = new Set(entries.map((entry) => (place.includes("/") ? undefined : entry[place])));
  const kinds = [...words].filter((word) => typeof word === "string");
  if (kinds.length < words.size || kinds.length > maxKinds) return [];
  return [{ because: `has ${place} of a known kind`, sure: false, every: { is: { [place]: kinds } } }];
}

/** Lines that share no word either are known by the key that each kind of them has alone. */
function ownKeysClaim(entries: readonly JsonObject[], shared: readonly string[]): readonly TableClaim[] {
  const own = new Set(entries.flatMap((entry) => Object.keys(entry).find((key) => !shared.includes(placeOfPath([key]))) ?? []));
  if (own.size < 2 || own.size > 12) return [];
  const any = [...own].map((key) => ({ keys: [placeOfPath([key])] }));
  return [{ because: `has ${[...own].slice(0, 3).join(", ")}`, sure: false, every: { any } }];
}

function sharedKeys(entries: readonly JsonObject[]): readonly string[] {
  return Object.keys(entries[0] ?? {})
    .filter((key) => entries.every((entry) => Object.hasOwn(entry, key)))
    .slice(0, 6)
    .map((key) => placeOfPath([key]));
}

/** The key by which the entries of a list belong to several conversations. */
function groupOf(level: LogLevel, site: CallSite, id: Way | undefined): Way | undefined {
  const entries = level.lists.flat();
  if (level.entries === "" || entries.length < 2) return undefined;
  for (const { way, value } of membersOf(entries[0] ?? {}, 2)) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    if (weightOf(way.at(-1) ?? "", conversationKeys) < 7 || (id !== undefined && placeOfPath(way) === placeOfPath(fromEntry(site, id))))
      continue;
    const values = entries.map((entry) => valueOn(entry, way));
    if (values.some((each) => each === undefined)) continue;
    if (new Set(values).size < entries.length) return way;
  }
  return undefined;
}

function single<T>(values: readonly T[]): T | readonly T[] {
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : values;
}
