import { resolve } from "node:path";
import type { Config, FileSettings, Override, Preset } from "../config/config.js";
import { displayPath } from "../input/find-files.js";
import { hasGlobCharacters } from "../text/glob.js";
import { withSlashes } from "../text/platform.js";

/** One configuration of those that are laid over each other, or a preset. What is not set is left to the others. */
export interface ConfigLayer {
  readonly config: Partial<Config>;
  readonly preset?: Preset;
  /** The file that holds it, or names the preset (absolute). */
  readonly path: string;
}

/**
 * The layers as one configuration, for what holds for the whole run: a later value replaces an earlier one, lists are put together, maps key
 * by key. What holds for single files is asked of the layers one by one.
 */
export function joinLayers(layers: readonly ConfigLayer[]): Config {
  const last = <Key extends keyof Config>(key: Key) => layers.findLast(({ config }) => config[key] !== undefined)?.config[key];
  const list = <T>(pick: (config: Partial<Config>) => readonly T[] | undefined) => {
    const lists = layers.flatMap(({ config }) => (pick(config) === undefined ? [] : [pick(config) ?? []]));
    return lists.length === 0 ? undefined : lists.flat();
  };
  const map = <T>(pick: (config: Partial<Config>) => ReadonlyMap<string, T> | undefined) => {
    const entries = list((config) => pick(config) && [...(pick(config) ?? [])]);
    return entries && new Map(entries);
  };
  return {
    extends: last("extends"),
    plugins: list(({ plugins }) => plugins),
    formats: list(({ formats }) => formats),
    format: last("format"),
    profile: last("profile"),
    mode: last("mode"),
    tools: last("tools"),
    rules: map(({ rules }) => rules),
    only: last("only"),
    skip: last("skip"),
    allowHandled: last("allowHandled"),
    assertFormats: last("assertFormats"),
    maxSize: last("maxSize"),
    failOn: last("failOn"),
    maxWarnings: last("maxWarnings"),
    minFiles: last("minFiles"),
    minToolCalls: last("minToolCalls"),
    requireTools: last("requireTools"),
    errorOnUnmatchedPattern: last("errorOnUnmatchedPattern"),
    ignore: list(({ ignore }) => ignore),
    gitignore: last("gitignore"),
    forceExclude: last("forceExclude"),
    reporter: last("reporter"),
    output: map(({ output }) => output),
    quiet: last("quiet"),
    maxShown: last("maxShown"),
    groupBy: last("groupBy"),
    snippets: last("snippets"),
    redact: last("redact"),
    color: last("color"),
    pathBase: last("pathBase"),
    overrides: list(({ overrides }) => overrides),
    cache: last("cache"),
    cacheLocation: last("cacheLocation"),
    baseline: last("baseline"),
    policies: list(({ policies }) => policies),
    suppress: list(({ suppress }) => suppress),
  };
}

/** Declarations belong to the configuration that names them: their paths, as seen from the folder of another one. */
export function seenFrom(config: Config, folder: string, from: string): Config {
  const moved = <T extends FileSettings>(settings: T): T =>
    settings.tools === undefined ? settings : { ...settings, tools: settings.tools.map((pattern) => movedPattern(pattern, folder, from)) };
  return { ...moved(config), overrides: config.overrides?.map((override): Override => moved(override)) };
}

function movedPattern(pattern: string, folder: string, from: string): string {
  if (!hasGlobCharacters(pattern)) return displayPath(resolve(folder, pattern), from);
  const way = displayPath(folder, from);
  const escaped = way.replace(/[*?{[]/g, "[$&]");
  return way === "" ? pattern : `${escaped}/${withSlashes(pattern, process.platform)}`;
}
