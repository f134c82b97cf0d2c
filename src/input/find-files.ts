import { statSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { counted } from "../text/counted.js";
import { globMatcher, hasGlobCharacters } from "../text/glob.js";
import { escapeControls } from "../text/quote.js";
import { type GitIgnore, isWithin, loadGitIgnore, repositoryRoot } from "./git-ignore.js";
import { otherFiles } from "./other-files.js";
import { systemPath } from "./path-bytes.js";
import { explainSystemError, systemErrorCode } from "./read-file.js";
import { isMeantByGlob, walkFolder } from "./walk-folder.js";

/** What to look for and what to leave out. */
export interface FindOptions {
  readonly cwd: string;
  /** Files, folders, globs, and `-` for standard input. */
  readonly patterns: readonly string[];
  /** The same, out of a list that a program wrote: files in it count as found. */
  readonly listed?: readonly string[];
  /** Globs, relative to `cwd`, of what is left out even if it was named. */
  readonly ignore: readonly string[];
  readonly gitignore: boolean;
  /** `.gitignore` counts for named files as well. */
  readonly forceExclude: boolean;
  /** Absolute paths that are no transcripts, unless they are named: declarations, reports to be written. */
  readonly notTranscripts: ReadonlySet<string>;
}

/** A file to check. */
export interface FoundFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly absolute: string;
  /** It was named itself, not found in a folder, by a glob or in a list. */
  readonly named: boolean;
}

/** Why a pattern led to nothing. Messages are finished sentences. */
export interface FindProblem {
  readonly code: "unmatched-pattern" | "empty-folder" | "unreadable-file";
  readonly message: string;
}

/** What took a file away that was named. */
export interface ExcludedFile {
  readonly path: string;
  readonly by: string;
}

/** What patterns led to. */
export interface FoundFiles {
  /** Sorted by path, each once. */
  readonly files: readonly FoundFile[];
  /** `-` was among the patterns. */
  readonly stdin: boolean;
  readonly problems: readonly FindProblem[];
  /** Named files that `forceExclude` took away: nothing is wrong with them. */
  readonly excluded: readonly ExcludedFile[];
}

/**
 * Expands files, folders and globs into a sorted list of files.
 *
 * A path that exists is taken as it is, whatever characters it has; a folder gives the transcripts in it (see `walkFolder`). Named files
 * are never left out because of `.gitignore`, unless `forceExclude` asks for it.
 */
export async function findFiles(options: FindOptions): Promise<FoundFiles> {
  const search = new Search(options);
  for (const pattern of new Set(options.patterns)) {
    if (pattern !== "-") await search.expand(pattern, true);
  }
  for (const pattern of new Set(options.listed)) await search.expand(pattern, false);
  return { files: search.files(), stdin: options.patterns.includes("-"), problems: search.problems, excluded: search.excluded };
}

/** A path as reports show it: relative to a folder, with `/`. */
export function displayPath(absolute: string, folder: string): string {
  const path = relative(folder, absolute);
  return sep === "/" ? path : path.split(sep).join("/");
}

/** Errors of a path that exists. */
const closed: ReadonlySet<string> = new Set(["EACCES", "EPERM", "ELOOP", "EIO"]);

class Search {
  readonly problems: FindProblem[] = [];
  readonly excluded: ExcludedFile[] = [];
  readonly #options: FindOptions;
  readonly #isIgnored: (path: string) => boolean;
  readonly #found = new Map<string, FoundFile>();
  readonly #gitIgnores = new Map<string, GitIgnore>();
  #createGitIgnore: ((top: string) => GitIgnore) | undefined;

  constructor(options: FindOptions) {
    this.#options = options;
    this.#isIgnored = options.ignore.length === 0 ? () => false : globMatcher(options.ignore);
  }

  files(): readonly FoundFile[] {
    return [...this.#found.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  /** @param isNamed somebody named the pattern: a list did not */
  async expand(pattern: string, isNamed: boolean): Promise<void> {
    // An unset variable in a script would otherwise mean the whole working folder.
    if (pattern === "") return this.#tell("unmatched-pattern", "An empty pattern matches no file: is a variable unset?");
    const absolute = resolve(this.#options.cwd, pattern);
    let stats: ReturnType<typeof statSync>;
    try {
      stats = statSync(systemPath(absolute), { throwIfNoEntry: false });
    } catch (error) {
      // A glob may well be too long for a name or hold a NUL: only a path that is there and closed is a problem of its own.
      if (closed.has(systemErrorCode(error) ?? "")) return this.#cannotRead(absolute, error);
      stats = undefined;
    }
    if (stats?.isDirectory() === true) return this.#addFolder(absolute, pattern);
    if (stats !== undefined) return this.#addFile(absolute, pattern, isNamed);
    if (hasGlobCharacters(pattern)) return this.#addMatches(pattern);
    this.#tell("unmatched-pattern", `No file matches ${escapeControls(pattern)}`);
  }

  async #addFile(absolute: string, pattern: string, isNamed: boolean): Promise<void> {
    const isListed = this.#options.forceExclude && (await this.#gitIgnore(absolute))?.excludes(absolute, "file") === true;
    if (isListed || this.#isIgnored(this.#display(absolute))) this.#leaveOut(absolute, pattern, isListed ? gitList : ignoreFlag);
    else this.#add(absolute, isNamed);
  }

  #leaveOut(absolute: string, pattern: string, by: string): void {
    if (this.#options.forceExclude) this.excluded.push({ path: this.#display(absolute), by });
    else this.#tell("unmatched-pattern", `${escapeControls(pattern)} is excluded by ${by}`);
  }

  async #addFolder(absolute: string, pattern: string): Promise<void> {
    const gitIgnore = await this.#gitIgnore(absolute);
    // Who names an excluded folder wants what is in it: only the lists inside it count then.
    const insideOnly = gitIgnore?.excludes(absolute, "folder") === true;
    if (insideOnly && this.#options.forceExclude) return this.#leaveOut(absolute, pattern, gitList);
    const lists = insideOnly ? this.#createGitIgnore?.(absolute) : gitIgnore;
    let added = 0;
    const excluded = new Exclusions();
    const isExcluded = (path: string, kind: "file" | "folder") =>
      excluded.count(lists?.excludes(path, kind) === true ? gitList : this.#isIgnored(this.#display(path)) ? ignoreFlag : undefined, kind);
    const transcripts = walkFolder(absolute, {
      entersFolder: (folder) => !isExcluded(folder, "folder"),
      cannotRead: (path, error) => this.#cannotRead(path, error),
    });
    for (const file of transcripts) {
      if (this.#options.notTranscripts.has(file)) continue;
      if (isExcluded(file, "file")) continue;
      this.#add(file, false);
      added += 1;
    }
    if (added === 0) {
      const others = excluded.isEmpty ? otherFiles(absolute, escapeControls(pattern)) : "";
      this.#tell("empty-folder", `No transcripts in ${escapeControls(pattern)}${excluded.inWords()}${others}`);
    }
  }

  async #addMatches(pattern: string): Promise<void> {
    const { expandGlob } = await import("./expand-glob.js");
    const matches = await expandGlob(pattern, this.#options.cwd);
    let added = 0;
    const excluded = new Exclusions();
    for (const { absolute, isFolder } of matches) {
      const kind = isFolder ? "folder" : "file";
      const isListed = (await this.#gitIgnore(absolute))?.excludes(absolute, kind) === true;
      const by = isListed ? gitList : this.#isIgnored(this.#display(absolute)) ? ignoreFlag : undefined;
      if (excluded.count(by, kind)) continue;
      if (isFolder) {
        const before = this.#found.size;
        await this.#addFolder(absolute, this.#display(absolute));
        added += this.#found.size - before;
      } else if (!this.#options.notTranscripts.has(absolute) && isMeantByGlob(absolute, pattern)) {
        this.#add(absolute, false);
        added += 1;
      }
    }
    if (added === 0) this.#tell("unmatched-pattern", `No file matches ${escapeControls(pattern)}${excluded.inWords()}`);
  }

  #add(absolute: string, named: boolean): void {
    const isNamed = named || this.#found.get(absolute)?.named === true;
    this.#found.set(absolute, { path: this.#display(absolute), absolute, named: isNamed });
  }

  #display(absolute: string): string {
    return displayPath(absolute, this.#options.cwd);
  }

  #tell(code: FindProblem["code"], message: string): void {
    this.problems.push({ code, message });
  }

  #cannotRead(absolute: string, error: unknown): void {
    this.#tell("unreadable-file", `Cannot read ${escapeControls(this.#display(absolute))}: ${explainSystemError(error)}`);
  }

  /** The lists that count for a path: from the repository's root down, without a repository from the working directory down. */
  async #gitIgnore(path: string): Promise<GitIgnore | undefined> {
    const { gitignore, cwd } = this.#options;
    if (!gitignore) return undefined;
    const folder = dirname(path);
    const known = this.#gitIgnores.get(folder);
    if (known !== undefined) return known;
    this.#createGitIgnore ??= await loadGitIgnore();
    const top = repositoryRoot(path) ?? (isWithin(path, cwd) ? cwd : folder);
    const lists = this.#gitIgnores.get(top) ?? this.#createGitIgnore(top);
    this.#gitIgnores.set(folder, lists).set(top, lists);
    return lists;
  }
}

const gitList = ".gitignore";
const ignoreFlag = "--ignore";

/** What was left out on the way, and by what. */
class Exclusions {
  readonly #counts = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** @returns whether anything leaves it out */
  count(by: string | undefined, kind: "file" | "folder"): boolean {
    if (by === undefined) return false;
    const key = `${kind} ${by}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return true;
  }

  inWords(): string {
    if (this.isEmpty) return "";
    const parts = [...this.#counts].map(([key, count]) => {
      const [kind = "", by] = key.split(" ");
      return `${counted(count, kind)} by ${by}`;
    });
    return ` (excluded: ${parts.join(", ")})`;
  }
}
