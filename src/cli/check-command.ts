import { statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import type { Report } from "../model/violation.js";
import type { Baseline } from "../run/baseline.js";
import type { MemoryCache } from "../run/file-cache.js";
import type { CheckFlags } from "../run/flags.js";
import { createLinters } from "../run/linters.js";
import { refuseOverwriting } from "../run/overwriting.js";
import { whyPassedOver } from "../run/passed-over.js";
import { mayTakeLong, type Plan, type PlannedFile, planRun } from "../run/plan.js";
import { Run } from "../run/run.js";
import type { RunSettings } from "../run/settings.js";
import { escapeControls } from "../text/quote.js";
import { refuseUnknownIds, refuseUnknownReporters } from "./check-flags.js";
import { threadsFor } from "./concurrency.js";
import { Interruption } from "./interruption.js";
import type { Io } from "./io.js";
import { Outputs } from "./outputs.js";
import { Progress } from "./progress.js";
import { remembering } from "./remembering.js";
import { blobsOnly, refuseWithShard } from "./shard-flag.js";
import { sketcherFor } from "./sketcher.js";

/** What a run that is repeated shares with the next one. */
export interface RepeatedRun {
  readonly memory: MemoryCache;
  /** Hears of what the run reads and writes, before it begins. */
  planned(plan: Plan, toolFiles: readonly string[]): void;
}

/**
 * The `check` command.
 *
 * @returns the exit code: 2, the job was not done, beats 1, findings at the fail level, beats 0
 * @throws UsageError for mistakes in flags and configurations; InputError for declarations that cannot be read
 */
export async function check(
  given: readonly string[],
  flags: CheckFlags,
  plainIo: Io,
  version: string,
  repeated?: RepeatedRun,
): Promise<number> {
  const begin = performance.now();
  refuseUnknownReporters(flags);
  const patterns = given.length === 0 && flags.filesFrom === undefined ? ["."] : given;
  refuseWithShard(flags);
  const plan = await planRun(patterns, flags, plainIo);
  const progress = progressOf(plan, flags, plainIo);
  const io =
    progress === undefined ? plainIo : { ...plainIo, stdout: progress.guard(plainIo.stdout), stderr: progress.guard(plainIo.stderr) };
  refuseUnknownIds(flags, plan.ownIds);
  refuseMissingBase(plan.settings, io);
  if (flags.listFiles === true) return listFiles(plan, io);
  const sketch = flags.shard === undefined ? await sketcherFor(plan.settings) : undefined;
  const judges = await createLinters(plan.files, io.cwd, undefined, sketch);
  const { toolFiles } = judges;
  repeated?.planned(plan, toolFiles);
  const declarations = toolFiles.map((file) => ({ file, role: "declares the tools of this run" }));
  const written = flags.shard === undefined ? plan.settings : blobsOnly(plan.settings, flags);
  refuseOverwriting(written.outputs, [...plan.reads, ...declarations], io.cwd);
  const outputs = await Outputs.open(written, io);
  // Drawings are not remembered.
  const linters = sketch === undefined ? await remembering(judges, plan, io, repeated?.memory) : judges.linters;
  const run = new Run(plan, linters, outputs, io);
  run.onBlock = () => progress?.update({ files: run.files, bytes: run.bytes, findings: outputs.found });
  const interruption = new Interruption(() => outputs.abandon());
  outputs.onFilesWritten = () => interruption.release();
  const attend = async (file: PlannedFile) => {
    interruption.listen();
    await interruption.look();
    return () => {
      if (mayTakeLong(file)) interruption.release();
    };
  };
  try {
    // What is remembered is in this thread.
    const threads = io.workerUrl === undefined || linters !== judges.linters ? 1 : threadsFor(plan, flags, toolFiles);
    if (flags.shard !== undefined || outputs.hasRaw || threads > 1) {
      const { checkShares } = await import("./share-run.js");
      const isDone = await checkShares({ plan, flags, judges, run, outputs, io, version, attend, threads });
      interruption.listen();
      progress?.wipe();
      if (flags.shard !== undefined) return finishShard(outputs, plan, isDone, io);
    } else {
      for (const file of plan.files) {
        const begins = await attend(file);
        const chunks = await file.open(); // nothing may wait from here on: what is read into a stream now would be lost
        begins();
        run.check(file, chunks);
      }
      interruption.listen();
      progress?.wipe();
    }
    const report = run.finish(version, begin);
    if (plan.baseline !== undefined && plan.baseline.use !== "obey")
      io.stderr.write(`guardrails: ${baselineChange(plan.baseline, plan, report, io.cwd)}\n`);
    if (flags.stats === true) io.stderr.write(statistics(run.bytes, performance.now() - begin));
    return report.run.exitCode;
  } catch (error) {
    progress?.wipe();
    outputs.abandon();
    throw error;
  }
}

/** A shard gives no verdict, since it knows a part only: 0, it is whole, or 2, it is not. */
function finishShard(outputs: Outputs, { notices }: Plan, isDone: boolean, { stderr }: Io): number {
  outputs.finishRaw();
  const all = [...notices, ...outputs.notices];
  for (const { message } of all) stderr.write(`guardrails: ${message}\n`);
  return isDone && !all.some(({ level }) => level === "error") ? 0 : 2;
}

/** What was not read may still hold what a baseline accepts. */
function baselineChange(baseline: Baseline, plan: Plan, { run: { status } }: Report, cwd: string): string {
  if (status === "incomplete") return "The baseline is unchanged, since the run is incomplete";
  return baseline.save(plan.reachIn(dirname(baseline.path)), cwd);
}

/** For people alone: where nobody watches a terminal there is none. */
function progressOf({ files }: Plan, flags: CheckFlags, { stderr, env }: Io): Progress | undefined {
  if (!stderr.isTerminal || flags.progress === false || env.TERM === "dumb" || (env.CI ?? "") !== "") return undefined;
  const sizes = files.map(({ size }) => size ?? Number.NaN);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return new Progress(stderr, { files: files.length, bytes: Number.isNaN(bytes) ? undefined : bytes }, () => performance.now());
}

function refuseMissingBase({ pathBase }: RunSettings, { cwd }: Io): void {
  if (pathBase === undefined || statSync(pathBase, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new UsageError(`The folder of --path-base does not exist: ${escapeControls(displayPath(pathBase, cwd))}`);
}

/** The files that are checked on standard output; those that are passed over on standard error, each with its reason. */
async function listFiles({ files, notices }: Plan, io: Io): Promise<number> {
  const { linters } = await createLinters(files, io.cwd);
  let checked = 0;
  for (const file of files) {
    const linter = linters.get(file.judging);
    const why = linter === undefined ? undefined : await whyPassedOver(file, linter);
    checked += why === undefined ? 1 : 0;
    if (why === undefined) io.stdout.write(`${escapeControls(file.path)}\n`);
    else io.stderr.write(`guardrails: ${escapeControls(file.path)} is passed over: ${why}\n`);
  }
  for (const { message } of notices) io.stderr.write(`guardrails: ${message}\n`);
  return checked === 0 || notices.some(({ level }) => level === "error") ? 2 : 0;
}

function statistics(bytes: number, milliseconds: number): string {
  const perSecond = bytes / 1e6 / (milliseconds / 1000);
  const memory = process.resourceUsage().maxRSS / 1024;
  return `guardrails: ${(bytes / 1e6).toFixed(2)} MB in ${Math.round(milliseconds)} ms (${perSecond.toFixed(0)} MB/s), ${memory.toFixed(0)} MiB memory at most\n`;
}
