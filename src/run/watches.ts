import type { WatchCounts } from "../formats/table/watch.js";
import type { Extensions } from "./extensions.js";

/** What the tables of a configuration led to in one share, by the id of their format. */
export type OpenWatches = readonly (readonly [id: string, counts: WatchCounts])[];

/** What was counted since it was last asked for; nothing where no configuration has tables. */
export function takenCounts({ watches }: Extensions): { readonly watches?: OpenWatches } {
  return watches.size === 0 ? {} : { watches: Array.from(watches, ([id, watch]) => [id, watch.take()]) };
}

/** Adds what was counted elsewhere. */
export function addCounts({ watches }: Extensions, counts: OpenWatches): void {
  for (const [id, each] of counts) watches.get(id)?.add(each);
}
