import type { ReadyCall, ReadyResult } from "./pieces.js";
import type { Path } from "./place.js";

/** What was there of a call or a result. */
interface Seen {
  readonly what: "call" | "result";
  readonly places: ReadonlyMap<string, readonly Path[]>;
  readonly found: Map<string, number>;
  count: number;
}

/** A place of a table that led to nothing wherever it was looked for. */
export interface UnmatchedPlace {
  /** The place, or the places, as the table writes them; empty where the piece as a whole was never there. */
  readonly places: readonly string[];
  /** What should be there: `name`, `arguments`, `calls`. */
  readonly sought: string;
  /** In how many of what it was looked for. */
  readonly count: number;
  readonly among: "call" | "result" | "conversation";
}

/** What was counted since it was last asked for: as plain data, so that what others counted can be added. */
export interface WatchCounts {
  readonly conversations: number;
  readonly calls: number;
  readonly seen: readonly {
    readonly what: "call" | "result";
    readonly places: readonly (readonly [sought: string, paths: readonly Path[]])[];
    readonly found: readonly (readonly [sought: string, count: number])[];
    readonly count: number;
  }[];
}

/** Counts what the places of a table lead to, so that one that never leads to anything can be reported. It changes nothing that is read. */
export class TableWatch {
  readonly #seen = new Map<string, Seen>();
  readonly #keys = new WeakMap<object, string>();
  #conversations = 0;
  #calls = 0;
  /** The table says where calls are. */
  readonly readsCalls: boolean;

  constructor(readsCalls: boolean) {
    this.readsCalls = readsCalls;
  }

  conversation(): void {
    this.#conversations += 1;
  }

  /** A call was read; `found`: what of it was there. */
  call(
    piece: ReadyCall,
    found: { readonly id: boolean; readonly name: boolean; readonly arguments: boolean; readonly result: boolean },
  ): void {
    this.#calls += 1;
    const places = new Map([
      ["name", piece.name],
      ["arguments", piece.arguments],
      ["id", piece.id],
      ["result", piece.result?.content ?? []],
    ]);
    this.#count(piece, "call", places, new Map(Object.entries(found)));
  }

  /** A result was read. */
  result(piece: ReadyResult, found: { readonly id: boolean; readonly content: boolean }): void {
    const places = new Map([
      ["id", piece.id],
      ["content", piece.content],
    ]);
    this.#count(piece, "result", places, new Map(Object.entries(found)));
  }

  /** A call in a shape that has its places fixed. */
  otherCall(): void {
    this.#calls += 1;
  }

  unmatched(): readonly UnmatchedPlace[] {
    const unmatched: UnmatchedPlace[] = [];
    if (this.#conversations > 0 && this.#calls === 0 && this.readsCalls) {
      unmatched.push({ places: [], sought: "calls", count: this.#conversations, among: "conversation" });
    }
    for (const { what, places, found, count } of this.#seen.values()) {
      for (const [sought, paths] of places) {
        if (paths.length === 0 || (found.get(sought) ?? 0) > 0) continue;
        unmatched.push({ places: paths.map(writtenPlace), sought, count, among: what });
      }
    }
    return unmatched;
  }

  /** What was counted so far; counting begins anew. */
  take(): WatchCounts {
    const seen = [...this.#seen.values()].map(({ what, places, found, count }) => ({
      what,
      places: [...places],
      found: [...found],
      count,
    }));
    const counts = { conversations: this.#conversations, calls: this.#calls, seen };
    this.#seen.clear();
    [this.#conversations, this.#calls] = [0, 0];
    return counts;
  }

  add({ conversations, calls, seen }: WatchCounts): void {
    this.#conversations += conversations;
    this.#calls += calls;
    for (const { what, places, found, count } of seen) {
      const known = this.#seenAs(keyOf(what, places), what, new Map(places));
      known.count += count;
      for (const [sought, times] of found) known.found.set(sought, (known.found.get(sought) ?? 0) + times);
    }
  }

  #count(piece: object, what: Seen["what"], places: Seen["places"], found: ReadonlyMap<string, boolean>): void {
    const key = this.#keys.get(piece) ?? keyOf(what, [...places]);
    this.#keys.set(piece, key);
    const seen = this.#seenAs(key, what, places);
    seen.count += 1;
    for (const [sought, isThere] of found) if (isThere) seen.found.set(sought, (seen.found.get(sought) ?? 0) + 1);
  }

  #seenAs(key: string, what: Seen["what"], places: Seen["places"]): Seen {
    const seen = this.#seen.get(key) ?? { what, places, found: new Map<string, number>(), count: 0 };
    this.#seen.set(key, seen);
    return seen;
  }
}

/** Pieces that look at the same places are one: the table may say the same for several kinds of entries. */
function keyOf(what: Seen["what"], places: WatchCounts["seen"][number]["places"]): string {
  return JSON.stringify([what, places]);
}

function writtenPlace(path: Path): string {
  return path.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}
