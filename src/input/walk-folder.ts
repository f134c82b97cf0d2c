import { Buffer } from "node:buffer";
import { closeSync, type Dirent, lstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { hasGlobCharacters } from "../text/glob.js";
import { mayHideBytes, pathOfBytes, systemPath } from "./path-bytes.js";

/** Names of the files that a folder is searched for: transcripts, recordings of HTTP traffic, logs of evaluations, packed ones. */
const transcriptNames =
  /\.(?:json|jsonl|ndjson|har|sse|eval|traj|parquet|httprr|chunks\.txt|(?:json|jsonl|ndjson|har|sse|httprr|ya?ml)\.(?:gz|zst))$/;

/** Most YAML in a project configures something, so it is looked into: a cassette says so in its first lines. */
const yamlNames = /\.ya?ml$/;
const cassetteBeginning = /^(?:(?:http_)?interactions|requests|when):|^-\s+request:/m;
const cassetteHead = 512;

/** Files of other programs and our own that end in `.json` and never hold a transcript. They are read where they are named. */
const neverTranscripts = /^(?:package|package-lock|npm-shrinkwrap|composer|deno|jsconfig|tsconfig(?:\..+)?|guardrails\.config)\.json$/;

/** What decides and hears of the way through a folder. */
export interface WalkOptions {
  /** Asked with the absolute path of each folder below the first one. */
  entersFolder(path: string): boolean;
  /** A folder or link that could not be read; the walk goes on. */
  cannotRead(path: string, error: unknown): void;
}

/**
 * The transcripts below a folder by their endings, and the YAML files in it that are cassettes, as absolute paths in no particular order.
 *
 * Leaves out hidden entries and `node_modules`. Follows symbolic links, but never into a folder that it is already inside of.
 */
export function* walkFolder(folder: string, options: WalkOptions): Generator<string, void, undefined> {
  yield* walk(folder, [], options);
}

function* walk(folder: string, above: readonly string[], options: WalkOptions): Generator<string, void, undefined> {
  let entries: readonly Entry[];
  let real: string;
  try {
    real = realpathSync.native(systemPath(folder));
    if (above.includes(real)) return;
    entries = entriesOf(folder);
  } catch (error) {
    options.cannotRead(folder, error);
    return;
  }
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? kindOfTarget(path, entry.name, options) : kindOf(entry);
    if (kind === "folder" && options.entersFolder(path)) yield* walk(path, [...above, real], options);
    else if (kind === "file" && (isTranscriptName(entry.name) || isCassette(path))) yield path;
  }
}

/**
 * Whether a file that a glob matched is one that a folder's walk would have found. What the glob names by itself counts, be it an ending
 * (`*.txt`) or the whole name; other programs' files only where the whole name is given.
 */
export function isMeantByGlob(path: string, glob: string): boolean {
  const name = basename(path);
  const last = glob.split(/[\\/]/).at(-1) ?? "";
  if (!hasGlobCharacters(last)) return true;
  if (neverTranscripts.test(name.toLowerCase())) return false;
  return /\.[\w{},.-]*\w\}?$/.test(last) || isTranscriptName(name) || isCassette(path);
}

type Entry = Pick<Dirent, "name" | "isFile" | "isDirectory" | "isSymbolicLink">;

/** The entries of a folder; names that are no UTF-8 are read once more, as bytes. */
function entriesOf(folder: string): readonly Entry[] {
  const entries = readdirSync(systemPath(folder), { withFileTypes: true });
  if (!entries.some(({ name }) => mayHideBytes(name))) return entries;
  return readdirSync(systemPath(folder), "buffer").map((bytes) => {
    const name = pathOfBytes(bytes);
    const stats = lstatSync(systemPath(join(folder, name)));
    return {
      name,
      isFile: () => stats.isFile(),
      isDirectory: () => stats.isDirectory(),
      isSymbolicLink: () => stats.isSymbolicLink(),
    };
  });
}

/** Whether a folder's walk takes a file of that name. */
export function isTranscriptName(name: string): boolean {
  const lower = name.toLowerCase();
  return transcriptNames.test(lower) && !neverTranscripts.test(lower);
}

function isCassette(path: string): boolean {
  if (!yamlNames.test(path.toLowerCase())) return false;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(systemPath(path), "r");
    const head = Buffer.alloc(cassetteHead);
    return cassetteBeginning.test(head.toString("latin1", 0, readSync(descriptor, head, 0, cassetteHead, 0)));
  } catch {
    return false; // nobody said that it is a transcript
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

type Kind = "file" | "folder" | "other";

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): Kind {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "other";
}

function kindOfTarget(path: string, name: string, options: WalkOptions): Kind {
  try {
    return kindOf(statSync(systemPath(path)));
  } catch (error) {
    if (isTranscriptName(name)) options.cannotRead(path, error);
    return "other";
  }
}
