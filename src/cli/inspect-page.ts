import { statSync } from "node:fs";
import { resolve } from "node:path";
import { InputError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { systemPath } from "../input/path-bytes.js";
import type { CheckFlags } from "../run/flags.js";
import { createLinters } from "../run/linters.js";
import { planRun } from "../run/plan.js";
import { Run } from "../run/run.js";
import { escapeControls } from "../text/quote.js";
import { refuseUnknownIds, refuseUnknownReporters } from "./check-flags.js";
import type { InspectFlags } from "./inspect.js";
import type { Io } from "./io.js";
import { Outputs } from "./outputs.js";
import { sketcherFor } from "./sketcher.js";

/** What says that something in a file was not understood. */
const notUnderstood = ["invalid-json", "truncated-record", "unknown-format", "unread-calls"] as const;

/**
 * `inspect --html`: the page of one file, judged as `check` would.
 *
 * @returns 1 where something in it was not understood, 2 where it could not be checked
 */
export async function inspectPage(file: string, flags: InspectFlags, io: Io, version: string): Promise<number> {
  const begin = performance.now();
  if (file !== "-") refuseMissing(resolve(io.cwd, file), io.cwd);
  const checkFlags: CheckFlags = {
    reporter: "html",
    gitignore: null,
    errorOnUnmatchedPattern: null,
    snippets: null,
    baseline: false,
    ...(flags.format !== undefined && { format: flags.format }),
    ...(flags.profile !== undefined && { profile: [flags.profile] }),
    ...(flags.redact === true && { redact: true }),
    ...(flags.config !== undefined && { config: flags.config }),
  };
  refuseUnknownReporters(checkFlags);
  const plan = await planRun([file], checkFlags, io);
  refuseUnknownIds(checkFlags, plan.ownIds);
  // Only the page is asked for, whatever the configuration writes beside it.
  const settings = { ...plan.settings, outputs: [] };
  const { linters } = await createLinters(plan.files, io.cwd, undefined, await sketcherFor(settings));
  const outputs = await Outputs.open(settings, io);
  const run = new Run({ ...plan, settings }, linters, outputs, io);
  for (const each of plan.files) run.check(each, await each.open());
  const { run: verdict, summary } = run.finish(version, begin);
  if (verdict.status === "incomplete") return 2;
  return notUnderstood.some((rule) => (summary.byRule[rule] ?? 0) > 0) ? 1 : 0;
}

/** A page about nothing helps nobody. */
function refuseMissing(absolute: string, cwd: string): void {
  const found = statSync(systemPath(absolute), { throwIfNoEntry: false });
  const name = escapeControls(displayPath(absolute, cwd) || ".");
  if (found === undefined) throw new InputError(`Cannot read ${name}: no such file`);
  if (found.isDirectory()) throw new InputError(`Cannot read ${name}: it is a folder`);
}
