import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { isDrawing } from "../reporters/index.js";
import { openBlob } from "../run/blob-file.js";
import type { BlobPlan } from "../run/blob-header.js";
import type { CheckFlags } from "../run/flags.js";
import { mergePlan, proveComplete, sharesInOrder } from "../run/merge-plan.js";
import { refuseOverwriting } from "../run/overwriting.js";
import { Run } from "../run/run.js";
import type { RunSettings } from "../run/settings.js";
import { escapeControls } from "../text/quote.js";
import { refuseUnknownReporters } from "./check-flags.js";
import { Interruption } from "./interruption.js";
import type { Io } from "./io.js";
import { Outputs } from "./outputs.js";
import { RunTaker } from "./share-run.js";

/** The flags of `merge`: what nobody set is as in the run. */
export type MergeFlags = Pick<
  CheckFlags,
  "failOn" | "maxWarnings" | "reporter" | "output" | "quiet" | "maxShown" | "groupBy" | "snippets" | "redact" | "color" | "pathBase"
>;

/**
 * The `merge` command: the reports of a whole run, from the blobs of its shards.
 *
 * @returns the exit code of the whole run
 * @throws UsageError where the blobs are not all shards of one run, each once
 */
export async function merge(paths: readonly string[], flags: MergeFlags, io: Io, version: string): Promise<number> {
  const begin = performance.now();
  refuseUnknownReporters(flags);
  if ([flags.reporter, ...(flags.output ?? []).map(([id]) => id)].includes("blob")) {
    throw new UsageError("A merge writes reports, not a blob: name another reporter");
  }
  const files = paths.map((path) => resolve(io.cwd, path));
  const blobs = files.map((file) => openBlob(file, escapeControls(displayPath(file, io.cwd)), version));
  const merged = proveComplete(blobs);
  const shares = sharesInOrder(blobs, merged);
  const settings = settingsOf(merged, flags, io.cwd);
  if (isDrawing([settings.reporter, ...settings.outputs.map(({ reporter }) => reporter)])) {
    throw new UsageError("An html report shows the conversations themselves, which a blob does not hold: check the files at once for it");
  }
  refuseOverwriting(
    settings.outputs,
    files.map((file) => ({ file, role: "is put together in this run" })),
    io.cwd,
  );
  const { plan, stablePath } = mergePlan(merged, settings);
  const place = { ...io, cwd: merged.cwd };
  const outputs = await Outputs.open(settings, place, merged.root);
  const env = { ...io.env, SOURCE_DATE_EPOCH: merged.epoch ?? undefined };
  const run = new Run(plan, new Map(), outputs, { cwd: merged.cwd, env }, stablePath);
  const toolFiles = new Map(plan.files.map(({ judging }) => [judging, merged.judgings[Number(judging.key)]?.toolFiles ?? []]));
  const taker = new RunTaker(run, plan.files, (judging) => toolFiles.get(judging) ?? []);
  const interruption = new Interruption(() => outputs.abandon());
  outputs.onFilesWritten = () => interruption.release();
  interruption.listen();
  try {
    for (const { blob, share } of shares) {
      await interruption.look();
      taker.begin(share);
      for (const line of blob.lines(share)) taker.take(line);
    }
    taker.end();
    return run.finish(version, begin).run.exitCode;
  } catch (error) {
    outputs.abandon();
    throw error;
  }
}

/** What the run was told, but for what the merge is told. */
function settingsOf({ settings: { pathBase: base, ...settings } }: BlobPlan, flags: MergeFlags, cwd: string): RunSettings {
  const outputs = settings.outputs.filter(({ reporter }) => reporter !== "blob");
  return {
    ...settings,
    failOn: flags.failOn ?? settings.failOn,
    maxWarnings: flags.maxWarnings ?? settings.maxWarnings,
    reporter: flags.reporter ?? (settings.reporter === "blob" ? "pretty" : settings.reporter),
    outputs: [...outputs, ...(flags.output ?? []).map(([reporter, path]) => ({ reporter, path: resolve(cwd, path) }))],
    quiet: flags.quiet ?? settings.quiet,
    maxShown: flags.maxShown ?? settings.maxShown,
    groupBy: flags.groupBy ?? settings.groupBy,
    snippets: flags.snippets ?? settings.snippets,
    redact: flags.redact ?? settings.redact,
    color: flags.color ?? settings.color,
    pathBase: flags.pathBase === undefined ? (base ?? undefined) : resolve(cwd, flags.pathBase),
  };
}
