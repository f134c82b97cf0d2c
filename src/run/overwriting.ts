import { type BigIntStats, closeSync, fstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { systemPath } from "../input/path-bytes.js";
import { foldCase } from "../text/platform.js";
import { escapeControls } from "../text/quote.js";
import type { ReportTarget } from "./settings.js";

/** A file that a run reads. `role` finishes the sentence "… would overwrite x, which …". */
export interface ReadFile {
  /** Absolute, or a descriptor that is open. */
  readonly file: string | number;
  readonly role: string;
}

/** What a run does with the transcripts that it was given. */
export const checked = "is checked in this run";

/**
 * Keeps reports away from what a run reads, whatever a path looks like: through links, in another spelling, in another case.
 *
 * @throws UsageError where a report would overwrite an input, a declaration or a configuration, or where two go into one file
 */
export function refuseOverwriting(outputs: readonly ReportTarget[], reads: Iterable<ReadFile>, cwd: string): void {
  const writes = new Map<string, ReportTarget>();
  for (const output of outputs) {
    const key = writeKey(output.path);
    if (key === undefined) continue;
    // Whichever of them the search has read: it decides what is checked.
    if (basename(realPath(output.path)) === ".gitignore") throw overwrites(output, output.path, "says which files are left out", cwd);
    if (writes.has(key)) throw new UsageError(`Two reports into one file: ${shown(output.path, cwd)}`);
    writes.set(key, output);
  }
  if (writes.size === 0) return;
  if (writes.has(keyOf(1) ?? "")) throw new UsageError("Standard output and a report go into one file");
  for (const { file, role } of reads) {
    const output = writes.get(keyOf(file) ?? "");
    if (output !== undefined) throw overwrites(output, file, role, cwd);
  }
}

/**
 * Leaves out of what a search brought the reports of earlier runs that this run writes anew.
 *
 * @throws UsageError where a report would overwrite anything else that was found
 */
export function withoutReports<T extends { readonly absolute: string; readonly named: boolean }>(
  files: readonly T[],
  outputs: readonly ReportTarget[],
  cwd: string,
): readonly T[] {
  const writes = new Map(outputs.flatMap((output) => (isPlainFile(output.path) ? [[keyOf(output.path) ?? "", output] as const] : [])));
  if (writes.size === 0) return files;
  return files.filter(({ absolute, named }) => {
    const output = named ? undefined : writes.get(keyOf(absolute) ?? "");
    if (output === undefined) return true;
    if (!isReport(absolute)) throw overwrites(output, absolute, "is in what this run checks, and is no report of guardrails", cwd);
    return false;
  });
}

function overwrites({ reporter, path }: ReportTarget, file: string | number, role: string, cwd: string): UsageError {
  const target = shown(path, cwd);
  const what = typeof file === "string" ? shown(file, cwd) : target;
  const through = what === target ? "" : ` (through ${target})`;
  return new UsageError(`The ${reporter} report would overwrite ${what}${through}, which ${role}: give it another path`);
}

function shown(path: string, cwd: string): string {
  return escapeControls(displayPath(path, cwd) || ".");
}

/** What tells files apart; `undefined` for what is overwritten by nothing: a device, a pipe. */
function writeKey(path: string): string | undefined {
  const found = stats(path);
  return found === undefined || found.isFile() ? keyOf(path) : undefined;
}

function isPlainFile(path: string): boolean {
  return stats(path)?.isFile() === true;
}

/** The same for two paths that lead to one file, also where it does not exist yet. `undefined`: no plain file. */
function keyOf(file: string | number): string | undefined {
  const found = stats(file);
  if (found !== undefined && !found.isFile()) return undefined;
  // Some file systems of Windows know no numbers of files.
  if (found !== undefined && found.ino !== 0n) return `${found.dev}:${found.ino}`;
  return typeof file === "string" ? foldCase(realPath(file), process.platform) : undefined;
}

function stats(file: string | number): BigIntStats | undefined {
  try {
    return typeof file === "number"
      ? fstatSync(file, { bigint: true })
      : statSync(systemPath(file), { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // closed, or in a circle: reported where it is opened
  }
}

/** Links resolved as far as the path exists. */
function realPath(path: string, links = 0): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    if (above === path) return path;
    const folder = realPath(above, links);
    const joined = join(folder, basename(path));
    const target = links < 40 ? linkTarget(joined) : undefined;
    return target === undefined ? joined : realPath(resolve(folder, target), links + 1);
  }
}

/** Where a symbolic link leads, `undefined` for anything else. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const headSize = 4096;

/** How reports begin, and what holds nothing that could be lost. */
const beginnings: readonly RegExp[] = [
  /^\s*(?:\{\s*\}|\[\s*\])?\s*$/,
  /^\{\s*"schemaVersion":\s*"[\d.]+",\s*"tool":\s*\{\s*"name":\s*"guardrails"/,
  /^\{"ruleId":"[a-z-]+","severity":"(?:error|warning|info)",/,
  /^\[\s*\{\s*"description":[\s\S]*?"check_name":\s*"[a-z-]+",\s*"fingerprint":/,
  /^\{\s*"\$schema":\s*"[^"]*\/sarif-[^"]*"/,
  /^\{\s*"source":\s*\{\s*"name":\s*"guardrails"/,
  /^<\?xml [^>]*>\s*<(?:testsuites name="guardrails"|checkstyle )/,
  /^\{"guardrailsBlob":\d/,
  /^<!doctype html>[\s\S]*?<meta name="generator" content="guardrails/,
  /^TAP version \d/,
  /^## guardrails:/,
  /^::(?:error|warning|notice) /,
  /^.+:\d+:\d+:? {1,2}(?:error|warning|info) {1,2}[a-z-]+/,
  /^(?:(?:Passed|Failed|Incomplete|error|info): |(?:no problems|\d+ (?:errors?|warnings?|infos?)\b.*) in )/,
];

function isReport(path: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(systemPath(path), "r");
    const head = Buffer.alloc(headSize);
    const text = head.toString("utf8", 0, readSync(descriptor, head, 0, headSize, 0));
    return beginnings.some((beginning) => beginning.test(text));
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
