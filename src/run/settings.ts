import { resolve } from "node:path";
import type { ColorChoice, Config, FileSettings } from "../config/config.js";
import { type LevelLayer, resolveLevels } from "../config/levels.js";
import { displayPath } from "../input/find-files.js";
import { defaultVerdict, type VerdictOptions } from "../lint/verdict.js";
import type { Mode } from "../model/conversation.js";
import type { Severity } from "../model/violation.js";
import type { ConfiguredPolicy } from "../policies/policy.js";
import type { Grouping } from "../reporters/kinds.js";
import { globMatcher } from "../text/glob.js";
import { typedPattern } from "../text/platform.js";
import { defaultCacheFolder } from "./cache-folder.js";
import type { ConfigLayer } from "./config-layers.js";
import { type Extensions, noExtensions } from "./extensions.js";
import type { CheckFlags } from "./flags.js";
import type { LoadedConfig } from "./load-config.js";

/** What holds for the whole run: flags win over the configuration. */
export interface RunSettings extends VerdictOptions {
  readonly errorOnUnmatchedPattern: boolean;
  readonly reporter: string;
  readonly outputs: readonly ReportTarget[];
  readonly quiet: boolean;
  readonly maxShown: number | null;
  readonly groupBy: Grouping | null;
  readonly snippets: boolean;
  readonly redact: boolean;
  readonly color: ColorChoice;
  /** Absolute. */
  readonly pathBase: string | undefined;
  /** Folder that remembers what was found, absolute; `null`: nothing is remembered. */
  readonly cache: string | null;
}

/** A report that goes to a file. */
export interface ReportTarget {
  readonly reporter: string;
  /** Absolute. */
  readonly path: string;
}

/** How one file is judged. Equal keys mean equal settings. */
export interface FileJudging {
  readonly key: string;
  readonly format: string | undefined;
  readonly profiles: readonly string[];
  readonly mode: Mode | undefined;
  readonly tools: ToolPatterns | undefined;
  readonly severities: ReadonlyMap<string, Severity | "off">;
  readonly assertFormats: boolean;
  readonly allowHandled: boolean;
  readonly maxBytes: number | undefined;
  readonly extensions: Extensions;
  readonly policies: readonly ConfiguredPolicy[];
}

/** Where declarations are, as paths and globs relative to a folder. */
export interface ToolPatterns {
  readonly patterns: readonly string[];
  readonly folder: string;
}

/** Settings of the run: flags, else the configuration, else the defaults. */
export function runSettings(flags: CheckFlags, loaded: LoadedConfig | undefined, cwd: string): RunSettings {
  const config = loaded?.config;
  const folder = loaded?.folder ?? cwd;
  const targets = (outputs: Iterable<readonly [string, string]>, base: string) =>
    Array.from(outputs, ([reporter, path]): ReportTarget => ({ reporter, path: resolve(base, path) }));
  const pathBase = flags.pathBase === undefined ? config?.pathBase && resolve(folder, config.pathBase) : resolve(cwd, flags.pathBase);
  return {
    failOn: flags.failOn ?? config?.failOn ?? defaultVerdict.failOn,
    maxWarnings: flags.maxWarnings ?? config?.maxWarnings ?? defaultVerdict.maxWarnings,
    minFiles: flags.minFiles ?? config?.minFiles ?? defaultVerdict.minFiles,
    minToolCalls: flags.minToolCalls ?? config?.minToolCalls ?? defaultVerdict.minToolCalls,
    requireTools: flags.requireTools ?? config?.requireTools ?? defaultVerdict.requireTools,
    errorOnUnmatchedPattern: flags.errorOnUnmatchedPattern ?? config?.errorOnUnmatchedPattern ?? true,
    reporter: flags.reporter ?? config?.reporter ?? "pretty",
    outputs: [...targets(config?.output ?? [], folder), ...targets(flags.output ?? [], cwd)],
    quiet: flags.quiet ?? config?.quiet ?? false,
    maxShown: flags.maxShown ?? config?.maxShown ?? null,
    groupBy: flags.groupBy ?? config?.groupBy ?? null,
    snippets: flags.snippets ?? config?.snippets ?? true,
    redact: flags.redact ?? config?.redact ?? false,
    color: flags.color ?? config?.color ?? "auto",
    pathBase,
    cache: cacheFolder(flags, config, folder, cwd),
  };
}

function cacheFolder({ cache, cacheLocation }: CheckFlags, config: Config | undefined, folder: string, cwd: string): string | null {
  // Who names the folder wants it used.
  if (!(cache ?? (cacheLocation !== undefined || config?.cache === true))) return null;
  if (cacheLocation !== undefined) return resolve(cwd, cacheLocation);
  return config?.cacheLocation === undefined ? defaultCacheFolder(cwd) : resolve(folder, config.cacheLocation);
}

/** How a file (absolute path) is judged: flags, else the last override or layer of the configuration that says it. */
export function judgingOf(absolute: string, flags: CheckFlags, loaded: LoadedConfig | undefined, cwd: string): FileJudging {
  const config = loaded?.config;
  const extensions = loaded?.extensions ?? noExtensions;
  const steps = (loaded?.layers ?? []).flatMap((layer) => stepsOf(layer, absolute, loaded?.folder ?? cwd));
  const last = <Key extends keyof FileSettings>(key: Key) => steps.findLast((step) => step[key] !== undefined)?.[key];
  const configTools = last("tools");
  const overrides = (config?.overrides ?? []).flatMap((override, index) => (steps.some((step) => step === override) ? [index] : []));
  const policies =
    flags.policies === undefined
      ? policiesFor(absolute, config?.policies, loaded?.folder ?? cwd)
      : policiesFor(absolute, flags.policies, cwd);
  return {
    key: [loaded?.path ?? "", ...overrides, ...policies.map(({ name }) => JSON.stringify(name))].join("\n"),
    format: flags.format ?? last("format"),
    profiles: flags.profile ?? last("profile") ?? [],
    mode: flags.mode ?? last("mode"),
    tools:
      flags.tools === undefined
        ? configTools && { patterns: configTools, folder: loaded?.folder ?? cwd }
        : { patterns: flags.tools.map((pattern) => typedPattern(pattern, process.platform)), folder: cwd },
    extensions,
    policies,
    severities: resolveLevels(
      [
        { presets: flags.preset && [flags.preset] },
        ...steps.map(({ presets, rules, only, skip }) => ({
          presets: flags.preset === undefined ? presets : undefined,
          rules,
          only,
          skip,
        })),
        { rules: flags.rule, only: flags.only, skip: flags.skip },
      ],
      extensions.rules,
    ),
    assertFormats: flags.assertFormats ?? config?.assertFormats ?? false,
    allowHandled: flags.allowHandled ?? config?.allowHandled ?? false,
    maxBytes: flags.maxSize ?? config?.maxSize,
  };
}

function policiesFor(absolute: string, policies: readonly ConfiguredPolicy[] = [], folder: string): readonly ConfiguredPolicy[] {
  const path = displayPath(absolute, folder);
  return policies.filter(({ files }) => files === undefined || globMatcher(files)(path));
}

/** A layer, then those of its overrides that name the file. */
function stepsOf({ config, preset }: ConfigLayer, absolute: string, folder: string): readonly (Partial<FileSettings> & LevelLayer)[] {
  const path = displayPath(absolute, folder);
  const own = preset === undefined ? config : { presets: [preset] };
  return [own, ...(config.overrides ?? []).filter(({ files }) => globMatcher(files)(path))];
}
