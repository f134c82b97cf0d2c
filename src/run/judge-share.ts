import { InputError, PluginError } from "../errors.js";
import { readRange } from "../input/read-range.js";
import type { Linter } from "../lint/linter.js";
import type { FileOutcome } from "../lint/options.js";
import type { ConversationSummary, NotChecked, Notice, Violation } from "../model/violation.js";
import type { ConversationSketch } from "../page/sketch.js";
import type { Share } from "../parts/deal.js";
import { type BatchLine, PartEncoder } from "../parts/part-lines.js";
import type { Extensions } from "./extensions.js";
import { type OpenWatches, takenCounts } from "./watches.js";

/** Why a file could not be read on. */
export interface ShareError {
  /** `input`: it cannot be read; `plugin`: code of others failed; `fault`: ours did. */
  readonly kind: "input" | "plugin" | "fault";
  readonly message: string;
  readonly stack: string | null;
}

/** How far a part went. */
export interface PartEnd {
  readonly lines: number;
  /** In UTF-16 units. */
  readonly units: number;
  readonly records: number;
  /** Nothing of the file after it counts: a record was too large, or it went on to the end of the file. */
  readonly isLast: boolean;
  readonly thinking: readonly (readonly [string, readonly number[]])[];
}

/** What a whole file held. */
export interface WholeEnd {
  /** Each summary once, and which of them the conversations have. */
  readonly summaries: readonly ConversationSummary[];
  readonly conversations: readonly number[];
  readonly notChecked: NotChecked;
  readonly traffic: number;
  readonly notices: readonly Notice[];
}

/** What one share of the work led to, line by line: violations of a whole file or batches of a part, then how it ended. */
export type ShareLine =
  | { readonly violation: Violation }
  // Only where it is drawn and shown by one process.
  | { readonly conversation: number; readonly sketch: ConversationSketch }
  | BatchLine
  | { readonly whole: WholeEnd; readonly watches?: OpenWatches }
  | { readonly part: PartEnd; readonly watches?: OpenWatches }
  | { readonly error: ShareError };

/** A file that shares are of. */
export interface SharedFile {
  readonly path: string;
  readonly absolute: string;
  readonly isFound: boolean;
  readonly linter: Linter;
  readonly extensions: Extensions;
  stablePath(path: string): string;
  /** The whole of it. */
  open(): Promise<() => Iterable<Uint8Array>>;
  /** A part of it is about to be read. */
  attend(): Promise<void>;
  /** Whether a part of it may go on with sessions of the parts before. */
  mayBeOpen(): boolean;
  /** Sees the blocks go by. */
  counted(chunks: Iterable<Uint8Array>): Iterable<Uint8Array>;
}

/** Checks one share; each line is written as soon as it is known. */
export async function judgeShare(share: Share, file: SharedFile, write: (line: ShareLine) => void): Promise<void> {
  try {
    if (share.from === 0 && share.to === null) await judgeWhole(file, write);
    else {
      await file.attend();
      judgePart(share, file, write);
    }
  } catch (error) {
    const kind = error instanceof InputError ? "input" : error instanceof PluginError ? "plugin" : "fault";
    const message = error instanceof Error ? error.message : String(error);
    write({ error: { kind, message, stack: error instanceof Error ? (error.stack ?? null) : null } });
  }
}

async function judgeWhole(
  { path, isFound, linter, extensions, stablePath, open }: SharedFile,
  write: (line: ShareLine) => void,
): Promise<void> {
  const chunks = await open();
  const sink = {
    violation(violation: Violation): boolean {
      write({ violation });
      return false; // whether it counts is known where all is put together
    },
    conversation: (conversation: number, sketch: ConversationSketch) => write({ conversation, sketch }),
  };
  const outcome = linter.lintFile({ path, isFound, chunks, stablePath }, sink);
  write({ whole: wholeEnd(outcome), ...takenCounts(extensions) });
}

function wholeEnd({ summary, notChecked, traffic, notices }: FileOutcome): WholeEnd {
  const numbers = new Map<ConversationSummary, number>();
  const conversations = summary.conversations.map((each) => {
    const number = numbers.get(each) ?? numbers.size;
    numbers.set(each, number);
    return number;
  });
  return { summaries: [...numbers.keys()], conversations, notChecked, traffic, notices };
}

/** Places of a part are relative to its beginning. Only a part at the beginning of the file begins with record 0 and offset 0. */
function judgePart(
  { from, to }: Share,
  { path, absolute, linter, extensions, stablePath, counted, mayBeOpen }: SharedFile,
  write: (line: ShareLine) => void,
): void {
  const start = from === 0 ? { record: 0, offset: 0 } : { record: 1, offset: 1 };
  const range = { from, to: to ?? Number.POSITIVE_INFINITY };
  const part = {
    record: start.record,
    origin: { line: 1, column: 1, offset: start.offset },
    isEnded: false,
    onJoint: () => {
      range.to = Number.POSITIVE_INFINITY;
    },
  };
  const encoder = new PartEncoder(stablePath);
  const input = { path, part, mayBeOpen: mayBeOpen(), chunks: () => counted(readRange(absolute, range, path)) };
  const thinking = linter.lintPart(input, (events) => write(encoder.batch(events)));
  const end: PartEnd = {
    lines: part.origin.line - 1,
    units: part.origin.offset - start.offset,
    records: part.record - start.record,
    isLast: part.isEnded || range.to === Number.POSITIVE_INFINITY,
    thinking: thinking.entries,
  };
  write({ part: end, ...takenCounts(extensions) });
}
