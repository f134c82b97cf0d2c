import type { ConversationSummary, NotChecked, Notice } from "../model/violation.js";
import type { ConversationSketch } from "../page/sketch.js";
import type { BatchSketches } from "./batch-sketches.js";
import type { SessionMark, SessionMarks } from "./session-marks.js";
import type { SessionEntry } from "./sessions.js";
import { nothingUnchecked } from "./tally.js";
import type { LocatedFinding } from "./to-violation.js";
import type { UnreadKind } from "./unread-records.js";

/** A conversation was read and judged. */
export interface ConversationEvent extends SessionEntry {
  readonly kind: "conversation";
  /** Set once it is judged. */
  summary: ConversationSummary;
  notChecked: NotChecked;
  /** Set where a report shows conversations. */
  sketch: ConversationSketch | undefined;
}

/**
 * Something was found. It belongs to the first of the conversations `from` to `to` (end excluded, 0-based in the batch) that is part of a
 * session and has a mark for it; without such a session, to what comes first from `from` on.
 */
export interface FindingEvent {
  readonly kind: "finding";
  readonly found: LocatedFinding;
  readonly from: number;
  readonly to: number;
  /** What the finding is to the session of each of these conversations; `undefined` for those that do not hold it. */
  readonly marks: readonly (SessionMark | undefined)[];
  /** It is about a body that could not be read: one of them is reported, the others are counted. */
  readonly isUnreadBody: boolean;
}

/** What was found depends on what a response earlier in the file brought, which is not at hand. */
export interface ChoiceEvent {
  readonly kind: "choice";
  /** The calls of the message that replays it. */
  readonly ids: readonly string[];
  /** Its blocks, as hashes of their words. */
  readonly blocks: readonly number[];
  /** What is reported where nothing was altered, and then for each of the blocks where it is the first that was. */
  readonly branches: readonly (readonly BatchEvent[])[];
}

/** What reading and judging a batch led to, in order. Nothing in it depends on other batches, but for what they hold open (`Sessions`). */
export type BatchEvent =
  | ConversationEvent
  | FindingEvent
  | ChoiceEvent
  | { readonly kind: "unread"; readonly what: UnreadKind; readonly found: LocatedFinding | undefined }
  | { readonly kind: "left"; readonly unresolvable: number; readonly traffic: number }
  | { readonly kind: "notice"; readonly notice: Notice };

const noMarks: readonly undefined[] = [];
const nothing: ConversationSummary = { format: "", profile: "", mode: "", exchanges: 0, calls: 0, results: 0 };

/** Collects the events of one batch. */
export class BatchEvents {
  list: BatchEvent[] = [];
  /** What places are for the sessions of the conversations so far; `undefined` where no session can be open. */
  readonly marks: (SessionMarks | undefined)[] = [];
  /** Where a report shows conversations: what is drawn once the batch is judged. */
  readonly sketches: BatchSketches | undefined;

  constructor(sketches?: BatchSketches) {
    this.sketches = sketches;
  }

  conversation(entry: SessionEntry, marks: SessionMarks | undefined): ConversationEvent {
    const { canGoOn, thread, isNamed, isRequestHalf, wasRefused } = entry;
    const event: ConversationEvent = {
      kind: "conversation",
      canGoOn,
      thread,
      isNamed,
      isRequestHalf,
      wasRefused,
      summary: nothing,
      notChecked: nothingUnchecked,
      sketch: undefined,
    };
    this.marks.push(marks);
    this.list.push(event);
    return event;
  }

  finding(found: LocatedFinding, from: number, marks: readonly (SessionMark | undefined)[] = noMarks, isUnreadBody = false): void {
    this.list.push({ kind: "finding", found, from, to: from + marks.length, marks, isUnreadBody });
  }

  /** What some work leads to, apart from the others. */
  apart(work: () => void): readonly BatchEvent[] {
    const outer = this.list;
    this.list = [];
    work();
    const inner = this.list;
    this.list = outer;
    return inner;
  }
}
