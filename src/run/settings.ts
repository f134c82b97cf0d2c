import { resolve } from "node:path";
import type { ColorChoice, Override } from "../config/config.js";
import { resolveLevels } from "../config/levels.js";
import { displayPath } from "../input/find-files.js";
import { defaultVerdict, type VerdictOptions } from "../lint/verdict.js";
import type { Mode } from "../model/conversation.js";
import type { Severity } from "../model/violation.js";
import type { ConfiguredPolicy } from "../policies/policy.js";
import type { Grouping } from "../reporters/kinds.js";
import { globMatcher } from "../text/glob.js";
import { typedPattern } from "../text/platform.js";
import type { LoadedConfig } from "./configs.js";
import { type Extensions, noExtensions } from "./extensions.js";
import type { CheckFlags } from "./flags.js";

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
  };
}

/** How a file (absolute path) is judged: flags, else the last override that names it, else the configuration. */
export function judgingOf(absolute: string, flags: CheckFlags, loaded: LoadedConfig | undefined, cwd: string): FileJudging {
  const config = loaded?.config;
  const extensions = loaded?.extensions ?? noExtensions;
  const overrides = loaded === undefined ? [] : overridesFor(absolute, loaded);
  const overridden = <Key extends keyof Override>(key: Key) => overrides.findLast((override) => override[key] !== undefined)?.[key];
  const configTools = overridden("tools") ?? config?.tools;
  const policies =
    flags.policies === undefined
      ? policiesFor(absolute, config?.policies, loaded?.folder ?? cwd)
      : policiesFor(absolute, flags.policies, cwd);
  return {
    key: [
      loaded?.path ?? "",
      ...overrides.map((override) => config?.overrides?.indexOf(override)),
      ...policies.map(({ name }) => JSON.stringify(name)),
    ].join("\n"),
    format: flags.format ?? overridden("format") ?? config?.format,
    profiles: flags.profile ?? overridden("profile") ?? config?.profile ?? [],
    mode: flags.mode ?? overridden("mode") ?? config?.mode,
    tools:
      flags.tools === undefined
        ? configTools && { patterns: configTools, folder: loaded?.folder ?? cwd }
        : { patterns: flags.tools.map((pattern) => typedPattern(pattern, process.platform)), folder: cwd },
    extensions,
    policies,
    severities: resolveLevels(
      [
        {
          presets: flags.preset === undefined ? config?.extends : [flags.preset],
          rules: config?.rules,
          only: config?.only,
          skip: config?.skip,
        },
        ...overrides.map(({ rules }) => ({ rules })),
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

function overridesFor(absolute: string, { folder, config }: LoadedConfig): readonly Override[] {
  const path = displayPath(absolute, folder);
  return (config.overrides ?? []).filter(({ files }) => globMatcher(files)(path));
}
