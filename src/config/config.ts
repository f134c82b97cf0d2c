import type { FormatTable } from "../formats/table/table.js";
import type { Mode } from "../model/conversation.js";
import type { Severity, TextRange } from "../model/violation.js";
import type { ConfiguredPolicy } from "../policies/policy.js";

/** Levels at which a run can fail. */
export const failLevels = ["error", "warning", "info", "never"] as const satisfies readonly (Severity | "never")[];

/** What a rule can be set to. */
export const levels = ["off", "info", "warning", "error"] as const;
/** What a rule can be set to; `off` takes its findings away. */
export type Level = (typeof levels)[number];

/** Sets of levels with a name: `recommended` leaves every rule at its default. */
export const presets = ["recommended", "strict", "all"] as const;
/** The name of a set of levels. */
export type Preset = (typeof presets)[number];

/** What `--group-by` puts findings together by. */
export const groupings = ["rule", "tool", "argument", "file"] as const;

/** When output is colored. */
export const colorChoices = ["auto", "always", "never"] as const;
/** Colored always, never, or where a person reads it. */
export type ColorChoice = (typeof colorChoices)[number];

/** Settings that may differ from file to file. What is `undefined` was not set. */
export interface FileSettings {
  readonly format: string | undefined;
  readonly profile: readonly string[] | undefined;
  readonly mode: Mode | undefined;
  /** Paths and globs, relative to the configuration's folder. */
  readonly tools: readonly string[] | undefined;
  readonly rules: ReadonlyMap<string, Level> | undefined;
}

/** Settings for files that globs name, relative to the configuration's folder. */
export interface Override extends FileSettings {
  readonly files: readonly string[];
}

/** Findings that are known and accepted. */
export interface Suppression {
  readonly rule: string;
  /** Globs, relative to the configuration's folder; `undefined`: all files. */
  readonly files: readonly string[] | undefined;
  /** A tool's name; `*` stands for any characters. */
  readonly tool: string | undefined;
  readonly reason: string;
  /** Last day on which it counts, `2027-01-31`. */
  readonly expires: string | undefined;
  /** Where the entry is: pointer, and place where the configuration has a text. */
  readonly pointer: string;
  readonly range: TextRange | null;
}

/** A configuration as written: nothing defaulted, nothing merged. What is `undefined` was not set. */
export interface Config extends FileSettings {
  /** Presets, and paths and packages of configurations, relative to the configuration's folder. */
  readonly extends: readonly string[] | undefined;
  /** Paths and packages, relative to the configuration's folder. */
  readonly plugins: readonly string[] | undefined;
  readonly formats: readonly FormatTable[] | undefined;
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  readonly allowHandled: boolean | undefined;
  readonly assertFormats: boolean | undefined;
  /** Bytes. */
  readonly maxSize: number | undefined;
  readonly failOn: Severity | "never" | undefined;
  readonly maxWarnings: number | undefined;
  readonly minFiles: number | undefined;
  readonly minToolCalls: number | undefined;
  readonly requireTools: boolean | undefined;
  readonly errorOnUnmatchedPattern: boolean | undefined;
  readonly ignore: readonly string[] | undefined;
  readonly gitignore: boolean | undefined;
  readonly forceExclude: boolean | undefined;
  readonly reporter: string | undefined;
  /** Reporter id to path, relative to the configuration's folder. */
  readonly output: ReadonlyMap<string, string> | undefined;
  readonly quiet: boolean | undefined;
  readonly maxShown: number | undefined;
  readonly groupBy: (typeof groupings)[number] | undefined;
  readonly snippets: boolean | undefined;
  readonly redact: boolean | undefined;
  readonly color: ColorChoice | undefined;
  readonly pathBase: string | undefined;
  readonly overrides: readonly Override[] | undefined;
  readonly cache: boolean | undefined;
  /** A folder, relative to the configuration's. */
  readonly cacheLocation: string | undefined;
  /** A path, relative to the configuration's folder. */
  readonly baseline: string | undefined;
  readonly suppress: readonly Suppression[] | undefined;
  readonly policies: readonly ConfiguredPolicy[] | undefined;
}
