import { dirname } from "node:path";
import { createStablePath, type StablePath } from "../input/stable-path.js";
import type { FileOutcome } from "../lint/options.js";
import { ReportBuilder } from "../lint/report.js";
import { Tally } from "../lint/tally.js";
import type { Notice, Report, Violation } from "../model/violation.js";
import type { ConversationSketch } from "../page/sketch.js";
import type { FileLinter } from "./cached-linter.js";
import { unmatchedNotices } from "./extensions.js";
import { faultNotice } from "./fault-notice.js";
import type { LoadedConfig } from "./load-config.js";
import type { Plan, PlannedFile } from "./plan.js";
import type { FileJudging } from "./settings.js";
import type { FileIntake } from "./share-intake.js";
import { createStablePaths, type StablePaths } from "./stable-paths.js";
import { Suppressor } from "./suppressor.js";
import type { Surroundings } from "./surroundings.js";
import { dayOf } from "./today.js";

/** Who hears of a run. */
export interface RunListener {
  /** Whether the report must hold all violations. */
  readonly needsWhole: boolean;
  /** What went wrong while listening; emptied when the report is made. */
  readonly notices: Notice[];
  violation(violation: Violation): void;
  /** Receives the drawing of each conversation, where the linters draw: as `LintSink` has it. */
  conversation?(index: number, sketch: ConversationSketch): void;
  /** @param build makes the report, again each time it is asked */
  finish(build: () => Report): void;
  /** A fault of ours, with its stack; its message is among the notices. */
  fault(stack: string): void;
}

/** Checks the files of a plan one by one; nothing that happens to one of them stops the others. */
export class Run {
  /** Bytes read so far, and files whose check has ended. */
  bytes = 0;
  files = 0;
  /** Called for each block that is read. */
  onBlock: () => void = () => {};
  readonly #plan: Plan;
  readonly #listener: RunListener;
  readonly #linters: ReadonlyMap<FileJudging, FileLinter>;
  readonly #cwd: string;
  readonly #epoch: string | undefined;
  readonly #builder: ReportBuilder;
  readonly #suppressors = new Map<LoadedConfig, Suppressor>();
  readonly #today: string;
  /** What fingerprints call the files of a configuration. */
  readonly stablePathIn: StablePaths;

  constructor(
    plan: Plan,
    linters: ReadonlyMap<FileJudging, FileLinter>,
    listener: RunListener,
    { cwd, env }: Pick<Surroundings, "cwd" | "env">,
    stablePath: StablePath = createStablePath(cwd),
  ) {
    this.#plan = plan;
    this.#linters = linters;
    this.#listener = listener;
    this.#cwd = cwd;
    this.#epoch = env.SOURCE_DATE_EPOCH;
    this.#builder = new ReportBuilder(listener.needsWhole);
    this.#today = dayOf(this.#epoch);
    this.stablePathIn = createStablePaths({ cwd, env }, stablePath);
    for (const notice of plan.notices) this.#builder.notice(notice);
  }

  /** Checks one file, whose blocks are at hand. */
  check(file: PlannedFile, chunks: () => Iterable<Uint8Array>): void {
    const intake = this.open(file);
    const input = {
      path: file.path,
      isFound: !file.named,
      chunks: () => this.counted(chunks()),
      stablePath: this.stablePathIn(file.loaded),
    };
    try {
      const outcome = this.#linters.get(file.judging)?.lintFile(input, intake);
      if (outcome !== undefined) intake.end(outcome);
    } catch (error) {
      intake.fail(error);
    }
  }

  /** Takes what is found in a file, wherever that is checked. */
  open(file: PlannedFile): FileIntake {
    const isSuppressed = this.#suppressorOf(file.loaded)?.forFile(file.absolute) ?? (() => false);
    const { baseline } = this.#plan;
    const stablePath = this.stablePathIn(file.loaded);
    const tally = new Tally(file.path);
    return {
      violation: (found) => {
        if (isSuppressed(found) || baseline?.accepts(found, stablePath(found.path)) === true) {
          this.#builder.suppress();
          return false;
        }
        tally.count(found);
        this.#tell(found);
        return true;
      },
      conversation: (index, sketch) => this.#listener.conversation?.(index, sketch),
      end: (outcome) => {
        this.#builder.file(counted(outcome, tally.outcome()));
        baseline?.enter(stablePath(file.path), file.judging.severities);
        this.files += 1;
      },
      fail: (error) => {
        this.#builder.file(tally.outcome()); // what was reported until then counts
        this.#notice(file, error);
        this.files += 1;
      },
    };
  }

  /** Ends the run. `begin`: when it began, as `performance.now()` counts. */
  finish(version: string, begin: number): Report {
    for (const [loaded, suppressor] of this.#suppressors) {
      const severities = this.#plan.files.find((file) => file.loaded === loaded)?.judging.severities ?? new Map();
      for (const violation of suppressor.unused(severities, this.#plan.reachIn(loaded.folder), this.#cwd, this.stablePathIn(loaded))) {
        this.#tellOutside(violation);
      }
    }
    for (const violation of this.#unusedOfBaseline()) this.#tellOutside(violation);
    for (const extensions of new Set(this.#plan.files.map(({ judging }) => judging.extensions))) {
      for (const notice of unmatchedNotices(extensions)) this.#builder.notice(notice);
    }
    const duration = this.#epoch === undefined ? Math.round(performance.now() - begin) : 0;
    const build = (): Report => {
      for (const notice of this.#listener.notices.splice(0)) this.#builder.notice(notice);
      const report = this.#builder.build(version, this.#plan.settings, duration);
      return { ...report, violations: report.violations.toSorted(byPath) };
    };
    this.#listener.finish(build);
    return build();
  }

  #unusedOfBaseline(): readonly Violation[] {
    const { baseline, files } = this.#plan;
    if (baseline === undefined) return [];
    const levels = files[0]?.judging.severities ?? new Map();
    return baseline.unused(levels, this.#plan.reachIn(dirname(baseline.path)), this.#cwd, this.stablePathIn(files[0]?.loaded));
  }

  #tellOutside(violation: Violation): void {
    this.#builder.outside(violation);
    this.#listener.violation(violation);
  }

  #tell(violation: Violation): void {
    this.#builder.violation(violation);
    this.#listener.violation(violation);
  }

  #notice(file: PlannedFile, error: unknown): void {
    const { notice, stack } = faultNotice(file.path, error);
    this.#builder.notice(notice);
    if (stack !== undefined) this.#listener.fault(stack);
  }

  /** Blocks, counted as they are read. */
  *counted(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
    for (const block of chunks) {
      this.bytes += block.length;
      this.onBlock();
      yield block;
    }
  }

  #suppressorOf(loaded: LoadedConfig | undefined): Suppressor | undefined {
    if (loaded?.config.suppress === undefined) return undefined;
    const known = this.#suppressors.get(loaded) ?? new Suppressor(loaded, this.#today);
    this.#suppressors.set(loaded, known);
    return known;
  }
}

/** What a file held, with the violations that are reported. */
function counted(held: FileOutcome, { summary: { errors, warnings, infos }, handled, byRule }: FileOutcome): FileOutcome {
  return { ...held, summary: { ...held.summary, errors, warnings, infos }, handled, byRule };
}

/** Files were checked in this order; declarations and configurations among them come where they belong. */
function byPath(one: Violation, other: Violation): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
