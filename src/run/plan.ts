import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { PluginIds } from "../config/read-config.js";
import { UsageError } from "../errors.js";
import { readFileList } from "../input/file-list.js";
import { displayPath, type ExcludedFile, type FoundFile, findFiles } from "../input/find-files.js";
import { isWithin } from "../input/git-ignore.js";
import { openTranscript } from "../input/open-transcript.js";
import { systemPath } from "../input/path-bytes.js";
import type { Notice } from "../model/violation.js";
import { globMatcher } from "../text/glob.js";
import { typedPattern } from "../text/platform.js";
import { type Baseline, openBaseline } from "./baseline.js";
import { Configs } from "./configs.js";
import { areFiles, exclusionNotices } from "./exclusions.js";
import { idsOf } from "./extensions.js";
import { findToolFiles } from "./external-tools.js";
import type { CheckFlags } from "./flags.js";
import type { LoadedConfig } from "./load-config.js";
import { checked, type ReadFile, withoutReports } from "./overwriting.js";
import { type FileJudging, judgingOf, type RunSettings, runSettings } from "./settings.js";
import { openStdin } from "./stdin.js";
import type { Reach } from "./suppressor.js";
import type { Surroundings } from "./surroundings.js";
import { dayOf } from "./today.js";

/** A file to check, and how. */
export interface PlannedFile {
  /** As reports show it. */
  readonly path: string;
  readonly absolute: string;
  readonly loaded: LoadedConfig | undefined;
  readonly judging: FileJudging;
  /** It was named itself, not found in a folder, by a glob or in a list. */
  readonly named: boolean;
  /** Bytes on disk; `undefined` where the end is unknown. */
  readonly size: number | undefined;
  /** Waits until there is something to read. */
  open(): Promise<() => Iterable<Uint8Array>>;
}

type Source = Pick<PlannedFile, "path" | "absolute" | "named" | "size" | "open">;

/** Bytes from which on a file counts as long: about a tenth of a second. */
const longSize = 16e6;

/** What a run is going to do. */
export interface Plan {
  /** Sorted by path. */
  readonly files: readonly PlannedFile[];
  readonly settings: RunSettings;
  /** Patterns that led to nothing, settings that are not obeyed. */
  readonly notices: readonly Notice[];
  readonly baseline: Baseline | undefined;
  /** Ids of formats and rules that the configurations bring. */
  readonly ownIds: PluginIds;
  /** All that the run reads; no report may overwrite it. */
  readonly reads: readonly ReadFile[];
  /** How much of what a configuration is for was searched. */
  reachIn(folder: string): Reach;
}

/**
 * Finds the files, the configuration of each, and the settings of the run: those of the one configuration that all files share, else
 * those of the working directory's.
 *
 * @throws UsageError for mistakes in flags and configurations
 */
export async function planRun(given: readonly string[], flags: CheckFlags, io: Surroundings): Promise<Plan> {
  const { cwd } = io;
  const typed = given.map((pattern) => typedPattern(pattern, process.platform));
  const { patterns, listed } = allPatterns(typed, flags);
  const configs = new Configs(flags.config, io);
  const here = await configs.for(cwd);
  const found = await findFiles({
    cwd,
    patterns,
    listed,
    ignore: flags.ignore ?? [],
    gitignore: flags.gitignore ?? here?.config.gitignore ?? true,
    forceExclude: isForced(flags, here),
    notTranscripts: await notTranscripts(flags, here, cwd),
  });
  const files: PlannedFile[] = [];
  const loadedConfigs = new Set<LoadedConfig | undefined>();
  const judgings = new Map<string, FileJudging>();
  const plan = (source: Source, loaded: LoadedConfig | undefined) => {
    const judging = judgingOf(source.absolute, flags, loaded, cwd);
    const shared = judgings.get(judging.key) ?? judging;
    judgings.set(judging.key, shared);
    loadedConfigs.add(loaded);
    files.push({ ...source, loaded, judging: shared });
  };
  const ignored: (FoundFile & ExcludedFile)[] = [];
  for (const file of found.files) {
    const loaded = await configs.for(dirname(file.absolute));
    if (!isIgnored(file, loaded, flags)) plan(fileSource(file), loaded);
    else ignored.push({ ...file, by: `"ignore" in ${displayPath(loaded?.path ?? "", cwd)}` });
  }
  if (found.stdin) {
    const absolute = resolve(cwd, flags.stdinFilename ?? "stdin");
    const path = flags.stdinFilename === undefined ? "<stdin>" : displayPath(absolute, cwd);
    plan({ path, absolute, named: true, size: undefined, open: openStdin }, await configs.for(dirname(absolute)));
  }
  const [only] = loadedConfigs;
  const ruling = loadedConfigs.size === 1 ? only : here;
  const settings = runSettings(flags, ruling, cwd);
  const excluded = [...found.excluded, ...ignored.filter(({ named }) => named || files.length === 0)];
  // A commit hook names what is staged: if all of it is left out, as was asked for, nothing went wrong.
  const isForgiven = files.length === 0 && excluded.length > 0 && isForced(flags, here) && areFiles([...patterns, ...listed], cwd);
  const isAsked = (flags.minFiles ?? ruling?.config.minFiles) !== undefined;
  const baseline = openBaseline(flags, ruling, cwd, dayOf(io.env.SOURCE_DATE_EPOCH));
  const transcripts = withoutReports(files, settings.outputs, cwd).filter(({ absolute }) => absolute !== baseline?.path);
  return {
    files: transcripts.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0)),
    settings: isForgiven && !isAsked ? { ...settings, minFiles: 0 } : settings,
    notices: [
      ...problemNotices(found.problems, settings),
      ...exclusionNotices(excluded),
      ...notObeyed(loadedConfigs, ruling, cwd),
      ...configs.notices,
    ],
    reachIn: (folder) => {
      if ([...patterns, ...listed].some((pattern) => isWithin(folder, resolve(cwd, pattern)))) return "all";
      return found.files.some(({ named }) => !named) ? "folders" : "files";
    },
    baseline,
    reads: [
      ...(baseline === undefined ? [] : [{ file: baseline.path, role: "lists the findings that this run accepts" }]),
      ...readsOf(transcripts, [...patterns, ...listed], [here, ...loadedConfigs], flags, cwd),
    ],
    ownIds: ownIdsOf([here, ...loadedConfigs]),
  };
}

function ownIdsOf(configs: readonly (LoadedConfig | undefined)[]): PluginIds {
  const ids = configs.flatMap((loaded) => (loaded === undefined ? [] : [idsOf(loaded.extensions)]));
  return { formats: ids.flatMap(({ formats }) => formats), rules: ids.flatMap(({ rules }) => rules) };
}

/** A name that leads nowhere yet is an input all the same: the next run would read the report. */
function readsOf(
  files: readonly PlannedFile[],
  patterns: readonly string[],
  configs: readonly (LoadedConfig | undefined)[],
  { filesFrom, stdinFilename }: CheckFlags,
  cwd: string,
): readonly ReadFile[] {
  const names = [...patterns.filter((pattern) => pattern !== "-"), ...(stdinFilename === undefined ? [] : [stdinFilename])];
  return [
    ...names.map((name) => ({ file: resolve(cwd, name), role: checked })),
    ...files.flatMap(({ absolute, open }) => (open === openStdin ? [] : [{ file: absolute, role: checked }])),
    ...(patterns.includes("-") ? [{ file: 0, role: checked }] : []),
    ...(filesFrom === undefined ? [] : [{ file: filesFrom === "-" ? 0 : resolve(cwd, filesFrom), role: "lists the files of this run" }]),
    ...configs.flatMap((loaded) => (loaded === undefined ? [] : loaded.files.map((file) => ({ file, role: "configures this run" })))),
  ];
}

function fileSource({ path, absolute, named }: FoundFile): Source {
  return {
    path,
    absolute,
    named,
    size: sizeOf(absolute),
    open: () => openTranscript(absolute, path),
  };
}

/** A pipe waits for its writer, whatever its size. */
function sizeOf(path: string): number | undefined {
  try {
    const found = statSync(systemPath(path));
    return found.isFile() ? found.size : undefined;
  } catch {
    return 0; // it is reported when it is read
  }
}

/** Checking a file may take long: it is large, or its end is unknown. */
export function mayTakeLong({ size }: PlannedFile): boolean {
  return size === undefined || size > longSize;
}

/** What was named, and what a list of files brought. */
interface Patterns {
  readonly patterns: readonly string[];
  readonly listed: readonly string[];
}

function allPatterns(given: readonly string[], { filesFrom, stdinFilename }: CheckFlags): Patterns {
  if (stdinFilename !== undefined && !given.includes("-")) throw new UsageError("--stdin-filename needs - among the patterns");
  if (filesFrom === undefined) return { patterns: given, listed: [] };
  if (filesFrom === "-" && given.includes("-")) throw new UsageError("Standard input cannot be both a transcript and --files-from");
  return { patterns: given, listed: readFileList(filesFrom) };
}

/** Declarations often lie among the transcripts; they are none. */
async function notTranscripts(flags: CheckFlags, here: LoadedConfig | undefined, cwd: string): Promise<ReadonlySet<string>> {
  const { tools } = judgingOf(resolve(cwd, "-"), flags, here, cwd);
  return new Set(tools === undefined ? [] : await findToolFiles(tools));
}

/** `ignore` of a configuration is for what is found; what is named is checked unless exclusion is forced. */
function isIgnored(file: FoundFile, loaded: LoadedConfig | undefined, flags: CheckFlags): boolean {
  const ignore = loaded?.config.ignore;
  if (loaded === undefined || ignore === undefined) return false;
  if (file.named && !isForced(flags, loaded)) return false;
  return globMatcher(ignore)(displayPath(file.absolute, loaded.folder));
}

/** Whether exclusion holds for named files as well. */
function isForced(flags: CheckFlags, loaded: LoadedConfig | undefined): boolean {
  return flags.forceExclude ?? loaded?.config.forceExclude ?? false;
}

function problemNotices(
  problems: readonly { readonly code: string; readonly message: string }[],
  settings: RunSettings,
): readonly Notice[] {
  return problems.map(({ code, message }) => {
    const isError = code === "unreadable-file" || settings.errorOnUnmatchedPattern;
    return { code, level: isError ? "error" : "info", message };
  });
}

const runKeys = [
  "failOn",
  "maxWarnings",
  "minFiles",
  "minToolCalls",
  "requireTools",
  "errorOnUnmatchedPattern",
  "gitignore",
  "forceExclude",
] as const;

/** Nothing is ignored in silence: a run has one verdict, so that of another folder's configuration does not count. */
function notObeyed(configs: ReadonlySet<LoadedConfig | undefined>, ruling: LoadedConfig | undefined, cwd: string): readonly Notice[] {
  return [...configs].flatMap((loaded) => {
    if (loaded === undefined || loaded === ruling) return [];
    const keys = runKeys.filter((key) => loaded.config[key] !== undefined);
    if (keys.length === 0) return [];
    const path = displayPath(loaded.path, cwd);
    return [
      {
        code: "ignored-setting",
        level: "info",
        message: `${path}: ${keys.join(", ")} not obeyed, since this run covers files of other configurations`,
      },
    ];
  });
}
