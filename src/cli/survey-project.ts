import { dirname, resolve } from "node:path";
import { InputError, UsageError } from "../errors.js";
import { findFiles } from "../input/find-files.js";
import type { Report } from "../model/violation.js";
import { readExternalTools } from "../run/external-tools.js";
import type { CheckFlags } from "../run/flags.js";
import { createLinters } from "../run/linters.js";
import { planRun } from "../run/plan.js";
import { Run } from "../run/run.js";
import type { Io } from "./io.js";

/** What `init` finds in a folder. */
export interface Project {
  /** By folder, those with most transcripts first. */
  readonly transcripts: readonly FolderOfTranscripts[];
  /** Files that declare tools, relative to the folder. */
  readonly tools: readonly string[];
  /** Some call has no declaration in its transcript. */
  readonly lacksTools: boolean;
  readonly errors: number;
}

/** Transcripts that lie together. */
export interface FolderOfTranscripts {
  /** Relative, `.` for the folder itself. */
  readonly folder: string;
  readonly files: number;
  readonly formats: readonly string[];
}

/** Names under which declarations are kept: other files are not opened for them. */
const mayDeclare = /tool|function|declaration|mcp/i;

/** Files that are tried as declarations. */
const maxTried = 200;

const noFlags: CheckFlags = { gitignore: null, errorOnUnmatchedPattern: null, snippets: null, baseline: false };

/** Checks all that a folder holds, and looks for declarations among the files that are no transcripts. */
export async function surveyProject(io: Io, version: string): Promise<Project> {
  const plan = await planRun(["."], noFlags, io);
  const { linters } = await createLinters(plan.files, io.cwd);
  const run = new Run(plan, linters, { needsWhole: false, notices: [], violation: () => {}, finish: () => {}, fault: () => {} }, io);
  for (const file of plan.files) run.check(file, await file.open());
  const report = run.finish(version, performance.now());
  const { errors, notChecked } = report.summary;
  return {
    transcripts: foldersOf(report),
    tools: await toolsIn(io.cwd, report),
    lacksTools: notChecked.noDeclaration > 0,
    errors,
  };
}

function foldersOf({ files }: Report): readonly FolderOfTranscripts[] {
  const folders = new Map<string, { files: number; readonly formats: Set<string> }>();
  for (const { path, conversations } of files) {
    if (conversations.length === 0) continue;
    const name = dirname(path);
    const folder = folders.get(name) ?? { files: 0, formats: new Set() };
    folders.set(name, folder);
    folder.files += 1;
    for (const { format } of conversations) folder.formats.add(format);
  }
  return Array.from(folders, ([folder, { files, formats }]) => ({ folder, files, formats: named([...formats].sort()) })).toSorted(
    (one, other) => other.files - one.files || (one.folder < other.folder ? -1 : 1),
  );
}

/** Formats that are named of a folder. */
const maxFormats = 5;

function named(formats: readonly string[]): readonly string[] {
  const left = formats.length - maxFormats;
  return left > 1 ? [...formats.slice(0, maxFormats), `${left} more formats`] : formats;
}

async function toolsIn(cwd: string, report: Report): Promise<readonly string[]> {
  const transcripts = new Set(report.files.flatMap(({ path, conversations }) => (conversations.length > 0 ? [path] : [])));
  const { files } = await findFiles({
    cwd,
    patterns: ["."],
    listed: [],
    ignore: [],
    gitignore: true,
    forceExclude: false,
    notTranscripts: new Set(),
  });
  return files
    .filter(({ path }) => /\.json$/.test(path) && mayDeclare.test(path) && !transcripts.has(path))
    .slice(0, maxTried)
    .flatMap(({ path }) => (declares(resolve(cwd, path), cwd) ? [path] : []));
}

function declares(absolute: string, cwd: string): boolean {
  try {
    readExternalTools([absolute], cwd);
    return true;
  } catch (error) {
    if (error instanceof InputError || error instanceof UsageError) return false;
    throw error;
  }
}
