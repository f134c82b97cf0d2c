import { Command, Option } from "commander";
import { colorChoices, failLevels, groupings, type Level, levels, presets } from "../config/config.js";
import { ruleIds, selectors } from "../config/levels.js";
import type { PluginIds } from "../config/read-config.js";
import { parseSize } from "../config/size.js";
import { UsageError } from "../errors.js";
import { formats } from "../formats/index.js";
import { modes } from "../model/conversation.js";
import { profiles } from "../profiles/index.js";
import { reporters } from "../reporters/index.js";
import type { CheckFlags } from "../run/flags.js";
import type { Surroundings } from "../run/surroundings.js";
import { listing } from "../text/listing.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { shardOf } from "./shard-flag.js";

const reporterIds = reporters.map(({ id }) => id).join(", ");

/** Declares the flags of `check`, in the groups in which help shows them. */
export function addCheckFlags(command: Command, env: Surroundings["env"] = {}): Command {
  const withReport = command
    .optionsGroup("Input:")
    .addOption(
      new Option("--tools <pattern>", "take tool declarations from these files, not from the transcripts (repeatable)").argParser(several),
    )
    .addOption(new Option("--format <id>", "read the transcripts as this format; do not detect it"))
    .addOption(new Option("--profile <id>", "check against what this endpoint enforces (repeatable)").argParser(list))
    .addOption(new Option("--mode <mode>", `what a transcript holds: ${modes.join(", ")}`).argParser(oneOf("--mode", modes)))
    .addOption(new Option("--ignore <glob>", "skip these files, even if they are named (repeatable)").argParser(several))
    .addOption(new Option("--no-gitignore", "also check files that .gitignore excludes").default(null))
    .addOption(new Option("--force-exclude", "skip excluded files even if they are named"))
    .addOption(new Option("--no-error-on-unmatched-pattern", "do not fail if a pattern matches no file").default(null))
    .addOption(new Option("--files-from <path>", "read file names from this file, one per line or NUL-separated; - is standard input"))
    .addOption(new Option("--stdin-filename <path>", "file name for standard input, in reports and to find its configuration"))
    .addOption(new Option("--list-files", "list the files that would be checked, and stop"))
    .addOption(
      new Option("--max-size <size>", "reject larger documents, such as 50MB or 1GiB (default 512MiB)").argParser(sizeOf("--max-size")),
    )
    .optionsGroup("Rules:")
    .addOption(new Option("--preset <name>", "levels to start from: recommended, strict or all").argParser(oneOf("--preset", presets)))
    .addOption(new Option("--rule <id=level>", "set a rule to off, info, warning or error (repeatable)").argParser(ruleLevel))
    .addOption(new Option("--only <id>", "run only this rule or category (repeatable)").argParser(list))
    .addOption(new Option("--skip <id>", "do not run this rule or category (repeatable)").argParser(list))
    .addOption(new Option("--assert-formats", "check the format keyword of schemas, such as date-time"))
    .addOption(new Option("--config <path>", "use this configuration file, not the nearest one"))
    .addOption(new Option("--no-config", "use no configuration file"))
    .optionsGroup("Verdict:")
    .addOption(failOn())
    .addOption(maxWarnings())
    .addOption(new Option("--allow-handled", "report a faulty call as info if the agent got the error as its result"))
    .addOption(
      new Option("--baseline <file>", "accept the findings that this file lists (default guardrails-baseline.jsonl, if it exists)"),
    )
    .addOption(new Option("--update-baseline", "write all current findings to the baseline, and drop those that are gone"))
    .addOption(new Option("--prune-baseline", "drop findings from the baseline that are gone"))
    .addOption(new Option("--no-baseline", "accept nothing from a baseline"))
    .addOption(new Option("--min-files <n>", "exit with 2 if fewer files were checked (default 1)").argParser(countOf("--min-files")))
    .addOption(new Option("--min-tool-calls <n>", "exit with 2 if fewer tool calls were found").argParser(countOf("--min-tool-calls")))
    .addOption(new Option("--require-tools", "exit with 2 if the arguments of a call could not be checked"))
    .optionsGroup("Report:")
    .addOption(new Option("-r, --reporter <id>", `report on standard output: ${reporterIds} (default pretty)`))
    .addOption(new Option("-o, --output <reporter=path>", "also write a report to a file (repeatable)").argParser(output));
  addShownFlags(withReport)
    .addOption(new Option("--no-progress", "do not show how far a long run is"))
    .addOption(new Option("--stats", "print time, speed and memory to standard error"))
    .optionsGroup("Again and again:")
    .addOption(new Option("--cache", "remember what was found in files, and check only those that changed"))
    .addOption(new Option("--no-cache", "remember nothing, whatever the configuration says"))
    .addOption(new Option("--cache-location <folder>", "folder to remember it in (default node_modules/.cache/tool-guardrails)"))
    .addOption(new Option("--watch", "check again whenever a file, a declaration or the configuration changes"))
    .optionsGroup("Many cores, many machines:")
    .addOption(
      new Option("--shard <i/n|auto>", "check one of n parts of the run and write a blob; auto: as the job array around it says").argParser(
        (value) => shardOf(value, env),
      ),
    )
    .addOption(
      new Option("--concurrency <auto|n>", "check in so many threads (default auto: one, more where that is faster)").argParser(threads),
    );
  return command;
}

/** The flags of \`merge\`: how the report of a whole run weighs and looks. */
export function addMergeFlags(command: Command): Command {
  const withReport = command
    .optionsGroup("Verdict:")
    .addOption(failOn())
    .addOption(maxWarnings())
    .optionsGroup("Report:")
    .addOption(new Option("-r, --reporter <id>", `report on standard output: ${reporterIds} (default: that of the run)`))
    .addOption(new Option("-o, --output <reporter=path>", "also write a report to a file (repeatable)").argParser(output));
  return addShownFlags(withReport);
}

function failOn(): Option {
  return new Option("--fail-on <level>", "lowest level that fails: error (default), warning, info, never").argParser(
    oneOf("--fail-on", failLevels),
  );
}

function maxWarnings(): Option {
  return new Option("--max-warnings <n>", "fail if there are more warnings than this").argParser(countOf("--max-warnings"));
}

/** What changes the look of a report and nothing else. */
function addShownFlags(command: Command): Command {
  return command
    .addOption(new Option("--quiet", "hide findings below the fail level"))
    .addOption(new Option("--max-shown <n>", "show at most this many findings").argParser(countOf("--max-shown")))
    .addOption(
      new Option("--group-by <what>", "show counts by rule, tool, argument or file, not each finding").argParser(
        oneOf("--group-by", groupings),
      ),
    )
    .addOption(new Option("--no-snippets", "do not show code").default(null))
    .addOption(new Option("--redact", "hide the values of the transcripts"))
    .addOption(new Option("--color <when>", "auto, always or never").argParser(oneOf("--color", colorChoices)))
    .addOption(new Option("--path-base <folder>", "report paths relative to this folder"));
}

/** Declares those flags of `check` that say how one file is read and judged. */
export function addReadingFlags(command: Command): Command {
  return addFlags(command, ["tools", "format", "profile", "mode", "preset", "config"]);
}

/** Declares the flags that choose a configuration. */
export function addConfigFlags(command: Command): Command {
  return addFlags(command, ["config"]);
}

function addFlags(command: Command, wanted: readonly string[]): Command {
  const all = addCheckFlags(new Command()).options.filter((option) => wanted.includes(option.attributeName()));
  for (const option of all) command.addOption(option);
  return command;
}

/** Refuses ids that nothing has, neither built in nor brought by a configuration: each of them with the nearest right one. */
export function refuseUnknownIds(flags: CheckFlags, own: PluginIds): void {
  if (flags.format !== undefined) refuseUnknown("--format", [flags.format], [...own.formats, ...formats.map(({ id }) => id)]);
  refuseUnknown("--rule", flags.rule?.keys() ?? [], [...ruleIds, ...own.rules]);
  refuseUnknown("--only", flags.only ?? [], [...selectors, ...own.rules]);
  refuseUnknown("--skip", flags.skip ?? [], [...selectors, ...own.rules]);
}

function refuseUnknown(flag: string, values: Iterable<string>, ids: readonly string[]): void {
  for (const value of values) if (!ids.includes(value)) throw unknownValue(flag, value, ids);
}

/** Refuses ids of profiles and reporters that nothing has. */
export function refuseUnknownReporters(flags: Pick<CheckFlags, "format" | "profile" | "reporter" | "output">): void {
  const reporterIds = reporters.map(({ id }) => id);
  if (reporters.some(({ id }) => id === flags.format)) {
    throw new UsageError(`--format names the format of the transcripts, did you mean --reporter ${flags.format}?`);
  }
  refuseUnknown(
    "--profile",
    flags.profile ?? [],
    profiles.map(({ id }) => id),
  );
  if (flags.reporter !== undefined) refuseUnknown("--reporter", [flags.reporter], reporterIds);
  refuseUnknown(
    "--output",
    (flags.output ?? []).map(([id]) => id),
    reporterIds,
  );
}

/** The flag's value, rejected with the nearest right one. */
export function unknownValue(flag: string, value: string, known: readonly string[]): UsageError {
  const near = nearestName(value, known);
  const list = known.length > 12 ? listedBy.get(flag) : undefined;
  const expected = list === undefined ? `it must be ${listing(known, "or")}` : `\`guardrails ${list}\` lists them`;
  return new UsageError(`Unknown value ${quote(value)} for ${flag}, ${near === undefined ? expected : `did you mean ${quote(near)}?`}`);
}

/** The command that lists the values of a flag, where they are too many for one line. */
const listedBy: ReadonlyMap<string, string> = new Map([
  ["--format", "formats"],
  ["--profile", "formats"],
  ["--rule", "rules"],
  ["--only", "rules"],
  ["--skip", "rules"],
]);

function oneOf<T extends string>(flag: string, known: readonly T[]): (value: string) => T {
  return (value) => {
    const found = known.find((each) => each === value);
    if (found === undefined) throw unknownValue(flag, value, known);
    return found;
  };
}

function threads(value: string): number | "auto" {
  if (value === "auto") return value;
  const count = countOf("--concurrency")(value);
  if (count < 1 || count > mostThreads) throw new UsageError(`--concurrency must be auto or 1 to ${mostThreads}, not ${quote(value)}`);
  return count;
}

/** More threads than any machine has cores are a mistake. */
const mostThreads = 1024;

function countOf(flag: string): (value: string) => number {
  return (value) => {
    if (!/^\d{1,15}$/.test(value)) throw new UsageError(`${flag} must be a whole number, not ${quote(value)}`);
    return Number(value);
  };
}

function sizeOf(flag: string): (value: string) => number {
  return (value) => {
    const size = parseSize(value);
    if (size === undefined) throw new UsageError(`${flag} must be a size such as 50MB or 1GiB, not ${quote(value)}`);
    return size;
  };
}

function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Ids hold no comma: `--only a,b` is as good as `--only a --only b`. */
function list(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").map((each) => each.trim())];
}

function ruleLevel(value: string, before: ReadonlyMap<string, Level> = new Map()): ReadonlyMap<string, Level> {
  const [id = "", level] = value.split("=", 2);
  if (level === undefined) throw new UsageError(`--rule takes id=level, not ${quote(value)}`);
  return new Map([...before, [id, oneOf("--rule", levels)(level)]]);
}

function outputHint(value: string): string {
  if (reporters.some(({ id }) => id === value)) return `, did you mean --reporter ${value}?`;
  const guess = reporters.find(({ id }) => value.toLowerCase().endsWith(`.${id}`))?.id;
  return guess === undefined ? "" : `, did you mean ${quote(`${guess}=${value}`)}?`;
}

function output(value: string, before: readonly (readonly [string, string])[] = []): readonly (readonly [string, string])[] {
  const split = value.indexOf("=");
  if (split < 1 || split === value.length - 1)
    throw new UsageError(`--output takes reporter=path, not ${quote(value)}${outputHint(value)}`);
  return [...before, [value.slice(0, split), value.slice(split + 1)]];
}
