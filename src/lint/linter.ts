import type { JsonLinesPart } from "../containers/container.js";
import type { Severity, Violation } from "../model/violation.js";
import { FileAssembly } from "./assembly.js";
import type { BatchEvent } from "./batch-events.js";
import { BatchJudge } from "./batch-judge.js";
import type { FileOutcome, LintInput, LintOptions, LintSink } from "./options.js";
import { OutsideOnce } from "./outside-once.js";
import { FileReader } from "./read-file.js";
import { ReceivedThinking } from "./received-thinking.js";
import type { UnreadKind } from "./unread-records.js";

/** Size of the largest document that is read without being asked to, in bytes: what one JavaScript string can hold. */
export const defaultMaxBytes = 512 * 1024 * 1024;

/** Records that are looked at to see whether they stand for themselves. */
const recordsTried = 20;

/** A part of a JSON Lines file. */
export interface LintPartInput {
  /** As reports show it, with `/`. */
  readonly path: string;
  readonly part: JsonLinesPart;
  chunks(): Iterable<Uint8Array>;
  /** Whether sessions of the parts before may be open: then what any conversation says is hashed, which costs as much as judging it. */
  readonly mayBeOpen: boolean;
}

/** Checks files, one after the other, over the same memory and caches. */
export class Linter {
  readonly #severities: ReadonlyMap<string, Severity | "off">;
  readonly #reader: FileReader;
  readonly #judge: BatchJudge;
  readonly #outside: OutsideOnce;

  constructor(options: LintOptions = {}) {
    this.#outside = new OutsideOnce(options.tools?.paths.values() ?? []);
    this.#severities = options.severities ?? new Map();
    this.#reader = new FileReader(options.format, options.maxBytes ?? defaultMaxBytes, options.formats);
    this.#judge = new BatchJudge(options);
  }

  /** Reads, rebuilds and judges one file. Its violations go to the sink in order of place; any input gives an outcome. */
  lintFile(input: LintInput, sink: LintSink): FileOutcome {
    const { path } = input;
    const assembly = new FileAssembly({
      path,
      isFound: input.isFound ?? false,
      levels: this.#severities,
      violation: (found) => this.report(found, path, sink),
      conversation: (index, sketch) => sink.conversation?.(index, sketch),
      stablePath: (each) => input.stablePath?.(each) ?? each,
    });
    const mayBeOpen = () => assembly.hasOpenSessions;
    const file = { path, mayBeOpen, thinking: new ReceivedThinking(), noted: new Set<UnreadKind>(), hasUnreadBody: false };
    try {
      for (const batch of this.#reader.read(input.chunks())) assembly.take(this.#judge.judge(batch, file));
      assembly.finish();
    } finally {
      assembly.end(); // what was found before the file could not be read on counts
    }
    return assembly.outcome();
  }

  /**
   * Reads and judges one part of a JSON Lines file.
   *
   * @param take receives what each batch led to: put together in the order of the parts, it is what the whole file gives
   * @returns what its responses brought, for the parts that follow
   */
  lintPart({ path, part, chunks, mayBeOpen }: LintPartInput, take: (events: readonly BatchEvent[]) => void): ReceivedThinking {
    const isFirst = part.origin.offset === 0;
    const thinking = new ReceivedThinking(!isFirst);
    let isOpen = !isFirst && mayBeOpen;
    const file = { path, mayBeOpen: () => isOpen, thinking, noted: new Set<UnreadKind>(), hasUnreadBody: false };
    for (const batch of this.#reader.read(chunks(), part)) {
      const events = this.#judge.judge(batch, file);
      isOpen ||= events.some((event) => event.kind === "conversation" && event.canGoOn);
      take(events);
    }
    return thinking;
  }

  /**
   * Reports a violation of a file, unless it is in declarations and was reported with another file.
   *
   * @returns whether it counts
   */
  report(found: Violation, path: string, sink: LintSink): boolean {
    sink.seen?.(found);
    return !this.#outside.wasTold(found, path) && sink.violation(found);
  }

  /**
   * Whether a file can be judged in parts: JSON Lines whose records stand for themselves, as far as its first ones show.
   *
   * @param chunks may be given twice
   */
  isDivisible(chunks: () => Iterable<Uint8Array>): boolean {
    if (!this.#reader.readsLines(chunks())) return false;
    let isJoint = false;
    const origin = { line: 1, column: 1, offset: 0 };
    const onJoint = () => {
      isJoint = true;
    };
    const part = { record: 0, origin, isEnded: false, onJoint };
    let records = 0;
    for (const batch of this.#reader.read(chunks(), part)) {
      const isKnown = batch.kind === "recordings" && batch.recordings.some(({ detected }) => detected.kind === "known");
      records += 1;
      if (isJoint || (records === 1 && !isKnown)) return false;
      if (records === recordsTried) return true;
    }
    return false;
  }
}
