import { resolve } from "node:path";
import { failLevels, type Level, levels, type Preset, presets } from "./config/config.js";
import { type ConfigFault, choice, count, type Field, flag, MemberReader, mapOf, oneOrMany, text } from "./config/fields.js";
import { ruleIds, selectors } from "./config/levels.js";
import { configOfValue } from "./config/parse-config.js";
import { ownPolicies } from "./config/policy-fields.js";
import { UsageError } from "./errors.js";
import { formats } from "./formats/index.js";
import type { JsonNode } from "./json/node.js";
import type { VerdictOptions } from "./lint/verdict.js";
import { type Mode, modes } from "./model/conversation.js";
import type { ConfiguredPolicy } from "./policies/policy.js";
import { profiles } from "./profiles/index.js";
import type { CheckFlags } from "./run/flags.js";

/**
 * Tool declarations, which replace those inside the recordings: the path of a file, or of several (`check` takes globs as well), relative
 * to `cwd`; or the declarations themselves in any dialect, as a list or an object.
 */
export type ToolsOption = string | readonly unknown[] | object;

/** How recordings are read and judged, and when the report says that they failed. */
export interface JudgingOptions extends Partial<VerdictOptions> {
  /** Id of a format, instead of the detected one. */
  readonly format?: string;
  /** Ids of profiles: judged for each of these instead of the recognised one. */
  readonly profiles?: string | readonly string[];
  /** How much of a conversation a recording claims to hold, instead of the detected mode. */
  readonly mode?: Mode;
  readonly tools?: ToolsOption;
  /** Levels that win over those of rules, findings and profiles, by rule id. */
  readonly severities?: ReadonlyMap<string, Level> | Readonly<Record<string, Level>>;
  readonly preset?: Preset;
  /** Ids of rules and categories: these alone are checked. */
  readonly only?: string | readonly string[];
  /** Ids of rules and categories that are left out. */
  readonly skip?: string | readonly string[];
  /** Judges the keyword `format` of schemas. */
  readonly assertFormats?: boolean;
  /** Lowers faults of calls that were answered with an error result to `info`. */
  readonly allowHandled?: boolean;
  /** How the agent may use its tools. `files` are globs relative to the working directory. */
  readonly policies?: readonly ConfiguredPolicy[];
  /** Bytes; a larger document is a finding, not read. Default 512 MiB. */
  readonly maxBytes?: number;
}

/** Options of `checkText` and `checkValue`. */
export interface CheckTextOptions extends JudgingOptions {
  /** What the report calls the recording. */
  readonly path?: string;
}

/** Options of `check`. What is not set is taken from the configuration, as the command takes it. */
export interface CheckOptions extends JudgingOptions {
  /** Folder that patterns and `tools` are relative to; default the working directory. */
  readonly cwd?: string;
  /** Path of the configuration for all files, instead of the nearest one above each; `false`: none. */
  readonly config?: string | false;
  /** Path of a baseline, whose findings are accepted; `false`: none, not even that of the configuration. */
  readonly baseline?: string | false;
  /** Globs of files that are left out. */
  readonly ignore?: string | readonly string[];
  /** Leaves out what `.gitignore` excludes; default true. */
  readonly gitignore?: boolean;
  /** Leaves out excluded files even where they are named. */
  readonly forceExclude?: boolean;
  /** A pattern that matches nothing makes the run incomplete; default true. */
  readonly errorOnUnmatchedPattern?: boolean;
}

/** Options that were found right: as flags, and what flags have no word for. */
export interface ReadOptions {
  readonly flags: CheckFlags;
  readonly cwd: string;
  readonly path: string | undefined;
  /** Declarations that are at hand; those in files are among the flags. */
  readonly tools: readonly unknown[] | object | undefined;
}

const judgeFields = {
  format: choice(formats.map(({ id }) => id)),
  profiles: oneOrMany(choice(profiles.map(({ id }) => id))),
  mode: choice(modes),
  tools: toolsField(),
  severities: mapOf(ruleIds, choice(levels)),
  preset: choice(presets),
  only: oneOrMany(choice(selectors)),
  skip: oneOrMany(choice(selectors)),
  assertFormats: flag,
  allowHandled: flag,
  maxBytes: count,
  failOn: choice(failLevels),
  maxWarnings: count,
  minFiles: count,
  minToolCalls: count,
  requireTools: flag,
  policies: ownPolicies,
};

const searchFields = {
  cwd: text("a folder"),
  config: pathOrFalse(),
  baseline: pathOrFalse(),
  ignore: oneOrMany(text("a glob")),
  gitignore: flag,
  forceExclude: flag,
  errorOnUnmatchedPattern: flag,
};

const textFields = { path: text("a name for the report") };

/**
 * Reads the options of a call.
 *
 * @param kind `search`: those of `check`; `text`: those of `checkText` and `checkValue`
 * @throws UsageError with a line for each option that is unknown or wrong
 */
export function readOptions(options: unknown, kind: "search" | "text"): ReadOptions {
  const unwritable = withoutJson(options);
  if (unwritable.length > 0) throw new UsageError(unwritable.join("\n"));
  const faults: ConfigFault[] = [];
  const node = configOfValue(withoutMaps(options));
  const keys = [...Object.keys(judgeFields), ...Object.keys(kind === "search" ? searchFields : textFields)];
  const members = new MemberReader(node, keys, (fault) => faults.push(fault));
  const read = <T>(key: string, field: Field<T>): T | undefined => (keys.includes(key) ? members.optional(key, field) : undefined);
  const tools = read("tools", judgeFields.tools);
  const flags: Partial<CheckFlags> = {
    ...set("format", read("format", judgeFields.format)),
    ...set("profile", read("profiles", judgeFields.profiles)),
    ...set("mode", read("mode", judgeFields.mode)),
    ...set("tools", tools?.kind === "files" ? tools.patterns : undefined),
    ...set("rule", read("severities", judgeFields.severities)),
    ...set("preset", read("preset", judgeFields.preset)),
    ...set("only", read("only", judgeFields.only)),
    ...set("skip", read("skip", judgeFields.skip)),
    ...set("assertFormats", read("assertFormats", judgeFields.assertFormats)),
    ...set("allowHandled", read("allowHandled", judgeFields.allowHandled)),
    ...set("maxSize", read("maxBytes", judgeFields.maxBytes)),
    ...set("failOn", read("failOn", judgeFields.failOn)),
    ...set("maxWarnings", node.get("maxWarnings")?.kind === "null" ? undefined : read("maxWarnings", judgeFields.maxWarnings)),
    ...set("minFiles", read("minFiles", judgeFields.minFiles)),
    ...set("minToolCalls", read("minToolCalls", judgeFields.minToolCalls)),
    ...set("requireTools", read("requireTools", judgeFields.requireTools)),
    ...set("policies", read("policies", judgeFields.policies)),
    ...set("config", read("config", searchFields.config)),
    ...set("baseline", read("baseline", searchFields.baseline)),
    ...set("ignore", read("ignore", searchFields.ignore)),
    ...set("forceExclude", read("forceExclude", searchFields.forceExclude)),
  };
  const gitignore = read("gitignore", searchFields.gitignore) ?? null;
  const errorOnUnmatchedPattern = read("errorOnUnmatchedPattern", searchFields.errorOnUnmatchedPattern) ?? null;
  const cwd = resolve(read("cwd", searchFields.cwd) ?? ".");
  const path = read("path", textFields.path);
  if (faults.length > 0) throw new UsageError(faults.map(inWords).join("\n"));
  return {
    flags: { gitignore, errorOnUnmatchedPattern, snippets: null, ...flags },
    cwd,
    path,
    tools: tools?.kind === "declarations" ? tools.value : undefined,
  };
}

/**
 * @returns the patterns of a call of `check`
 * @throws UsageError for anything but a list of texts, or one text
 */
export function readPatterns(patterns: unknown): readonly string[] {
  const faults: ConfigFault[] = [];
  const field = oneOrMany(text("a path or glob"));
  const read = field.read(configOfValue(patterns), (fault) => faults.push(fault));
  // An empty text is a pattern that matches nothing, as on the command line.
  const others = faults.filter(({ at }) => at.string() !== "");
  if (others.length > 0) throw new UsageError(others.map(({ message }) => `Patterns: ${message}`).join("\n"));
  return faults.length > 0 ? [...(read ?? []), ""] : (read ?? []);
}

function set<Key extends keyof CheckFlags>(key: Key, value: CheckFlags[Key] | undefined): Partial<CheckFlags> {
  return value === undefined ? {} : { [key]: value };
}

type Tools =
  | { readonly kind: "files"; readonly patterns: readonly string[] }
  | { readonly kind: "declarations"; readonly value: readonly unknown[] | object };

function toolsField(): Field<Tools> {
  const expected = "Expected a path, a list of paths, or declarations";
  return {
    schema: {},
    read(node, tell) {
      const path = node.string();
      if (path !== undefined && path !== "") return { kind: "files", patterns: [path] };
      const items = node.items();
      const paths = items.flatMap((item) => item.string() ?? []);
      if (paths.length > 0 && paths.length === items.length) return { kind: "files", patterns: paths };
      if (node.kind === "array" || node.kind === "object") return { kind: "declarations", value: inMemory(node) };
      return void tell({ at: node, message: `${expected}, got ${path === undefined ? node.kind : "an empty text"}` });
    },
  };
}

function inMemory(node: JsonNode): readonly unknown[] | object {
  return Object(node.value());
}

function pathOrFalse(): Field<string | false> {
  const path = text("a path, or false for none");
  return { schema: {}, read: (node, tell) => (node.boolean() === false ? false : path.read(node, tell)) };
}

/** A line for each option that is nothing JSON can say: read as null it would be reported wrongly, or not at all. */
function withoutJson(options: unknown): readonly string[] {
  if (Array.isArray(options)) return ["Options: Expected an object, got a list"];
  if (typeof options !== "object" || options === null) return [];
  return Object.entries(options).flatMap(([key, value]) => {
    const isNumber = typeof value === "number" && Number.isFinite(value);
    if (isNumber || value === null || ["string", "boolean", "object", "undefined"].includes(typeof value)) return [];
    const what = typeof value === "number" ? String(value) : `a ${typeof value}`;
    return [`Option ${key}: Expected a value that JSON can hold, got ${what}`];
  });
}

/** Maps are as good as objects where ids are keys. */
function withoutMaps(options: unknown): unknown {
  if (typeof options !== "object" || options === null) return options;
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, value instanceof Map ? Object.fromEntries(value) : value]));
}

function inWords({ at, message }: ConfigFault): string {
  const [, option, ...rest] = at.pointer.split("/");
  if (option === undefined) return `Options: ${message}`;
  return message.startsWith("Unknown key") && rest.length === 0
    ? message.replace("key", "option")
    : `Option ${[option, ...rest].join(".")}: ${message}`;
}
