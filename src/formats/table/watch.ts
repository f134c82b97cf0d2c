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

/** Counts what the places of a table lead to, so that one that never leads to anything can be reported. It changes nothing that is read. */
export class TableWatch {
  readonly #seen = new Map<object, Seen>();
  #conversations = 0;
  #calls = 0;
  readonly #readsCalls: boolean;

  /** @param readsCalls the table says where calls are */
  constructor(readsCalls: boolean) {
    this.#readsCalls = readsCalls;
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
    if (this.#conversations > 0 && this.#calls === 0 && this.#readsCalls) {
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

  #count(piece: object, what: Seen["what"], places: Seen["places"], found: ReadonlyMap<string, boolean>): void {
    const seen = this.#seen.get(piece) ?? { what, places, found: new Map<string, number>(), count: 0 };
    this.#seen.set(piece, seen);
    seen.count += 1;
    for (const [sought, isThere] of found) if (isThere) seen.found.set(sought, (seen.found.get(sought) ?? 0) + 1);
  }
}

function writtenPlace(path: Path): string {
  return path.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}
