import { InputError, PluginError } from "../errors.js";
import { FileAssembly } from "../lint/assembly.js";
import type { FileOutcome } from "../lint/options.js";
import type { OutsideOnce } from "../lint/outside-once.js";
import type { Severity, Violation } from "../model/violation.js";
import type { ConversationSketch } from "../page/sketch.js";
import type { Share } from "../parts/deal.js";
import { type BatchLine, PartDecoder, type PartPlace } from "../parts/part-lines.js";
import type { PartEnd, ShareError, ShareLine, WholeEnd } from "./judge-share.js";
import type { OpenWatches } from "./watches.js";

/** Who hears of what a file held. */
export interface FileIntake {
  /** @returns whether it is reported */
  violation(violation: Violation): boolean;
  /** Receives the drawing of each conversation, where the linters draw. */
  conversation(index: number, sketch: ConversationSketch): void;
  /** The file was read to its end. */
  end(outcome: FileOutcome): void;
  /** The file could not be read on. */
  fail(error: unknown): void;
}

/** The file whose shares are put together. */
export interface IntakeFile {
  readonly path: string;
  readonly isFound: boolean;
  readonly levels: ReadonlyMap<string, Severity | "off">;
  readonly outside: OutsideOnce;
  addCounts(counts: OpenWatches | undefined): void;
}

/** Puts the shares of one file together, in their order, and tells what the whole file holds as if it had been read at once. */
export class ShareIntake {
  readonly #file: IntakeFile;
  readonly #intake: FileIntake;
  readonly #assembly: FileAssembly | undefined;
  #decoder: PartDecoder | undefined;
  /** Where the next part begins. */
  #place: PartPlace = { record: 0, line: 0, offset: 0 };
  /** Nothing more of the file counts. */
  isOver = false;

  /** @param isDivided the file was cut into parts */
  constructor(file: IntakeFile, intake: FileIntake, isDivided: boolean) {
    this.#file = file;
    this.#intake = intake;
    const { path, isFound, levels } = file;
    const violation = (found: Violation) => this.#tell(found);
    const conversation = (index: number, sketch: ConversationSketch) => intake.conversation(index, sketch);
    const input = { path, isFound, levels, violation, conversation, stablePath: (each: string) => each };
    this.#assembly = isDivided ? new FileAssembly(input) : undefined;
  }

  /** A share of the file begins. */
  begin({ from }: Share): void {
    const { record, line, offset } = this.#place;
    const bias = from === 0 ? 0 : 1;
    this.#decoder = new PartDecoder(this.#file.path, { record: record - bias, line, offset: offset - bias });
  }

  /** Whether sessions of the file are open: its next part has to say what its conversations may go on from. */
  get hasOpenSessions(): boolean {
    return this.#assembly?.hasOpenSessions === true;
  }

  /**
   * Takes what the share led to, line by line. What comes after the end of the file's last share is dropped.
   *
   * @returns `false` where a part did not expect open sessions, and there are some: nothing of the line was taken
   */
  take(line: ShareLine): boolean {
    if (this.isOver) return true;
    if ("batch" in line) {
      const events = this.#decoder?.batch(line) ?? [];
      if (this.hasOpenSessions && events.some((event) => event.kind === "conversation" && event.thread === undefined)) return false;
      this.#assembly?.take(events);
    } else this.#takeOther(line);
    return true;
  }

  #takeOther(line: Exclude<ShareLine, BatchLine>): void {
    if ("violation" in line) this.#tell(line.violation);
    else if ("sketch" in line) this.#intake.conversation(line.conversation, line.sketch);
    else if ("error" in line) this.#fail(line.error);
    else {
      this.#file.addCounts(line.watches);
      if ("whole" in line) this.#endWhole(line.whole);
      else this.#endPart(line.part);
    }
  }

  /** All shares of the file were taken. */
  end(): void {
    if (!this.isOver) this.#finish();
  }

  #tell(found: Violation): boolean {
    return !this.#file.outside.wasTold(found, this.#file.path) && this.#intake.violation(found);
  }

  #endWhole({ summaries, conversations, notChecked, traffic, notices }: WholeEnd): void {
    this.isOver = true;
    const known = conversations.flatMap((number) => summaries[number] ?? []);
    const summary = { path: this.#file.path, conversations: known, errors: 0, warnings: 0, infos: 0 };
    this.#intake.end({ summary, notChecked, traffic, handled: 0, byRule: new Map(), notices });
  }

  #endPart({ lines, units, records, isLast, thinking }: PartEnd): void {
    const { record, line, offset } = this.#place;
    this.#place = { record: record + records, line: line + lines, offset: offset + units };
    this.#assembly?.learn(thinking);
    if (isLast) this.#finish();
  }

  #finish(): void {
    this.isOver = true;
    const assembly = this.#assembly;
    if (assembly === undefined) return;
    assembly.finish();
    assembly.end();
    this.#intake.end(assembly.outcome());
  }

  #fail({ kind, message, stack }: ShareError): void {
    this.isOver = true;
    this.#assembly?.end();
    const error = kind === "input" ? new InputError(message) : kind === "plugin" ? new PluginError(message) : new Error(message);
    if (stack !== null) error.stack = stack;
    this.#intake.fail(error);
  }
}
