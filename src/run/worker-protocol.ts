import type { Share } from "../parts/deal.js";
import type { CheckFlags } from "./flags.js";

/** A file as a worker knows it: how it is judged, it finds out as the main thread did. */
export interface WorkerFile {
  readonly path: string;
  readonly absolute: string;
  readonly named: boolean;
}

/** What a worker is given when it starts. */
export interface WorkerTask {
  /** 0-based. */
  readonly worker: number;
  readonly cwd: string;
  readonly flags: CheckFlags;
  readonly files: readonly WorkerFile[];
  readonly shares: readonly Share[];
  /** Number of the next share that nobody has taken. */
  readonly next: Int32Array;
  /** By share: 1 more than the number of the worker that took it, 0 for none. */
  readonly takenBy: Int32Array;
  /** By file: 1 once its parts may go on with sessions of the parts before. */
  readonly isOpen: Int32Array;
  /** By worker: how much of what it wrote was taken in, in units of `creditUnit`. */
  readonly credit: Int32Array;
}

/** What a worker writes of one share: whole lines of JSON. */
export interface WorkerMessage {
  readonly share: number;
  readonly text: string;
  /** Bytes that were read since the message before. */
  readonly bytes: number;
  readonly isLast: boolean;
}

/** Characters that a worker may be ahead of the main thread, in units: past these it waits. */
export const mostAhead = 4096;
/** Characters. */
export const creditUnit = 1024;

/** How much a message weighs. */
export function weightOf({ text }: Pick<WorkerMessage, "text">): number {
  return Math.ceil(text.length / creditUnit) + 1;
}
