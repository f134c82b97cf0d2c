import type { Field } from "../config/fields.js";
import { resolveLevels } from "../config/levels.js";
import { UsageError } from "../errors.js";
import { formats } from "../formats/index.js";
import { type JudgingSettings, OptionReader } from "../judging-options.js";
import { Linter } from "../lint/linter.js";
import type { ExternalTools, LintOptions } from "../lint/options.js";
import { ReportBuilder } from "../lint/report.js";
import { Tally } from "../lint/tally.js";
import { defaultVerdict } from "../lint/verdict.js";
import type { Report, Violation } from "../model/violation.js";
import { profiles } from "../profiles/index.js";
import { declaredIn, externalToolsOf } from "../run/declared-tools.js";
import { faultNotice } from "../run/fault-notice.js";
import type { CheckFlags } from "../run/flags.js";
import { globMatcher } from "../text/glob.js";
import { version } from "../version.js";
import { blocksOf, type GivenFile, type ReadableFile, readGivenFiles } from "./given-file.js";

/** Files that are at hand, and how they are judged. */
export interface BrowserOptions extends JudgingSettings {
  readonly files: readonly GivenFile[];
  /** Tool declarations in any dialect, as a list or an object. They replace those inside the recordings. */
  readonly tools?: readonly unknown[] | object;
  /** The same as files of JSON: what is wrong in them is reported at its place. */
  readonly toolFiles?: readonly GivenFile[];
}

/** Hears of conversations while they are read, for those who draw them. */
export type Drawing = Pick<LintOptions, "sketch"> & { add(index: number, sketch: Sketch): void };
type Sketch = ReturnType<NonNullable<LintOptions["sketch"]>>;

/**
 * Checks files that are at hand, as `check` of Node checks files on disk without a configuration.
 *
 * @returns what was found; nothing is thrown for bad input: what could not be read is a notice, and the verdict `incomplete`
 * @throws UsageError for mistakes in options; InputError for declarations that cannot be read
 */
export async function check(options: BrowserOptions): Promise<Report> {
  return checkDrawing(options, undefined);
}

/** As `check`, and gives each conversation to who draws it. */
export async function checkDrawing(options: BrowserOptions, drawing: Drawing | undefined): Promise<Report> {
  const begin = performance.now();
  const { files, tools, flags } = readBrowserOptions(options);
  const builder = new ReportBuilder();
  const linters = new Map<string, Linter>();
  for (const file of files) {
    const policies = (flags.policies ?? []).filter((policy) => policy.files === undefined || globMatcher(policy.files)(file.path));
    const key = JSON.stringify(policies.map(({ name }) => name));
    const linter = linters.get(key) ?? new Linter({ ...lintOptionsOf(flags, tools), policies, ...(drawing && { sketch: drawing.sketch }) });
    linters.set(key, linter);
    checkFile(file.path, await blocksOf(file), linter, builder, drawing);
  }
  const verdict = {
    failOn: flags.failOn ?? defaultVerdict.failOn,
    maxWarnings: flags.maxWarnings ?? defaultVerdict.maxWarnings,
    minFiles: flags.minFiles ?? defaultVerdict.minFiles,
    minToolCalls: flags.minToolCalls ?? defaultVerdict.minToolCalls,
    requireTools: flags.requireTools ?? defaultVerdict.requireTools,
  };
  const report = builder.build(version, verdict, Math.round(performance.now() - begin));
  return { ...report, violations: report.violations.toSorted(byPath) };
}

function checkFile(
  path: string,
  blocks: readonly Uint8Array[],
  linter: Linter,
  builder: ReportBuilder,
  drawing: Drawing | undefined,
): void {
  const tally = new Tally(path);
  const violation = (found: Violation): boolean => {
    tally.count(found);
    return builder.violation(found);
  };
  const conversation = (index: number, sketch: Sketch) => drawing?.add(index, sketch);
  try {
    builder.file(linter.lintFile({ path, chunks: () => blocks }, { violation, conversation }));
  } catch (error) {
    builder.file(tally.outcome()); // what was reported until then counts
    builder.notice(faultNotice(path, error).notice);
  }
}

function lintOptionsOf(flags: Partial<CheckFlags>, tools: ExternalTools | undefined): LintOptions {
  const format = formats.find(({ id }) => id === flags.format);
  return {
    ...(format !== undefined && { format }),
    profiles: profiles.filter(({ id }) => flags.profile?.includes(id) === true),
    ...(flags.mode !== undefined && { mode: flags.mode }),
    ...(tools !== undefined && { tools }),
    severities: resolveLevels([
      { presets: flags.preset === undefined ? undefined : [flags.preset] },
      { rules: flags.rule, only: flags.only, skip: flags.skip },
    ]),
    assertFormats: flags.assertFormats ?? false,
    allowHandled: flags.allowHandled ?? false,
    ...(flags.maxSize !== undefined && { maxBytes: flags.maxSize }),
  };
}

/** What has no meaning without a disk, in the words of Node's `check`. */
const needsNode: Readonly<Record<string, string>> = {
  config: "configurations are read from disk; pass their settings as options",
  plugins: "plugins are loaded from disk, which needs Node",
  baseline: "baselines are kept on disk, which needs Node",
  mcp: "an MCP server is a process, which needs Node",
  cwd: "there is no working directory",
  ignore: "pass the files that are meant",
  gitignore: "pass the files that are meant",
  forceExclude: "pass the files that are meant",
};

interface ReadBrowserOptions {
  readonly files: readonly ReadableFile[];
  readonly tools: ExternalTools | undefined;
  readonly flags: Partial<CheckFlags>;
}

function readBrowserOptions(options: unknown): ReadBrowserOptions {
  if (typeof options !== "object" || options === null) throw new UsageError("check takes an object: check({ files: [{ path, text }] })");
  for (const [key, reason] of Object.entries(needsNode)) {
    if (key in options) throw new UsageError(`Option ${key} does not work in a browser: ${reason}`);
  }
  const { files, toolFiles, ...others }: Partial<Record<string, unknown>> = { ...options };
  const reader = new OptionReader(others, ["tools"]);
  const flags = reader.judging();
  const tools = reader.read("tools", declarationsField);
  reader.end();
  if (tools !== undefined && toolFiles !== undefined) throw new UsageError("Options tools and toolFiles exclude each other");
  const given = toolFiles === undefined ? undefined : declaredIn(readGivenFiles(toolFiles, "toolFiles"));
  return { files: readGivenFiles(files, "files"), tools: tools === undefined ? given : externalToolsOf(tools), flags };
}

const declarationsField: Field<readonly unknown[] | object> = {
  schema: {},
  read(node, tell) {
    const isList = node.kind === "array" && node.items().every((item) => item.kind !== "string");
    if (isList || node.kind === "object") return Object(node.value());
    return void tell({ at: node, message: "Expected declarations as a list or an object; a browser reads no files from disk" });
  },
};

/** As the files were checked; declarations among them come where they belong. */
function byPath(one: Violation, other: Violation): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
