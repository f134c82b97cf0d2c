import { dirname, resolve } from "node:path";
import { displayPath } from "../input/find-files.js";
import { Configs } from "../run/configs.js";
import type { CheckFlags } from "../run/flags.js";
import type { LoadedConfig } from "../run/load-config.js";
import { judgingOf, runSettings } from "../run/settings.js";
import { escapeControls } from "../text/quote.js";
import type { Io } from "./io.js";
import { table } from "./table.js";

/** Flags of a run that has none. */
const noFlags: CheckFlags = { gitignore: null, errorOnUnmatchedPattern: null, snippets: null };

/**
 * The `config` command: the settings that hold for a file, each with its origin.
 *
 * @throws UsageError with a line for each thing wrong in the configuration
 */
export async function showConfig(file: string | undefined, io: Io): Promise<number> {
  const absolute = resolve(io.cwd, file ?? "transcript.json");
  const configs = new Configs(undefined, io);
  const loaded = await configs.for(dirname(absolute));
  for (const { message } of configs.notices) io.stderr.write(`guardrails: ${message}\n`);
  const name = loaded === undefined ? "none" : escapeControls(displayPath(loaded.path, io.cwd));
  const defaults = effective(absolute, undefined, io.cwd);
  const rows = [...effective(absolute, loaded, io.cwd)].map(([key, value]) => {
    const isSet = value !== defaults.get(key) || isMentioned(key, loaded);
    return [key, isSet ? escapeControls(displayPath(originOf(key, loaded), io.cwd)) : "default", escapeControls(value)];
  });
  io.stdout.write(`Configuration: ${name}\n\n${table(["SETTING", "ORIGIN", "VALUE"], rows)}`);
  return 0;
}

/** Settings by the name of their key, as JSON. */
function effective(absolute: string, loaded: LoadedConfig | undefined, cwd: string): ReadonlyMap<string, string> {
  const judging = judgingOf(absolute, noFlags, loaded, cwd);
  const { outputs, ...settings } = runSettings(noFlags, loaded, cwd);
  const values = {
    plugins: loaded?.config.plugins ?? [],
    formats: (loaded?.config.formats ?? []).map(({ id }) => id),
    format: judging.format ?? "detected",
    profile: judging.profiles.length === 0 ? "detected" : judging.profiles,
    mode: judging.mode ?? "detected",
    policies: judging.policies.map(({ name }) => name),
    tools: judging.tools?.patterns ?? [],
    rules: Object.fromEntries(judging.severities),
    assertFormats: judging.assertFormats,
    allowHandled: judging.allowHandled,
    maxSize: judging.maxBytes ?? null,
    ...settings,
    pathBase: settings.pathBase ?? null,
    cache: settings.cache !== null,
    cacheLocation: settings.cache === null ? null : displayPath(settings.cache, cwd),
    output: Object.fromEntries(outputs.map(({ reporter, path }) => [reporter, displayPath(path, cwd)])),
    ignore: loaded?.config.ignore ?? [],
    gitignore: loaded?.config.gitignore ?? true,
    forceExclude: loaded?.config.forceExclude ?? false,
    baseline: loaded?.config.baseline ?? null,
    suppress: (loaded?.config.suppress ?? []).map(({ pointer: _, range: __, ...entry }) => entry),
  };
  return new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
}

/** The file that has the last word about a key. */
function originOf(key: string, loaded: LoadedConfig | undefined): string {
  const layer = loaded?.layers.findLast(({ config }) =>
    Object.entries(config).some(([each, value]) => each === key && value !== undefined),
  );
  return layer?.path ?? loaded?.path ?? "";
}

/** A key that is set to its default is set all the same. */
function isMentioned(key: string, loaded: LoadedConfig | undefined): boolean {
  return loaded !== undefined && Object.entries(loaded.config).some(([each, value]) => each === key && value !== undefined);
}
