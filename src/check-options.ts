import { resolve } from "node:path";
import { type ConfigFault, type Field, flag, mustBe, oneOrMany, text } from "./config/fields.js";
import { configOfValue } from "./config/parse-config.js";
import type { PluginIds } from "./config/read-config.js";
import { UsageError } from "./errors.js";
import type { JsonNode } from "./json/node.js";
import { type JudgingSettings, OptionReader, set } from "./judging-options.js";
import type { CheckFlags } from "./run/flags.js";

/**
 * Tool declarations, which replace those inside the recordings: the path of a file, or of several (`check` takes globs as well), relative
 * to `cwd`; or the declarations themselves in any dialect, as a list or an object.
 */
export type ToolsOption = string | readonly unknown[] | object;

/** How recordings are read and judged, with which declarations, and when the report says that they failed. */
export interface JudgingOptions extends JudgingSettings {
  readonly tools?: ToolsOption;
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
 * @param own ids that configurations bring; `any`: none of them is read yet, so any id may be right
 * @throws UsageError with a line for each option that is unknown or wrong
 */
export function readOptions(options: unknown, kind: "search" | "text", own?: PluginIds | "any"): ReadOptions {
  const members = new OptionReader(options, ["tools", ...Object.keys(kind === "search" ? searchFields : textFields)], own);
  const read = <T>(key: string, field: Field<T>): T | undefined => members.read(key, field);
  const tools = read("tools", toolsField());
  const flags: Partial<CheckFlags> = {
    ...members.judging(),
    ...set("tools", tools?.kind === "files" ? tools.patterns : undefined),
    ...set("config", read("config", searchFields.config)),
    ...set("baseline", read("baseline", searchFields.baseline)),
    ...set("ignore", read("ignore", searchFields.ignore)),
    ...set("forceExclude", read("forceExclude", searchFields.forceExclude)),
  };
  const gitignore = read("gitignore", searchFields.gitignore) ?? null;
  const errorOnUnmatchedPattern = read("errorOnUnmatchedPattern", searchFields.errorOnUnmatchedPattern) ?? null;
  const cwd = resolve(read("cwd", searchFields.cwd) ?? ".");
  const path = read("path", textFields.path);
  members.end();
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
  if (others.length > 0) throw new UsageError(others.map(({ message }) => message.replace(/^.* must be/, "Patterns must be")).join("\n"));
  return faults.length > 0 ? [...(read ?? []), ""] : (read ?? []);
}

type Tools =
  | { readonly kind: "files"; readonly patterns: readonly string[] }
  | { readonly kind: "declarations"; readonly value: readonly unknown[] | object };

function toolsField(): Field<Tools> {
  return {
    schema: {},
    read(node, tell) {
      const path = node.string();
      if (path !== undefined && path !== "") return { kind: "files", patterns: [path] };
      const items = node.items();
      const paths = items.flatMap((item) => item.string() ?? []);
      if (paths.length > 0 && paths.length === items.length) return { kind: "files", patterns: paths };
      if (node.kind === "array" || node.kind === "object") return { kind: "declarations", value: inMemory(node) };
      return void tell({ at: node, message: mustBe(node, "a path, a list of paths, or declarations") });
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
