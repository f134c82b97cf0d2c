import { counted } from "../text/counted.js";
import type { TextSink } from "./io.js";

/** How long a run goes on before it shows progress, in milliseconds: who waits less needs none. */
const patience = 1_000;

/** How often the line is written anew, in milliseconds. */
const interval = 200;

/** What a run has before it. */
export interface Work {
  readonly files: number;
  /** `undefined` where the end of some input is unknown. */
  readonly bytes: number | undefined;
}

/** What is done so far. */
export interface Done {
  readonly files: number;
  readonly bytes: number;
  readonly findings: number;
}

/**
 * One line on a terminal that says how far a long run is: written after a second, wiped before anything else is written, gone at the end.
 */
export class Progress {
  readonly #terminal: TextSink;
  readonly #work: Work;
  readonly #now: () => number;
  readonly #begin: number;
  #last: number;
  #isShown = false;

  /** @param now milliseconds that only grow */
  constructor(terminal: TextSink, work: Work, now: () => number) {
    this.#terminal = terminal;
    this.#work = work;
    this.#now = now;
    this.#begin = now();
    this.#last = this.#begin + patience - interval;
  }

  /** Says what is done; asked often, it writes rarely. */
  update(done: Done): void {
    const now = this.#now();
    if (now - this.#last < interval) return;
    this.#last = now;
    this.wipe();
    this.#terminal.write(lineOf(done, this.#work, now - this.#begin));
    this.#isShown = true;
  }

  /** Takes the line away. */
  wipe(): void {
    if (this.#isShown) this.#terminal.write("\r\u001b[K");
    this.#isShown = false;
  }

  /** A sink that shares a terminal with the line. */
  guard(sink: TextSink): TextSink {
    return {
      isTerminal: sink.isTerminal,
      write: (text) => {
        this.wipe();
        sink.write(text);
      },
      flush: () => sink.flush(),
    };
  }
}

/** `1.2 of 4 GB, 120 of 500 files, 3 findings, 14 s left`: short enough for a terminal of 80 columns. */
function lineOf({ files, bytes, findings }: Done, work: Work, elapsed: number): string {
  const parts = [
    work.bytes === undefined ? sizeOf(bytes) : `${sizeOf(bytes)} of ${sizeOf(work.bytes)}`,
    `${files} of ${counted(work.files, "file")}`,
    counted(findings, "finding"),
    ...(work.bytes === undefined || bytes === 0 ? [] : [`${timeOf((elapsed * Math.max(0, work.bytes - bytes)) / bytes)} left`]),
  ];
  return parts.join(", ");
}

function sizeOf(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : ["kB", 1e3];
  return `${(bytes / size).toFixed(size === 1e9 ? 1 : 0)} ${unit}`;
}

function timeOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
