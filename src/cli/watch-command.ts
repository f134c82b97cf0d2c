import { dirname, extname, join, relative, resolve } from "node:path";
import { watch as watchFiles } from "chokidar";
import { InputError, UsageError } from "../errors.js";
import { isWithin } from "../input/git-ignore.js";
import { isTranscriptName } from "../input/walk-folder.js";
import { MemoryCache } from "../run/file-cache.js";
import type { CheckFlags } from "../run/flags.js";
import type { Plan } from "../run/plan.js";
import { counted } from "../text/counted.js";
import { hasGlobCharacters } from "../text/glob.js";
import { check } from "./check-command.js";
import type { Io } from "./io.js";

/** Exit codes of a process that a signal ended, as shells count them. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Editors and tools write several files at once: how long no change must come before the next run, in milliseconds. */
const quiet = 80;

/** Names of configurations in the working directory, which may come to be. */
const configNames = ["json", "jsonc", "mjs", "js"].map((ending) => `guardrails.config.${ending}`);

/** Clears a screen and what was scrolled away. */
const clear = "\u001b[2J\u001b[3J\u001b[H";

/** Folders that hold no transcripts of the user's own. */
const passedOver = /(?:^|[/\\])(?:node_modules|\.git)(?:[/\\]|$)/;

/**
 * `check --watch`: checks, and checks again whenever something changes that the report depends on. Files that stayed as they are are not
 * judged again.
 *
 * @returns the exit code of the signal that ended it
 * @throws UsageError for flags that do not go with it, and what the first run throws
 */
export async function watch(patterns: readonly string[], flags: CheckFlags, io: Io, version: string): Promise<number> {
  refuse(patterns, flags);
  const memory = new MemoryCache();
  const places = placesOf(patterns, flags, io.cwd);
  let known = nothing;
  let round = 0;
  const run = async (): Promise<void> => {
    round += 1;
    if (io.stdout.isTerminal) io.stdout.write(clear);
    // Node keeps modules: under another address it reads a changed configuration again.
    const importModule = (url: string) => io.importModule(round === 1 ? url : `${url}?round=${round}`);
    const planned = (plan: Plan, toolFiles: readonly string[]) => {
      known = knownOf(plan, toolFiles);
    };
    await check(patterns, flags, { ...io, importModule }, version, { memory, planned });
  };
  const changes = new Changes();
  const ignored = (path: string) => passedOver.test(relative(io.cwd, path)) || known.isOwn(path);
  const watcher = watchFiles([...places], { ignoreInitial: true, ignored });
  watcher.on("all", (event, path) => {
    const matters = known.files.has(path) || (event === "add" && mayMatter(path, patterns));
    if (matters && !known.isOwn(path)) changes.note();
  });
  watcher.on("error", (error) => io.stderr.write(`guardrails: Cannot watch: ${error instanceof Error ? error.message : String(error)}\n`));
  const follow = () => {
    // What lies in a watched folder is watched.
    watcher.add([...known.files].filter((file) => !places.some((place) => isWithin(file, place))));
    io.stderr.write(`guardrails: Watching ${counted(known.count, "file")} for changes, Ctrl+C ends\n`);
    io.stdout.flush();
    io.stderr.flush();
  };
  try {
    // From here on no change is missed, not even one in the middle of the first run.
    await new Promise<void>((resolveReady) => watcher.once("ready", () => resolveReady()));
    await run();
    follow();
    for (;;) {
      const signal = await changes.next();
      if (signal !== undefined) return exitCodes[signal];
      try {
        await run();
      } catch (error) {
        // A configuration is wrong while it is being written: the next change may set it right.
        if (!(error instanceof UsageError || error instanceof InputError)) throw error;
        for (const line of error.message.split("\n")) io.stderr.write(`guardrails: ${line}\n`);
      }
      follow();
    }
  } finally {
    changes.end();
    await watcher.close();
  }
}

/** Whether a new file may be a transcript that a run would find, or a configuration. */
function mayMatter(path: string, patterns: readonly string[]): boolean {
  const ending = extname(path);
  return (
    isTranscriptName(path) ||
    /^\.(?:ya?ml|jsonc|[cm]?js)$/.test(ending) ||
    patterns.some((each) => hasGlobCharacters(each) && extname(each) === ending)
  );
}

function refuse(patterns: readonly string[], { listFiles, updateBaseline, pruneBaseline, filesFrom }: CheckFlags): void {
  if (patterns.includes("-") || filesFrom === "-") throw new UsageError("--watch cannot read standard input: it is read once");
  if (listFiles === true) throw new UsageError("--watch goes with no --list-files");
  if (updateBaseline === true || pruneBaseline === true) throw new UsageError("--watch does not change a baseline");
}

/** What a run depends on. */
interface Known {
  /** Absolute. */
  readonly files: ReadonlySet<string>;
  /** Transcripts among them. */
  readonly count: number;
  /** Whether the run itself writes there. */
  isOwn(path: string): boolean;
}

const nothing: Known = { files: new Set(), count: 0, isOwn: () => false };

function knownOf({ files, reads, settings: { outputs, cache } }: Plan, toolFiles: readonly string[]): Known {
  const inputs = reads.flatMap(({ file }) => (typeof file === "string" ? [file] : []));
  const written = new Set(outputs.map(({ path }) => path));
  return {
    files: new Set([...files.map(({ absolute }) => absolute), ...inputs, ...toolFiles]),
    count: files.length,
    isOwn: (path) => written.has(path) || path.endsWith(".tmp") || (cache !== null && path.startsWith(cache)),
  };
}

/** Where new files may come to be: folders that are searched, those of globs, and the configurations of the working directory. */
function placesOf(patterns: readonly string[], { filesFrom }: CheckFlags, cwd: string): readonly string[] {
  const searched = patterns.length === 0 && filesFrom === undefined ? ["."] : patterns;
  return [...searched.map((pattern) => resolve(cwd, folderOf(pattern))), ...configNames.map((name) => join(cwd, name))];
}

/** The folder before the first part of a glob that is none; what is no glob stays. */
function folderOf(pattern: string): string {
  let path = pattern;
  while (hasGlobCharacters(path) && dirname(path) !== path) path = dirname(path);
  return path;
}

type Signal = keyof typeof exitCodes;

/** Changes as they come, put together while they come in a row; and the signal that ends it all. */
class Changes {
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #signal: Signal | undefined;
  #wake: () => void = () => {};
  readonly #listeners = (["SIGINT", "SIGTERM"] as const).map((signal) => ({ signal, listener: () => this.#stop(signal) }));

  constructor() {
    for (const { signal, listener } of this.#listeners) process.on(signal, listener);
  }

  note(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#wake();
    }, quiet);
  }

  /** Waits for the next change; gives the signal that came instead. */
  async next(): Promise<Signal | undefined> {
    if (!this.#isDue && this.#signal === undefined) {
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    this.#isDue = false;
    return this.#signal;
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const { signal, listener } of this.#listeners) process.off(signal, listener);
  }

  #stop(signal: Signal): void {
    this.#signal = signal;
    this.#wake();
  }
}
