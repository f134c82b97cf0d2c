import { type Command, Option } from "commander";
import { colorChoices, failLevels, type Level, levels, presets } from "../config/config.js";
import { ruleIds, selectors } from "../config/levels.js";
import { parseSize } from "../config/size.js";
import { UsageError } from "../errors.js";
import { formats } from "../formats/index.js";
import { modes } from "../model/conversation.js";
import { profiles } from "../profiles/index.js";
import { reporters } from "../reporters/index.js";
import type { CheckFlags } from "../run/flags.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";

const reporterIds = reporters.map(({ id }) => id).join(", ");

/** Declares the flags of `check`, in the groups in which help shows them. */
export function addCheckFlags(command: Command): Command {
  return command
    .optionsGroup("Input:")
    .addOption(new Option("--tools <pattern>", "tool declarations, instead of those inside (repeatable)").argParser(several))
    .addOption(new Option("--format <id>", "read the transcripts as this format, instead of the detected one"))
    .addOption(new Option("--profile <id>", "judge for this endpoint (repeatable: judged for each)").argParser(list))
    .addOption(
      new Option("--mode <mode>", `how much of a conversation a transcript holds: ${modes.join(", ")}`).argParser(oneOf("--mode", modes)),
    )
    .addOption(new Option("--ignore <glob>", "leave these files out (repeatable)").argParser(several))
    .addOption(new Option("--no-gitignore", "do not leave out what .gitignore excludes").default(null))
    .addOption(new Option("--force-exclude", "leave out excluded files even where they are named"))
    .addOption(new Option("--no-error-on-unmatched-pattern", "a pattern that matches nothing is no error").default(null))
    .addOption(new Option("--files-from <path>", "read names of files, one a line or NUL-separated; - is standard input"))
    .addOption(new Option("--stdin-filename <path>", "what standard input is called in reports and for the configuration"))
    .addOption(new Option("--list-files", "print the files that would be checked, and stop"))
    .addOption(new Option("--max-size <size>", "refuse larger documents (50MB, 1GiB; default 512MiB)").argParser(sizeOf("--max-size")))
    .optionsGroup("Rules:")
    .addOption(new Option("--preset <name>", "recommended, strict or all").argParser(oneOf("--preset", presets)))
    .addOption(new Option("--rule <id=level>", "off, info, warning or error (repeatable)").argParser(ruleLevel))
    .addOption(new Option("--only <id>", "check only this rule or category (repeatable)").argParser(list))
    .addOption(new Option("--skip <id>", "leave out this rule or category (repeatable)").argParser(list))
    .addOption(new Option("--assert-formats", "judge the format keyword of schemas"))
    .addOption(new Option("--config <path>", "use this configuration, instead of the nearest one"))
    .addOption(new Option("--no-config", "use no configuration"))
    .optionsGroup("Verdict:")
    .addOption(
      new Option("--fail-on <level>", "lowest level that fails: error, warning, info, never").argParser(oneOf("--fail-on", failLevels)),
    )
    .addOption(new Option("--max-warnings <n>", "more warnings than this fail").argParser(countOf("--max-warnings")))
    .addOption(new Option("--allow-handled", "a faulty call that was answered with an error is only told"))
    .addOption(new Option("--min-files <n>", "fewer files: exit 2 (default 1)").argParser(countOf("--min-files")))
    .addOption(new Option("--min-tool-calls <n>", "fewer tool calls: exit 2").argParser(countOf("--min-tool-calls")))
    .addOption(new Option("--require-tools", "a call whose arguments no declaration could judge: exit 2"))
    .optionsGroup("Report:")
    .addOption(new Option("-r, --reporter <id>", `what goes to standard output: ${reporterIds} (default pretty)`))
    .addOption(new Option("-o, --output <reporter=path>", "one more report, to a file (repeatable)").argParser(output))
    .addOption(new Option("--quiet", "hide findings below the fail level"))
    .addOption(new Option("--max-shown <n>", "show no more findings than this").argParser(countOf("--max-shown")))
    .addOption(new Option("--no-snippets", "show no code").default(null))
    .addOption(new Option("--redact", "show no values of the transcripts"))
    .addOption(new Option("--color <when>", "auto, always or never").argParser(oneOf("--color", colorChoices)))
    .addOption(new Option("--path-base <folder>", "report paths relative to this folder"))
    .addOption(new Option("--stats", "tell on standard error how long it took"));
}

/** Refuses ids that nothing has: each of them with the nearest right one. */
export function refuseUnknownIds(flags: CheckFlags): void {
  const known = (flag: string, values: Iterable<string>, ids: readonly string[]) => {
    for (const value of values) if (!ids.includes(value)) throw unknownValue(flag, value, ids);
  };
  const reporterIds = reporters.map(({ id }) => id);
  if (reporters.some(({ id }) => id === flags.format)) {
    throw new UsageError(`--format names the format of the transcripts, did you mean --reporter ${flags.format}?`);
  }
  if (flags.format !== undefined)
    known(
      "--format",
      [flags.format],
      formats.map(({ id }) => id),
    );
  known(
    "--profile",
    flags.profile ?? [],
    profiles.map(({ id }) => id),
  );
  known("--rule", flags.rule?.keys() ?? [], ruleIds);
  known("--only", flags.only ?? [], selectors);
  known("--skip", flags.skip ?? [], selectors);
  if (flags.reporter !== undefined) known("--reporter", [flags.reporter], reporterIds);
  known(
    "--output",
    (flags.output ?? []).map(([id]) => id),
    reporterIds,
  );
}

/** The flag's value, refused with the nearest right one. */
export function unknownValue(flag: string, value: string, known: readonly string[]): UsageError {
  const near = nearestName(value, known);
  const list = known.length > 12 ? listedBy.get(flag) : undefined;
  const expected = list === undefined ? `expected ${known.join(", ")}` : `\`guardrails ${list}\` lists them`;
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

function countOf(flag: string): (value: string) => number {
  return (value) => {
    if (!/^\d{1,15}$/.test(value)) throw new UsageError(`Expected a whole number for ${flag}, got ${quote(value)}`);
    return Number(value);
  };
}

function sizeOf(flag: string): (value: string) => number {
  return (value) => {
    const size = parseSize(value);
    if (size === undefined) throw new UsageError(`Expected a size such as 50MB or 1GiB for ${flag}, got ${quote(value)}`);
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
  if (level === undefined) throw new UsageError(`Expected id=level for --rule, got ${quote(value)}`);
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
    throw new UsageError(`Expected reporter=path for --output, got ${quote(value)}${outputHint(value)}`);
  return [...before, [value.slice(0, split), value.slice(split + 1)]];
}
