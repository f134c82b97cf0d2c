import type { JsonObject } from "../json/value.js";
import { type CallSite, tellsApart } from "./call-site.js";
import { isProse, membersOf, placeOfPath, type Way } from "./values.js";
import { argumentKeys, conversationKeys, idKeys, weightOf } from "./words.js";

/** The id of the calls, where one tells them apart. */
export function ownId({ at, calls, name }: CallSite): Way | undefined {
  const isMapped = at.at(-1) === "{entries}";
  return idWays(calls.map(({ call }) => call))
    .filter(({ way, weight }) => isOwnKey(way.at(-1) ?? "", weight) || (isMapped && way.length === 1 && way[0] === "key"))
    .filter(({ way }) => placeOfPath(way) !== placeOfPath(name) && tellsApart(calls, way, 0.5))
    .map(({ way }) => way)[0];
}

/** A key of an id, which is not that of the conversation; several conversations may count from one. */
function isOwnKey(key: string, weight: number): boolean {
  return weight >= 4 && weightOf(key, conversationKeys) < 6;
}

/** Where objects have what may be an id, the likeliest first. */
export function idWays(objects: readonly JsonObject[]): readonly { readonly way: Way; readonly weight: number }[] {
  const ways = new Map<string, { readonly way: Way; readonly weight: number }>();
  for (const object of objects.slice(0, 50)) {
    for (const { way, value } of membersOf(object, 2)) {
      if (typeof value !== "string" && typeof value !== "number") continue;
      if (typeof value === "string" && (value.length > 200 || isProse(value) || value === "")) continue;
      if (way.length > 1 && weightOf(way[0] ?? "", argumentKeys) >= 7) continue;
      if (/^\d{1,2}:\d\d|^\d{4}-\d\d-\d\d/.test(String(value)) || /time|^ts$|^at$|date|status|state/i.test(way.at(-1) ?? "")) continue;
      ways.set(placeOfPath(way), { way, weight: weightOf(way.at(-1) ?? "", idKeys) - (way.length - 1) });
    }
  }
  return [...ways.values()].sort((one, other) => other.weight - one.weight);
}
