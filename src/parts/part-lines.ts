import { Buffer } from "node:buffer";
import type { Position } from "../json/node.js";
import type { BatchEvent, ConversationEvent } from "../lint/batch-events.js";
import type { SessionMark } from "../lint/session-marks.js";
import { nothingUnchecked } from "../lint/tally.js";
import type { LocatedFinding } from "../lint/to-violation.js";
import type { UnreadKind } from "../lint/unread-records.js";
import type { ConversationSummary, NotChecked, Notice, TextRange } from "../model/violation.js";

/** A conversation on a line; keys are short, since there is one for each record. */
interface ConversationLine {
  /** Number of its summary. */
  readonly s: number;
  readonly unchecked?: NotChecked;
  /** Thread: hashes as bytes in base64. */
  readonly t?: string;
  readonly answered?: true;
  readonly open?: true;
  readonly named?: true;
  readonly half?: true;
  readonly refused?: true;
}

interface FindingLine {
  readonly found: LocatedFinding;
  readonly at: number;
  readonly marks?: readonly (readonly [isOfWhole: boolean, key: number | null] | null)[];
  readonly body?: true;
}

/** An event as it is written. A number is a conversation of that summary about which there is nothing more to say. */
type EventLine =
  | number
  | ConversationLine
  | FindingLine
  | { readonly ids: readonly string[]; readonly blocks: readonly number[]; readonly branches: readonly (readonly EventLine[])[] }
  | { readonly unread: UnreadKind; readonly found: LocatedFinding | null }
  | { readonly unresolvable: number; readonly traffic: number }
  | { readonly notice: Notice };

/** The events of one batch, and the summaries that are new with it. */
export interface BatchLine {
  readonly batch: readonly EventLine[];
  readonly summaries?: readonly ConversationSummary[];
}

/** Where a part begins, or how far it went: what its places are relative to. */
export interface PartPlace {
  readonly record: number;
  readonly line: number;
  readonly offset: number;
}

/** Writes the events of one part. */
export class PartEncoder {
  readonly #summaries = new Map<ConversationSummary, number>();
  readonly #stablePath: (path: string) => string;

  /** @param stablePath what fingerprints call a file: they are made where the parts are put together, maybe on another machine */
  constructor(stablePath: (path: string) => string) {
    this.#stablePath = stablePath;
  }

  batch(events: readonly BatchEvent[]): BatchLine {
    const summaries: ConversationSummary[] = [];
    const batch = events.map((event) => this.#event(event, summaries));
    return summaries.length === 0 ? { batch } : { batch, summaries };
  }

  #event(event: BatchEvent, summaries: ConversationSummary[]): EventLine {
    switch (event.kind) {
      case "conversation":
        return this.#conversation(event, summaries);
      case "finding": {
        const { from, marks, isUnreadBody } = event;
        return {
          found: this.#finding(event.found),
          at: from,
          ...(marks.length > 0 && { marks: marks.map((mark) => (mark === undefined ? null : [mark.isOfWhole, mark.key ?? null])) }),
          ...(isUnreadBody && { body: true }),
        };
      }
      case "choice": {
        const branches = event.branches.map((branch) => branch.map((each) => this.#event(each, summaries)));
        return { ids: event.ids, blocks: event.blocks, branches };
      }
      case "unread":
        return { unread: event.what, found: event.found === undefined ? null : this.#finding(event.found) };
      case "left":
        return { unresolvable: event.unresolvable, traffic: event.traffic };
      case "notice":
        return { notice: event.notice };
    }
  }

  #conversation(event: ConversationEvent, summaries: ConversationSummary[]): EventLine {
    const { summary, notChecked, thread, canGoOn, isNamed, isRequestHalf, wasRefused } = event;
    let s = this.#summaries.get(summary);
    if (s === undefined) {
      s = this.#summaries.size;
      this.#summaries.set(summary, s);
      summaries.push(summary);
    }
    if (thread === undefined && notChecked === nothingUnchecked && !isNamed && !wasRefused) return s;
    return {
      s,
      ...(notChecked !== nothingUnchecked && { unchecked: notChecked }),
      ...(thread !== undefined && { t: writtenChain(thread.chain), ...(thread.hasAnswer && { answered: true }) }),
      ...(canGoOn && { open: true }),
      ...(isNamed && { named: true }),
      ...(isRequestHalf && { half: true }),
      ...(wasRefused && { refused: true }),
    };
  }

  #finding(found: LocatedFinding): LocatedFinding {
    return { ...found, identity: { ...found.identity, path: this.#stablePath(found.identity.path) } };
  }
}

/** Reads what was written of one part, and moves its places to where the part is in its file. */
export class PartDecoder {
  readonly #path: string;
  readonly #shift: PartPlace;
  readonly #summaries: ConversationSummary[] = [];

  /** @param shift what is to be added to the places of the part */
  constructor(path: string, shift: PartPlace) {
    this.#path = path;
    this.#shift = shift;
  }

  batch({ batch, summaries = [] }: BatchLine): readonly BatchEvent[] {
    this.#summaries.push(...summaries);
    return batch.map((each) => this.#event(each));
  }

  #event(event: EventLine): BatchEvent {
    if (typeof event === "number") return this.#conversation({ s: event });
    if ("s" in event) return this.#conversation(event);
    if ("branches" in event) {
      const branches = event.branches.map((branch) => branch.map((each) => this.#event(each)));
      return { kind: "choice", ids: event.ids, blocks: event.blocks, branches };
    }
    if ("unread" in event) {
      return { kind: "unread", what: event.unread, found: event.found === null ? undefined : this.#moved(event.found) };
    }
    if ("found" in event) {
      const marks = (event.marks ?? []).map((mark): SessionMark | undefined =>
        mark === null ? undefined : { isOfWhole: mark[0], key: mark[1] ?? undefined },
      );
      const from = event.at;
      return { kind: "finding", found: this.#moved(event.found), from, to: from + marks.length, marks, isUnreadBody: event.body === true };
    }
    if ("notice" in event) return { kind: "notice", notice: event.notice };
    return { kind: "left", unresolvable: event.unresolvable, traffic: event.traffic };
  }

  #conversation({ s, unchecked, t, answered, open, named, half, refused }: ConversationLine): BatchEvent {
    const summary = this.#summaries[s];
    if (summary === undefined) throw new TypeError("A conversation without a summary");
    return {
      kind: "conversation",
      summary,
      notChecked: unchecked ?? nothingUnchecked,
      thread: t === undefined ? undefined : { chain: readChain(t), hasAnswer: answered === true },
      canGoOn: open === true,
      isNamed: named === true,
      isRequestHalf: half === true,
      wasRefused: refused === true,
      sketch: undefined,
    };
  }

  /** Declarations and the like are in files of their own, whose places stay. */
  #moved(found: LocatedFinding): LocatedFinding {
    const related = found.related.map((each) => (each.path === this.#path ? { ...each, range: this.#range(each.range) } : each));
    if (found.path !== this.#path) return { ...found, related };
    const record = found.record === null ? null : found.record + this.#shift.record;
    return { ...found, related, record, range: this.#range(found.range), shown: this.#range(found.shown) };
  }

  #range(range: TextRange | null): TextRange | null {
    return range === null ? null : { start: this.#position(range.start), end: this.#position(range.end) };
  }

  #position({ line, column, offset }: Position): Position {
    return { line: line + this.#shift.line, column, offset: offset + this.#shift.offset };
  }
}

function writtenChain(chain: readonly number[]): string {
  return Buffer.from(Float64Array.from(chain).buffer).toString("base64");
}

function readChain(text: string): readonly number[] {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return [...new Float64Array(bytes.buffer, 0, bytes.length >> 3)];
}
