import { Buffer } from "node:buffer";
import { InputError } from "./errors.js";
import { findFiles } from "./input/find-files.js";
import { openTranscript } from "./input/open-transcript.js";
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
  const run = new Run(options);
  for (const { code, message } of found.problems) run.builder.notice({ code, level: "error", message });
  for (const { path, absolute, named } of found.files) run.check({ path, isFound: !named, chunks: await openTranscript(absolute, path) });
  return run.finish();
}

/**
 * Checks one recording that is at hand as text: JSON, JSON Lines or values in a row.
 *
 * @param options `path` is what the report calls it
 */
export function checkText(text: string, options: CheckOptions & { readonly path?: string } = {}): Report {
  const run = new Run(options);
  run.check({ path: options.path ?? "<text>", chunks: () => [Buffer.from(text)] });
  return run.finish();
}

/** Checks inputs one by one; one that cannot be read does not stop the others. */
class Run {
  readonly builder = new ReportBuilder();
  readonly #options: CheckOptions;
  readonly #linter: Linter;
  readonly #begin = performance.now();

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#linter = new Linter(options);
  }

  check(input: LintInput): void {
    try {
      this.builder.file(this.#linter.lintFile(input, this.builder));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.builder.notice({ code: "unreadable-file", level: "error", message: error.message });
    }
  }

  finish(): Report {
    return this.builder.build(version, { ...defaultVerdict, ...this.#options }, Math.round(performance.now() - this.#begin));
  }
}
