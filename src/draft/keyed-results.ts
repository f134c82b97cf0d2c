import type { JsonObject, JsonValue } from "../json/value.js";
import { type CallSite, objectsIn, tellsApart } from "./call-site.js";
import { idWays } from "./own-id.js";
import type { ResultPlan } from "./result-plan.js";
import { placeOfPath, valuesOn, type Way } from "./values.js";

/** Objects whose keys are the names of the tools that were called in the same entry, beside such an object of calls. */
export function namedResults(site: CallSite, entries: readonly JsonObject[]): readonly ResultPlan[] {
  if (site.at.at(-1) !== "{entries}" || placeOfPath(site.name) !== "key") return [];
  const names = new Set(site.calls.map(({ call }) => call.key));
  const found = new Map<string, { readonly at: Way; readonly entries: JsonObject[]; readonly holders: JsonObject[] }>();
  const budget = { left: 50_000 };
  for (const entry of entries) {
    for (const { at, object } of objectsIn(entry, [], budget)) {
      const key = placeOfPath(at);
      if (at.at(-1) !== "{entries}" || key === placeOfPath(site.at) || !names.has(object.key)) continue;
      const each = found.get(key) ?? { at, entries: [], holders: [] };
      found.set(key, each);
      each.entries.push(entry);
      each.holders.push(object);
    }
  }
  const plain = { kind: "apart", callId: undefined, id: undefined, name: ["key"], content: [["value"]] } as const;
  return [...found.values()].map((each): ResultPlan => ({ ...plain, ...each }));
}

/** An object whose keys are the ids of calls. */
export function mapped(site: CallSite, conversations: readonly JsonValue[]): readonly ResultPlan[] {
  const calls = site.calls.map(({ call }) => call);
  const ids = idWays(calls).filter(({ way }) => tellsApart(site.calls, way) && placeOfPath(way) !== placeOfPath(site.name));
  const plans: ResultPlan[] = [];
  const look = (from: "entry" | "conversation", holders: readonly JsonValue[]) => {
    for (const { way: id } of ids) {
      const values = new Set(calls.flatMap((call) => valuesOn(call, id).map(String)));
      for (const holder of holders.slice(0, 20)) {
        const map = mapIn(holder, values, [], placeOfPath(site.at.slice(0, -1)));
        if (map === undefined) continue;
        plans.push({ kind: "map", from, id, map });
        return;
      }
    }
  };
  look(
    "entry",
    site.calls.map(({ entry }) => entry),
  );
  if (plans.length === 0) look("conversation", conversations);
  return plans;
}

/** @param except where the calls themselves are */
function mapIn(value: JsonValue, ids: ReadonlySet<string>, way: Way, except: string): Way | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || way.length > 3) return undefined;
  const entries = Object.entries(value);
  const hits = entries.filter(([key]) => ids.has(key)).length;
  if (hits > 0 && hits >= 0.5 * entries.length && placeOfPath(way) !== except) return way;
  for (const [key, inner] of entries) {
    const found = inner === undefined ? undefined : mapIn(inner, ids, [...way, key], except);
    if (found !== undefined) return found;
  }
  return undefined;
}
