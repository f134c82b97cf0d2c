import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Endings of the files that a folder is searched for. */
const transcriptEndings = [".json", ".jsonl", ".ndjson"] as const;

/** Files of other programs and our own that end in `.json` and never hold a transcript. They are read where they are named. */
const neverTranscripts = /^(?:package|package-lock|npm-shrinkwrap|composer|deno|jsconfig|tsconfig(?:\..+)?|guardrails\.config)\.json$/;

export interface WalkOptions {
  /** Asked with the absolute path of each folder below the first one. */
  entersFolder(path: string): boolean;
  /** A folder or link that could not be read; the walk goes on. */
  cannotRead(path: string, error: unknown): void;
}

/**
 * The transcripts below a folder by their endings, as absolute paths in no particular order.
 *
 * Leaves out hidden entries and `node_modules`. Follows symbolic links, but never into a folder that it is already inside of.
 */
export function* walkFolder(folder: string, options: WalkOptions): Generator<string, void, undefined> {
  yield* walk(folder, [], options);
}

function* walk(folder: string, above: readonly string[], options: WalkOptions): Generator<string, void, undefined> {
  let entries: readonly Dirent[];
  let real: string;
  try {
    real = realpathSync.native(folder);
    if (above.includes(real)) return;
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    options.cannotRead(folder, error);
    return;
  }
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? kindOfTarget(path, entry.name, options) : kindOf(entry);
    if (kind === "folder" && options.entersFolder(path)) yield* walk(path, [...above, real], options);
    else if (kind === "file" && isTranscriptName(entry.name)) yield path;
  }
}

function isTranscriptName(name: string): boolean {
  const lower = name.toLowerCase();
  return transcriptEndings.some((ending) => lower.endsWith(ending)) && !neverTranscripts.test(lower);
}

type Kind = "file" | "folder" | "other";

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): Kind {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "other";
}

function kindOfTarget(path: string, name: string, options: WalkOptions): Kind {
  try {
    return kindOf(statSync(path));
  } catch (error) {
    if (isTranscriptName(name)) options.cannotRead(path, error);
    return "other";
  }
}
