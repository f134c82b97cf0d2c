import { unreachable } from "../errors.js";
import type { Severity, Violation } from "../model/violation.js";
import type { ConversationSketch } from "../page/sketch.js";
import type { BatchEvent, ChoiceEvent, FindingEvent } from "./batch-events.js";
import { createFingerprinter } from "./fingerprint.js";
import { mergeDoubles } from "./merge.js";
import type { FileOutcome } from "./options.js";
import { maxWaiting, Outbox } from "./outbox.js";
import { ReceivedThinking } from "./received-thinking.js";
import { type SessionRequest, Sessions } from "./sessions.js";
import { Tally } from "./tally.js";
import { type LocatedFinding, reported } from "./to-violation.js";
import { UnreadRecords } from "./unread-records.js";

/** A file that is put together, and who hears of its violations. */
export interface AssemblyInput {
  readonly path: string;
  /** A folder or a pattern brought it, nobody named it: it need not hold a conversation. */
  readonly isFound: boolean;
  readonly levels: ReadonlyMap<string, Severity | "off">;
  /** Receives the violations in order of place. @returns whether it is reported */
  violation(violation: Violation): boolean;
  /** Receives the drawing of each conversation, where there is one. */
  conversation(index: number, sketch: ConversationSketch): void;
  /** What fingerprints call a file that reports show so. */
  stablePath(path: string): string;
}

/** What is being read of a batch: its conversations, and where they belong. */
interface Reading {
  readonly turns: (SessionRequest | undefined)[];
  /** How many conversations the file had before each of them, and after the last. */
  readonly starts: number[];
  readonly found: LocatedFinding[];
}

/**
 * Puts together what the batches of one file led to: which conversations go on, what was reported before, what waits for later records.
 * All that depends on the order of the file is here, and nothing of it needs the documents.
 */
export class FileAssembly {
  readonly #input: AssemblyInput;
  readonly #tally: Tally;
  readonly #sessions = new Sessions();
  readonly #unread: UnreadRecords;
  readonly #outbox: Outbox;
  readonly #fingerprint = createFingerprinter();
  readonly #thinking = new ReceivedThinking();
  #waiting: LocatedFinding[] = [];
  #hasUnreadBody = false;

  constructor(input: AssemblyInput) {
    this.#input = input;
    this.#tally = new Tally(input.path);
    this.#unread = new UnreadRecords(input.isFound, input.levels);
    this.#outbox = new Outbox({ tally: this.#tally, unread: this.#unread }, (found) => this.#emit(found));
  }

  /** Whether a conversation that cannot go on may belong to a session: then its thread is asked for. */
  get hasOpenSessions(): boolean {
    return this.#sessions.hasOpen;
  }

  /** Takes what one batch led to; batches come in the order of the file. */
  take(events: readonly BatchEvent[]): void {
    const sessions = this.#sessions;
    const before = sessions.turns;
    const reading: Reading = { turns: [], starts: [this.#tally.conversations], found: [] };
    for (const event of events) this.#hear(event, reading);
    const { found } = reading;
    if (sessions.turns === before && this.#waiting.length > 0 && this.#waiting.length < maxWaiting) {
      for (const each of found) this.#waiting.push(each); // no conversation in it: the session before may still go on after it
      return;
    }
    const goesOn = sessions.goesOn() && this.#waiting.length < maxWaiting;
    if (!goesOn && this.#waiting.length > 0) this.#outbox.send(sessions.flush(this.#waiting, before));
    if (!goesOn) this.#waiting = [];
    for (const each of found) this.#waiting.push(each);
    if (sessions.mustDefer()) return;
    this.#outbox.send(sessions.flush(this.#waiting, sessions.turns));
    this.#waiting = [];
  }

  /** What responses of an earlier part of the file brought. */
  learn(entries: Iterable<readonly [string, readonly number[]]>): void {
    this.#thinking.learn(entries);
  }

  /** The file is read to its end. */
  finish(): void {
    this.#outbox.send(this.#sessions.flush(this.#waiting, this.#sessions.turns));
    this.#waiting = [];
  }

  /** What was found goes out, whether or not the file could be read to its end. */
  end(): void {
    this.#outbox.end();
  }

  outcome(): FileOutcome {
    return this.#tally.outcome();
  }

  #hear(event: BatchEvent, reading: Reading): void {
    const tally = this.#tally;
    switch (event.kind) {
      case "conversation": {
        const turn = this.#sessions.enter(event, tally.conversations);
        const counted = tally.conversation(event.summary, event.notChecked, turn?.counted);
        turn?.count(counted);
        if (event.sketch !== undefined) this.#input.conversation(counted.index, event.sketch);
        reading.turns.push(turn);
        reading.starts.push(tally.conversations);
        return;
      }
      case "finding":
        this.#find(event, reading);
        return;
      case "choice":
        for (const each of this.#chosen(event)) this.#hear(each, reading);
        return;
      case "unread": {
        const { found } = event;
        if (found !== undefined) found.conversationIndex = reading.starts[0] ?? 0;
        this.#unread.note(event.what, () => found);
        return;
      }
      case "left":
        tally.unresolvable(event.unresolvable);
        tally.traffic(event.traffic);
        return;
      case "notice":
        tally.notice(event.notice);
        return;
      default:
        unreachable(event);
    }
  }

  #find({ found, from, to, marks, isUnreadBody }: FindingEvent, { turns, starts, found: all }: Reading): void {
    if (isUnreadBody && this.#hasUnreadBody) return;
    this.#hasUnreadBody ||= isUnreadBody;
    let first: SessionRequest | undefined;
    for (let at = from; at < to; at++) {
      const turn = turns[at];
      if (turn === undefined) continue;
      first ??= turn;
      const mark = marks[at - from];
      if (mark === undefined) continue;
      found.conversationIndex = turn.index;
      const told = turn.tell(mark, found);
      if (told !== undefined) all.push(told);
      return;
    }
    found.conversationIndex = first?.index ?? starts[from] ?? 0;
    all.push(found);
  }

  #chosen({ ids, blocks, branches }: ChoiceEvent): readonly BatchEvent[] {
    const altered = this.#thinking.firstAltered(ids, blocks);
    return branches[altered === undefined ? 0 : altered + 1] ?? [];
  }

  #emit(found: readonly LocatedFinding[]): void {
    const { violation, stablePath } = this.#input;
    for (const each of mergeDoubles(found)) {
      const { identity, conversationIndex: conversation } = each;
      const fingerprint = this.#fingerprint({ ...identity, path: stablePath(identity.path), conversation });
      const complete = reported(each, fingerprint);
      if (violation(complete)) this.#tally.count(complete);
    }
  }
}
