import type { Severity } from "../model/violation.js";
import { counted } from "../text/counted.js";
import type { LocatedFinding } from "./to-violation.js";

/**
 * What was found in a file that no format read. `unknown`: JSON that is no conversation; `text`: lines of a log that are no JSON; `calls`:
 * structures that look like calls or results.
 */
export type UnreadKind = "unknown" | "text" | "calls";

/** What the rest of the file held. */
export interface FileContents {
  readonly conversations: number;
  /** Calls and results that were understood. */
  readonly callsAndResults: number;
}

/** The first place of a kind, and how many there are. */
interface Seen {
  readonly first: LocatedFinding;
  count: number;
}

/**
 * What no format read, reported once for the whole file: a log that a program shares with others has many such lines, and whether they
 * matter shows only at its end.
 */
export class UnreadRecords {
  readonly #seen = new Map<UnreadKind, Seen>();
  readonly #isFound: boolean;
  readonly #levels: ReadonlyMap<string, Severity | "off">;

  /**
   * @param isFound the file was not named but found, so it need not hold a conversation
   * @param levels those that the configuration gives rules
   */
  constructor(isFound: boolean, levels: ReadonlyMap<string, Severity | "off">) {
    this.#isFound = isFound;
    this.#levels = levels;
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** @param stamp is called for the first of a kind only */
  note(kind: UnreadKind, stamp: () => LocatedFinding | undefined): void {
    const seen = this.#seen.get(kind);
    if (seen !== undefined) {
      seen.count += 1;
      return;
    }
    const first = stamp();
    if (first !== undefined) this.#seen.set(kind, { first, count: 1 });
  }

  /** Whether the file was found, holds no conversation and nothing that looks like one: nobody said that it is a transcript. */
  passesOver({ conversations }: FileContents): boolean {
    return this.#isFound && conversations === 0 && this.#seen.has("unknown") && !this.#seen.has("calls");
  }

  /** What is to be reported, known at the end of the file. */
  *findings({ conversations, callsAndResults }: FileContents): Generator<LocatedFinding, void, undefined> {
    const unknown = this.#seen.get("unknown");
    const text = this.#seen.get("text");
    const calls = this.#seen.get("calls");
    if (conversations === 0 && unknown !== undefined) {
      // Once there are calls in it, it is a transcript to whoever wrote it.
      if (!this.#isFound) yield calls === undefined ? unknown.first : withCalls(unknown.first, calls.first);
      else if (calls !== undefined) yield this.#weighed(calls.first, "error");
      return;
    }
    if (text !== undefined) yield this.#foreign(text, "not JSON");
    if (unknown !== undefined) yield this.#foreign(unknown, "no part of a known conversation");
    if (calls !== undefined) yield this.#weighed(calls.first, callsAndResults === 0 ? "error" : "warning");
  }

  /** Records among those of a conversation that are none of it. */
  #foreign({ first, count }: Seen, what: string): LocatedFinding {
    const message = count === 1 ? `One record of the file is ${what}` : `${counted(count, "record")} of the file are ${what}`;
    const fix = "Keep other output out of the file, so that a lost message shows.";
    return this.#weighed({ ...first, message, redacted: { message, fix }, fix, data: { ...first.data, records: count } }, "warning");
  }

  #weighed(stamped: LocatedFinding, usual: Severity): LocatedFinding {
    const level = this.#levels.get(stamped.ruleId);
    return { ...stamped, severity: level === undefined || level === "off" ? usual : level };
  }
}

function withCalls(unknown: LocatedFinding, calls: LocatedFinding): LocatedFinding {
  const says = "it holds what looks like tool calls, and none is checked";
  const place = { message: "Looks like a call or a result", path: calls.path, pointer: calls.pointer, range: calls.range };
  return {
    ...unknown,
    message: `${unknown.message}; ${says}`,
    redacted: { ...unknown.redacted, message: `${unknown.redacted.message}; ${says}` },
    related: [...unknown.related, place],
  };
}
