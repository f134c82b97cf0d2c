import { resolve } from "node:path";
import { InputError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { isWithin, repositoryRoot } from "../input/git-ignore.js";
import type { Notice, Report, Violation } from "../model/violation.js";
import type { Drawings } from "../page/drawings.js";
import type { ConversationSketch } from "../page/sketch.js";
import { isDrawing, reporters } from "../reporters/index.js";
import { Kinds } from "../reporters/kinds.js";
import { redactNotice } from "../reporters/redact.js";
import type { Reporter, ReporterOptions } from "../reporters/reporter.js";
import { isLoud } from "../reporters/summary.js";
import { rules } from "../rules/index.js";
import { ciRoots } from "../run/ci-roots.js";
import type { RunListener } from "../run/run.js";
import type { RunSettings } from "../run/settings.js";
import { type Io, isColored } from "./io.js";
import { ReportFile } from "./report-file.js";

/** A job summary of GitHub holds 1 MiB (GitHub Docs, "Workflow commands", read 2026-11): the rest is in the log. */
const shownInJobSummary = 500;

/** What a screen and a reader can take; `--group-by` shows the rest as counts. */
const shownByDefault = { perKind: 5, inAll: 200 };

/** One report on its way: to standard output or into a file. */
interface Output {
  readonly reporter: Reporter;
  readonly options: ReporterOptions;
  readonly file: ReportFile | undefined;
  /** Violations written one by one so far. */
  shown: number;
  /** Where findings of a kind are folded, or grouped. */
  readonly kinds: Kinds | undefined;
}

/** All reports of a run. Those that can be written as violations are found; the others, when the run is over. */
export class Outputs implements RunListener {
  readonly notices: Notice[] = [];
  /** Called when the files are in their place: what follows goes to standard output, which may be slow. */
  onFilesWritten: () => void = () => {};
  /** Findings so far. */
  found = 0;
  #drawings: Drawings | undefined;
  readonly #settings: RunSettings;
  readonly #io: Io;
  readonly #root: string;
  #outputs: Output[] = [];

  private constructor(settings: RunSettings, io: Io, root: string) {
    this.#settings = settings;
    this.#io = io;
    this.#root = root;
  }

  /**
   * Opens everything at once, so that a report that cannot be written is known before the work is done.
   *
   * @param root what reports for CI systems show paths relative to
   */
  static async open(settings: RunSettings, io: Io, root = ciRoot(io)): Promise<Outputs> {
    const outputs = new Outputs(settings, io, root);
    for (const { reporter, path } of settings.outputs) await outputs.#openFile(reporter, path);
    await outputs.#add(settings.reporter, isColored(settings.color, io.env, io.stdout));
    if (settings.reporter === "pretty" && io.env.GITHUB_ACTIONS === "true") {
      await outputs.#add("github", false);
      const { GITHUB_STEP_SUMMARY: summary } = io.env;
      if (summary !== undefined && summary !== "") await outputs.#openFile("markdown", summary, "append");
    }
    return outputs;
  }

  /** Whether any report needs all violations at the end. */
  get needsWhole(): boolean {
    return this.#outputs.some(({ reporter }) => reporter.violation === undefined);
  }

  /** Whether anything is written while files are checked. */
  get hasRaw(): boolean {
    return this.#outputs.some(({ reporter }) => reporter.isRaw === true);
  }

  /** Writes a piece of what is no report yet. */
  raw(text: string): void {
    for (const output of this.#outputs) if (output.reporter.isRaw === true) this.#attempt(output, () => this.#write(output, text));
  }

  /** Ends what is no report, where there is nothing else to write. */
  finishRaw(): void {
    for (const output of this.#outputs) this.#attempt(output, () => output.file?.finish());
    this.onFilesWritten();
  }

  violation(violation: Violation): void {
    this.found += 1;
    for (const output of this.#outputs) {
      const { reporter, options } = output;
      if (reporter.violation === undefined || (options.quiet && !isLoud(violation.severity, this.#settings.failOn))) continue;
      if (output.kinds?.take(violation) === false) continue;
      if (reporter.shortens === true && options.maxShown !== null && output.shown >= options.maxShown) continue;
      output.shown += 1;
      this.#attempt(output, () => this.#write(output, reporter.violation?.(violation, options) ?? ""));
    }
  }

  conversation(index: number, sketch: ConversationSketch): void {
    this.#drawings?.add(index, sketch);
  }

  /**
   * Writes what is left, files first, and tells on standard error what kept the run from doing its job.
   *
   * @param build makes the report; asked again after each file, since one that cannot be written changes the verdict
   */
  finish(build: () => Report): void {
    for (const output of this.#outputs) if (output.file !== undefined) this.#finish(output, build());
    this.onFilesWritten();
    const report = build();
    const printed = this.#outputs.filter(
      ({ file, reporter }) => file === undefined && !(isForPeople(reporter) && report.files.length === 0),
    );
    // A report on the terminal tells it itself; elsewhere it may be out of sight.
    const isSeen = printed.some(({ reporter }) => isForPeople(reporter)) && this.#io.stdout.isTerminal && this.#io.stderr.isTerminal;
    if (!isSeen) for (const notice of report.notices) this.#io.stderr.write(`guardrails: ${this.#shown(notice)}\n`);
    for (const output of printed) this.#finish(output, report);
  }

  fault(stack: string): void {
    // Its first lines may quote what was read.
    const frames = this.#settings.redact ? stack.split("\n").filter((line) => /^ +at /.test(line)) : [stack];
    this.#io.stderr.write(`${frames.join("\n")}\n`);
  }

  /** Leaves no half-written file behind. */
  abandon(): void {
    for (const { file } of this.#outputs) file?.abandon();
  }

  async #openFile(id: string, path: string, mode: "replace" | "append" = "replace"): Promise<void> {
    try {
      const file = new ReportFile(path, displayPath(path, this.#io.cwd) || ".", mode);
      await this.#add(id, false, file, mode === "append" ? shownInJobSummary : null);
    } catch (error) {
      this.#tell(error);
    }
  }

  async #add(id: string, color: boolean, file?: ReportFile, mostShown: number | null = null): Promise<void> {
    const reporter = await reporters.find((entry) => entry.id === id)?.load(color);
    if (reporter === undefined) return;
    const { snippets, redact, quiet, pathBase } = this.#settings;
    const maxShown = this.#settings.maxShown ?? mostShown;
    const base = pathBase ?? (reporter.forCi ? this.#root : this.#io.cwd);
    const aboutRule = (ruleId: string) => rules.find(({ id }) => id === ruleId);
    if (isDrawing([id])) this.#drawings ??= new (await import("../page/drawings.js")).Drawings();
    const links = color && file === undefined && this.#io.stdout.isTerminal;
    const options = { color, links, maxShown, snippets, redact, quiet, path: pathsFrom(base, this.#io.cwd), aboutRule };
    this.#outputs.push({ reporter, options, file, shown: 0, kinds: reporter.folds === true ? this.#kinds() : undefined });
  }

  /** Whoever says how many findings to show gets that many, folded or not. */
  #kinds(): Kinds {
    const { maxShown, groupBy } = this.#settings;
    if (groupBy !== null) return new Kinds({ perKind: 0, inAll: 0 }, groupBy);
    return maxShown === null ? new Kinds(shownByDefault) : new Kinds({ perKind: Number.POSITIVE_INFINITY, inAll: maxShown });
  }

  #forest({ kinds }: Output): Pick<ReporterOptions, "forest"> {
    if (kinds === undefined) return {};
    const by = this.#settings.groupBy;
    return { forest: { kinds: kinds.all, grouped: by === null ? undefined : { by, groups: kinds.groups }, others: kinds.others } };
  }

  #drawn(): Pick<ReporterOptions, "drawings"> {
    return this.#drawings === undefined ? {} : { drawings: this.#drawings };
  }

  #finish(output: Output, report: Report): void {
    const violations = output.reporter.violation === undefined ? report.violations : [];
    this.#attempt(output, () => {
      for (const piece of output.reporter.report(
        { ...report, violations },
        { ...output.options, ...this.#forest(output), ...this.#drawn() },
      ))
        this.#write(output, piece);
      output.file?.finish();
    });
  }

  #write({ file }: Output, text: string): void {
    (file ?? this.#io.stdout).write(text);
  }

  /** A file that fails is given up, and the others go on; without standard output there is nobody to tell. */
  #attempt(output: Output, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (output.file === undefined) throw error;
      output.file.abandon();
      this.#outputs = this.#outputs.filter((each) => each !== output);
      this.#tell(error);
    }
  }

  #shown(notice: Notice): string {
    return (this.#settings.redact ? redactNotice(notice) : notice).message;
  }

  #tell(error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    this.notices.push({ code: "unwritable-report", level: "error", message: error.message });
  }
}

/** Where nothing was checked, people need the reason and no report of nothing. */
function isForPeople({ shortens, forCi }: Reporter): boolean {
  return shortens === true && !forCi;
}

/** The root of the repository as the CI system knows it, else as git does, else the working directory. */
export function ciRoot(io: Io): string {
  return ciRoots(io).find((root) => isWithin(io.cwd, root)) ?? repositoryRoot(io.cwd) ?? io.cwd;
}

/** Turns paths relative to the working directory into paths relative to a base. What is no path (`<stdin>`) stays. */
function pathsFrom(base: string, cwd: string): (path: string) => string {
  if (base === cwd) return (path) => path;
  return (path) => (path.startsWith("<") ? path : displayPath(resolve(cwd, path), base));
}
