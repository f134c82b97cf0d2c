import { Buffer } from "node:buffer";
import { resolve } from "node:path";
import { type CheckOptions, type CheckTextOptions, type ReadOptions, readOptions, readPatterns } from "./check-options.js";
import { UsageError } from "./errors.js";
import type { ExternalTools } from "./lint/options.js";
import type { Report, Violation } from "./model/violation.js";
import { externalToolsOf } from "./run/declared-tools.js";
import { readExternalTools } from "./run/external-tools.js";
import { createLinter, createLinters } from "./run/linters.js";
import { type Plan, type PlannedFile, planRun } from "./run/plan.js";
import { Run, type RunListener } from "./run/run.js";
import { judgingOf, runSettings } from "./run/settings.js";
import { version } from "./version.js";

/**
 * Checks files, as `guardrails check` does, with the configuration that it would find. Writes nothing.
 *
 * @param patterns files, folders and globs
 * @returns what was found; nothing is thrown for bad input: what could not be read or matched is a notice, and the verdict `incomplete`
 * @throws UsageError for mistakes in options and configurations; InputError for declarations that cannot be read
 */
export async function check(patterns: string | readonly string[], options: CheckOptions = {}): Promise<Report> {
  const begin = performance.now();
  const { flags, cwd, tools } = readOptions(options, "search", "any");
  const surroundings = { cwd, env: process.env, importModule: (url: string) => import(url) };
  const plan = await planRun(readPatterns(patterns), flags, surroundings);
  readOptions(options, "search", plan.ownIds); // now that it is known what the configurations bring
  const { linters } = await createLinters(plan.files, cwd, tools && externalToolsOf(tools));
  const run = new Run(plan, linters, new Silence(), surroundings);
  for (const file of plan.files) run.check(file, await file.open());
  return run.finish(version, begin);
}

/**
 * Checks one recording that is at hand as text: JSON, JSON Lines, an event stream, whatever a file may hold. Reads no configuration.
 *
 * @param options `path` is what the report calls it
 * @throws UsageError for mistakes in options; InputError for declarations that cannot be read
 */
export function checkText(text: string, options: CheckTextOptions = {}): Report {
  if (typeof text !== "string") throw new UsageError("checkText takes the text of a recording; messages in memory go to checkValue");
  const read = readOptions(options, "text");
  return checkBlocks(blocksOf(text), read.path ?? "<text>", read);
}

/**
 * Checks one recording that is at hand as data: messages, a request, whatever a file may hold. Reads no configuration.
 *
 * @param value what `JSON.stringify` makes of it is checked
 * @param options `path` is what the report calls it
 * @returns a report in which pointers are the only places
 * @throws UsageError for mistakes in options and for what cannot be written as JSON; InputError for declarations that cannot be read
 */
export function checkValue(value: unknown, options: CheckTextOptions = {}): Report {
  const read = readOptions(options, "text");
  const path = read.path ?? "<value>";
  const report = checkBlocks(blocksOf(jsonOf(value)), path, read);
  return { ...report, violations: report.violations.map((violation) => withoutRanges(violation, path)) };
}

/** Checks one recording, given as bytes. */
export function checkBlocks(blocks: () => Iterable<Uint8Array>, path: string, { flags, cwd, tools }: ReadOptions): Report {
  const begin = performance.now();
  const judging = judgingOf(resolve(cwd, path), flags, undefined, cwd);
  const given = tools === undefined ? filesOf(flags.tools, cwd) : externalToolsOf(tools);
  const file: PlannedFile = { path, absolute: path, loaded: undefined, judging, named: true, size: undefined, open: async () => blocks };
  const plan: Plan = {
    files: [file],
    settings: runSettings(flags, undefined, cwd),
    notices: [],
    baseline: undefined,
    ownIds: { formats: [], rules: [] },
    reads: [],
    reachIn: () => "all",
  };
  const run = new Run(plan, new Map([[judging, createLinter(judging, given)]]), new Silence(), { cwd, env: process.env });
  run.check(file, blocks);
  return run.finish(version, begin);
}

function blocksOf(text: string): () => Iterable<Uint8Array> {
  return () => [Buffer.from(text)];
}

function filesOf(paths: readonly string[] | undefined, cwd: string): ExternalTools | undefined {
  return (
    paths &&
    readExternalTools(
      paths.map((path) => resolve(cwd, path)),
      cwd,
    )
  );
}

function jsonOf(value: unknown): string {
  if (typeof value === "string") throw new UsageError("checkValue takes messages in memory; a text goes to checkText");
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new UsageError(`The value cannot be written as JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (typeof text !== "string") throw new UsageError(`checkValue takes messages in memory, got ${typeof value}`);
  return text;
}

/** Lines of a text that nobody saw tell nothing. */
function withoutRanges(violation: Violation, path: string): Violation {
  const related = violation.related.map((each) => (each.path === path ? { ...each, range: null } : each));
  return violation.path === path ? { ...violation, range: null, excerpt: null, shown: null, related } : { ...violation, related };
}

/** Nobody listens: the report says it all. */
class Silence implements RunListener {
  readonly needsWhole = true;
  readonly notices = [];
  violation(): void {}
  finish(): void {}
  fault(): void {}
}
