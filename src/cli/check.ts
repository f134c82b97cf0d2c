import { InputError } from "../errors.js";
import { formats } from "../formats/index.js";
import { Linter } from "../lint/linter.js";
import type { ExternalTools } from "../lint/options.js";
import { ReportBuilder } from "../lint/report.js";
import { Tally } from "../lint/tally.js";
import type { Report, Violation } from "../model/violation.js";
import { profiles } from "../profiles/index.js";
import type { LoadedConfig } from "../run/configs.js";
import { findToolFiles, readExternalTools } from "../run/external-tools.js";
import type { CheckFlags } from "../run/flags.js";
import { refuseOverwriting } from "../run/overwriting.js";
import { type Plan, type PlannedFile, planRun } from "../run/plan.js";
import type { FileJudging } from "../run/settings.js";
import { Suppressor } from "../run/suppressor.js";
import { escapeControls } from "../text/quote.js";
import { refuseUnknownIds } from "./check-flags.js";
import { Interruption } from "./interruption.js";
import type { Io } from "./io.js";
import { Outputs } from "./outputs.js";

/**
 * The `check` command.
 *
 * @returns the exit code: 2, the job was not done, beats 1, findings at the fail level, beats 0
 * @throws UsageError for mistakes in flags and configurations; InputError for declarations that cannot be read
 */
export async function check(patterns: readonly string[], flags: CheckFlags, io: Io, version: string): Promise<number> {
  const begin = performance.now();
  refuseUnknownIds(flags);
  const plan = await planRun(patterns, flags, io);
  if (flags.listFiles === true) return listFiles(plan, io);
  const { linters, toolFiles } = await createLinters(plan.files, io.cwd);
  const declarations = toolFiles.map((file) => ({ file, role: "declares the tools of this run" }));
  refuseOverwriting(plan.settings.outputs, [...plan.reads, ...declarations], io.cwd);
  const outputs = await Outputs.open(plan.settings, io);
  const run = new Run(plan, outputs, linters, io);
  const interruption = new Interruption(() => outputs.abandon());
  try {
    for (const file of plan.files) {
      interruption.listen();
      await interruption.look();
      const chunks = await file.open(); // nothing may wait from here on: what is read into a stream now would be lost
      if (file.isLong) interruption.release();
      run.check(file, chunks);
    }
    interruption.release();
    const report = run.finish(version, begin);
    if (flags.stats === true) io.stderr.write(statistics(run.bytes, performance.now() - begin));
    return report.run.exitCode;
  } catch (error) {
    outputs.abandon();
    throw error;
  }
}

function listFiles({ files, notices }: Plan, io: Io): number {
  for (const { path } of files) io.stdout.write(`${escapeControls(path)}\n`);
  for (const { message } of notices) io.stderr.write(`guardrails: ${message}\n`);
  return files.length === 0 || notices.some(({ level }) => level === "error") ? 2 : 0;
}

/** One linter for all files that are judged alike, and the files of declarations that they know. */
async function createLinters(
  files: readonly PlannedFile[],
  cwd: string,
): Promise<{ readonly linters: ReadonlyMap<FileJudging, Linter>; readonly toolFiles: readonly string[] }> {
  const allToolFiles: string[] = [];
  const toolsByFiles = new Map<string, ExternalTools>();
  const linters = new Map<FileJudging, Linter>();
  for (const { judging } of files) {
    if (linters.has(judging)) continue;
    const toolFiles = judging.tools === undefined ? [] : await findToolFiles(judging.tools);
    allToolFiles.push(...toolFiles);
    const toolsKey = toolFiles.join("\n");
    const tools = toolFiles.length === 0 ? undefined : (toolsByFiles.get(toolsKey) ?? readExternalTools(toolFiles, cwd));
    if (tools !== undefined) toolsByFiles.set(toolsKey, tools);
    linters.set(judging, createLinter(judging, tools));
  }
  return { linters, toolFiles: allToolFiles };
}

function createLinter(judging: FileJudging, tools: ExternalTools | undefined): Linter {
  const format = formats.find(({ id }) => id === judging.format);
  return new Linter({
    ...(format !== undefined && { format }),
    profiles: profiles.filter(({ id }) => judging.profiles.includes(id)),
    ...(judging.mode !== undefined && { mode: judging.mode }),
    ...(tools !== undefined && { tools }),
    severities: judging.severities,
    assertFormats: judging.assertFormats,
    allowHandled: judging.allowHandled,
    ...(judging.maxBytes !== undefined && { maxBytes: judging.maxBytes }),
  });
}

/** Checks the files of a plan one by one; nothing that happens to one of them stops the others. */
class Run {
  /** Bytes read so far. */
  bytes = 0;
  readonly #plan: Plan;
  readonly #outputs: Outputs;
  readonly #linters: ReadonlyMap<FileJudging, Linter>;
  readonly #io: Io;
  readonly #builder: ReportBuilder;
  readonly #suppressors = new Map<LoadedConfig, Suppressor>();
  readonly #today: string;

  constructor(plan: Plan, outputs: Outputs, linters: ReadonlyMap<FileJudging, Linter>, io: Io) {
    this.#plan = plan;
    this.#outputs = outputs;
    this.#linters = linters;
    this.#io = io;
    this.#builder = new ReportBuilder(outputs.needsWhole);
    this.#today = today(io);
    for (const notice of plan.notices) this.#builder.notice(notice);
  }

  check(file: PlannedFile, chunks: () => Iterable<Uint8Array>): void {
    const isSuppressed = this.#suppressorOf(file.loaded)?.forFile(file.absolute) ?? (() => false);
    const tally = new Tally(file.path);
    const violation = (found: Violation): boolean => {
      if (isSuppressed(found)) {
        this.#builder.suppress();
        return false;
      }
      tally.count(found);
      this.#tell(found);
      return true;
    };
    try {
      const input = { path: file.path, isFound: !file.named, chunks: () => this.#counted(chunks()) };
      const outcome = this.#linters.get(file.judging)?.lintFile(input, { violation });
      if (outcome !== undefined) this.#builder.file(outcome);
    } catch (error) {
      this.#builder.file(tally.outcome()); // what was told until then counts
      this.#notice(file, error);
    }
  }

  finish(version: string, begin: number): Report {
    for (const [loaded, suppressor] of this.#suppressors) {
      const severities = this.#plan.files.find((file) => file.loaded === loaded)?.judging.severities ?? new Map();
      for (const violation of suppressor.unused(severities, this.#plan.reachIn(loaded), this.#io.cwd)) {
        this.#builder.outside(violation);
        this.#outputs.violation(violation);
      }
    }
    const duration = this.#io.env.SOURCE_DATE_EPOCH === undefined ? Math.round(performance.now() - begin) : 0;
    const build = (): Report => {
      for (const notice of this.#outputs.notices.splice(0)) this.#builder.notice(notice);
      const report = this.#builder.build(version, this.#plan.settings, duration);
      return { ...report, violations: report.violations.toSorted(byPath) };
    };
    this.#outputs.finish(build);
    return build();
  }

  #tell(violation: Violation): void {
    this.#builder.violation(violation);
    this.#outputs.violation(violation);
  }

  #notice(file: PlannedFile, error: unknown): void {
    if (error instanceof InputError) {
      this.#builder.notice({ code: "unreadable-file", level: "error", message: error.message });
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    this.#builder.notice({
      code: "internal-fault",
      level: "error",
      message: `${escapeControls(file.path)} could not be checked, please report this: ${escapeControls(reason)}`,
    });
    this.#io.stderr.write(`${error instanceof Error ? (error.stack ?? reason) : reason}\n`);
  }

  *#counted(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
    for (const block of chunks) {
      this.bytes += block.length;
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

/** Files were checked in this order; declarations and configurations among them come where they belong. */
function byPath(one: Violation, other: Violation): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}

/** Today, `2027-01-31`; `SOURCE_DATE_EPOCH` (seconds) makes a run repeatable. */
function today({ env }: Io): string {
  const epoch = Number(env.SOURCE_DATE_EPOCH ?? Number.NaN);
  return (Number.isFinite(epoch) ? new Date(epoch * 1000) : new Date()).toISOString().slice(0, 10);
}

function statistics(bytes: number, milliseconds: number): string {
  const perSecond = bytes / 1e6 / (milliseconds / 1000);
  const memory = process.resourceUsage().maxRSS / 1024;
  return `guardrails: ${(bytes / 1e6).toFixed(2)} MB in ${Math.round(milliseconds)} ms (${perSecond.toFixed(0)} MB/s), ${memory.toFixed(0)} MiB memory at most\n`;
}
