import type { SessionMark } from "./session-marks.js";
import type { Counted } from "./tally.js";
import type { Thread } from "./thread.js";
import type { LocatedFinding } from "./to-violation.js";

/** What a session knows of a conversation before it takes it up. */
export interface SessionEntry {
  /** Whether it may go on in a later record. */
  readonly canGoOn: boolean;
  /** `undefined` where it cannot go on and no session was open when it was read. */
  readonly thread: Pick<Thread, "chain" | "hasAnswer"> | undefined;
  /** Its other half is in another record, which says so by the same id. */
  readonly isNamed: boolean;
  /** It is the request of such a pair. */
  readonly isRequestHalf: boolean;
  readonly wasRefused: boolean;
}

/** A violation that a session has told. */
interface Deferred {
  readonly turn: number;
  /** `undefined` once it went out. */
  stamped: LocatedFinding | undefined;
  readonly isOfWhole: boolean;
}

/** One conversation, as far as it has gone. */
interface Session {
  /** 0-based, in the file. */
  readonly index: number;
  /** Hash of what was said first. */
  readonly start: number;
  /** What was counted of it, to be counted anew. */
  counted: Counted | undefined;
  /** By what it is and what was said up to its place; shared with the conversations that branched off. */
  readonly told: Map<number, Deferred>;
  /** Number of its last request. */
  turn: number;
  hasAnswer: boolean;
  wasRefused: boolean;
  isContinued: boolean;
}

/** As many open conversations are remembered: parallel agents in one log, not the whole log. */
const maxSessions = 4096;

/**
 * The conversations of one file that go on from request to request: a request that begins with what an earlier one held, and its answer,
 * is the same conversation (wire formats 1.2).
 *
 * Such a conversation is counted once, as its last request has it. A fault is reported once, at its first place; what is said of the
 * conversation as a whole is said of its last state, and whether a mistake was handled shows in the next request. So violations wait
 * until the next record has been read. Memory is bounded: hashes of the last 4096 open conversations.
 */
export class Sessions {
  readonly #open = new Map<number, Session>();
  /** How many open conversations begin with a hash: most new ones begin as none does. */
  readonly #starts = new Map<number, number>();
  readonly #replaced = new Map<LocatedFinding, LocatedFinding | undefined>();
  readonly #waiting: Deferred[] = [];
  #turns = 0;
  #sent = 0;
  continuesPrevious = false;
  #mayGoOn = false;

  /** Whether a conversation that cannot go on may belong to a session. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * The place of a conversation among the sessions; `undefined` where it is none of them and cannot go on.
   *
   * @param index that of a new conversation
   */
  enter({ canGoOn, thread, isNamed, isRequestHalf, wasRefused }: SessionEntry, index: number): SessionRequest | undefined {
    this.#turns += 1;
    if (!canGoOn && this.#open.size === 0) return undefined;
    if (thread === undefined) throw new TypeError("A conversation was read as if no session were open");
    const base = this.#find(thread, isNamed);
    if (base === undefined && (!canGoOn || thread.chain.length === 0)) return undefined;
    const session = this.#sessionFrom(base, index, thread.chain[0] ?? 0);
    session.turn = this.#turns;
    session.hasAnswer = thread.hasAnswer;
    session.wasRefused = wasRefused;
    const end = thread.chain.at(-1);
    if (canGoOn && end !== undefined) this.#remember(end, session);
    return new SessionRequest(session, this.#turns, this, isRequestHalf);
  }

  /** The last records read belong to conversations that the records before them began, whose violations still wait. */
  goesOn(): boolean {
    const goesOn = this.continuesPrevious;
    this.continuesPrevious = false;
    return goesOn;
  }

  /** The next record may change what is reported of those read since this was asked. */
  mustDefer(): boolean {
    const must = this.#mayGoOn;
    this.#mayGoOn = false;
    return must;
  }

  /** How many conversations were met: what `settle` counts by. */
  get turns(): number {
    return this.#turns;
  }

  /** Violations that waited, as they are known now: nothing changes those of the first `turns` conversations any more. */
  flush(waiting: readonly LocatedFinding[], turns: number): readonly LocatedFinding[] {
    this.#sent = turns;
    for (const told of this.#waiting.splice(0)) {
      if (told.turn <= turns) told.stamped = undefined;
      else this.#waiting.push(told);
    }
    if (this.#replaced.size === 0) return waiting;
    return waiting.flatMap((stamped) => {
      let last: LocatedFinding | undefined = stamped;
      while (last !== undefined && this.#replaced.has(last)) {
        const next: LocatedFinding | undefined = this.#replaced.get(last);
        this.#replaced.delete(last);
        last = next;
      }
      return last ?? [];
    });
  }

  replace(stamped: LocatedFinding, by: LocatedFinding | undefined): void {
    this.#replaced.set(stamped, by);
  }

  defer(told: Deferred): void {
    this.#waiting.push(told);
  }

  /** The conversation that this one begins with: the longest of them. */
  #find({ chain, hasAnswer }: Pick<Thread, "chain" | "hasAnswer">, isNamed: boolean): Session | undefined {
    if (!this.#starts.has(chain[0] ?? 0)) return undefined;
    for (let at = chain.length - 1; at >= 0; at--) {
      const session = this.#open.get(chain[at] ?? 0);
      if (session === undefined) continue;
      // The same request again is the same conversation where the first try came to nothing.
      if (at === chain.length - 1 && !session.wasRefused) continue;
      const isNext = session.turn === this.#turns - 1;
      if (isNamed || session.hasAnswer || (isNext && (hasAnswer || session.wasRefused))) return session;
    }
    return undefined;
  }

  #sessionFrom(base: Session | undefined, index: number, start: number): Session {
    const fresh = { index, start, counted: undefined, turn: 0, hasAnswer: false, wasRefused: false, isContinued: false };
    if (base === undefined) return { told: new Map(), ...fresh };
    if (base.turn > this.#sent) this.continuesPrevious = true;
    // A second request that goes on from the same place is another branch.
    if (base.isContinued) return { told: base.told, ...fresh };
    base.isContinued = true;
    for (const told of base.told.values()) if (told.isOfWhole && told.stamped !== undefined) this.replace(told.stamped, undefined);
    return { ...base, isContinued: false };
  }

  #remember(end: number, session: Session): void {
    this.#mayGoOn = true;
    this.#forget(end);
    this.#open.set(end, session);
    this.#starts.set(session.start, (this.#starts.get(session.start) ?? 0) + 1);
    if (this.#open.size <= maxSessions) return;
    const [oldest] = this.#open.keys();
    if (oldest !== undefined) this.#forget(oldest);
  }

  #forget(end: number): void {
    const session = this.#open.get(end);
    if (session === undefined) return;
    this.#open.delete(end);
    const left = (this.#starts.get(session.start) ?? 1) - 1;
    if (left === 0) this.#starts.delete(session.start);
    else this.#starts.set(session.start, left);
  }
}

/** One request of a session. */
export class SessionRequest {
  readonly #session: Session;
  readonly #turn: number;
  readonly #sessions: Sessions;
  readonly #isHalf: boolean;

  constructor(session: Session, turn: number, sessions: Sessions, isHalf: boolean) {
    this.#session = session;
    this.#turn = turn;
    this.#sessions = sessions;
    this.#isHalf = isHalf;
  }

  /** 0-based index of the conversation in the file. */
  get index(): number {
    return this.#session.index;
  }

  /** What the requests before counted. */
  get counted(): Counted | undefined {
    return this.#session.counted;
  }

  count(counted: Counted): void {
    this.#session.counted = counted;
  }

  /**
   * Takes a violation up.
   *
   * @returns `undefined` where an earlier request of the session told it, and for what is said of half an exchange as if it were the whole
   */
  tell({ isOfWhole, key }: SessionMark, stamped: LocatedFinding): LocatedFinding | undefined {
    if (isOfWhole && this.#isHalf) return undefined;
    if (key === undefined) return stamped;
    const earlier = this.#session.told.get(key);
    if (earlier !== undefined && earlier.turn !== this.#turn) {
      if (!isOfWhole) {
        this.#update(earlier, stamped);
        return undefined;
      }
      if (earlier.stamped === undefined) return undefined;
    }
    const told: Deferred = { turn: this.#turn, stamped, isOfWhole };
    this.#session.told.set(key, told);
    this.#sessions.defer(told);
    return stamped;
  }

  /** What came later may show that the mistake was handled; a mistake in the answer weighs no less for being history now. */
  #update(earlier: Deferred, { handled, severity }: LocatedFinding): void {
    const { stamped } = earlier;
    if (stamped === undefined || !handled || stamped.handled) return;
    const updated = { ...stamped, handled, severity: severity === "info" ? severity : stamped.severity };
    this.#sessions.replace(stamped, updated);
    earlier.stamped = updated;
  }
}
