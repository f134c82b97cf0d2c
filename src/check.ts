import { Buffer } from "node:buffer";
import { InputError } from "./errors.js";
import { findFiles } from "./input/find-files.js";
import { readBlocks } from "./input/read-file.js";
import { Linter } from "./lint/linter.js";
import type { LintInput, LintOptions } from "./lint/options.js";
import { ReportBuilder } from "./lint/report.js";
import { defaultVerdict, type VerdictOptions } from "./lint/verdict.js";
import type { Report } from "./model/violation.js";
import { version } from "./version.js";

/** How recordings are read and judged, and when the report says that they failed. */
export interface CheckOptions extends LintOptions, Partial<VerdictOptions> {
  /** Folder that patterns are relative to; default the working directory. */
  readonly cwd?: string;
}

/**
 * Checks files, as `guardrails check` does.
 *
 * @param patterns files, folders and globs
 * @returns what was found; nothing is thrown for bad input: what could not be read or matched is a notice, and the verdict `incomplete`
 */
export async function check(patterns: readonly string[], options: CheckOptions = {}): Promise<Report> {
  const found = await findFiles({
    cwd: options.cwd ?? process.cwd(),
    patterns,
    ignore: [],
    gitignore: true,
    forceExclude: false,
    notTranscripts: new Set(),
  });
  const builder = new ReportBuilder();
  for (const { code, message } of found.problems) builder.notice({ code, level: "error", message });
  return run(
    found.files.map(({ path, absolute }) => ({ path, chunks: () => readBlocks(absolute) })),
    options,
    builder,
  );
}

/**
 * Checks one recording that is at hand as text: JSON, JSON Lines or values in a row.
 *
 * @param options `path` is what the report calls it
 */
export function checkText(text: string, options: CheckOptions & { readonly path?: string } = {}): Report {
  return run([{ path: options.path ?? "<text>", chunks: () => [Buffer.from(text)] }], options, new ReportBuilder());
}

function run(inputs: readonly LintInput[], options: CheckOptions, builder: ReportBuilder): Report {
  const begin = performance.now();
  const linter = new Linter(options);
  for (const input of inputs) {
    try {
      builder.file(linter.lintFile(input, builder));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      builder.notice({ code: "unreadable-file", level: "error", message: error.message });
    }
  }
  return builder.build(version, { ...defaultVerdict, ...options }, Math.round(performance.now() - begin));
}
