import type { Notice, RunResult, Severity, Summary } from "../model/violation.js";
import { counted } from "../text/counted.js";

/** When a run fails, and when it counts as not done. */
export interface VerdictOptions {
  /** Violations at or above this level fail the run. */
  readonly failOn: Severity | "never";
  /** More warnings than this fail the run; `null`: any number is fine. */
  readonly maxWarnings: number | null;
  /** Fewer files than this: the run was not done. */
  readonly minFiles: number;
  /** Fewer calls than this: the run was not done. */
  readonly minToolCalls: number;
  /** A call whose arguments nothing declares: the run was not done. */
  readonly requireTools: boolean;
}

/** A run without a word about its verdict: errors fail it, and a run over no file was none. */
export const defaultVerdict: VerdictOptions = { failOn: "error", maxWarnings: null, minFiles: 1, minToolCalls: 0, requireTools: false };

/**
 * Decides how a run ended: 2, the job was not done, beats 1, it failed, beats 0.
 *
 * @returns the verdict, and a notice for each expectation that was not met
 */
export function decide(
  summary: Summary,
  notices: readonly Notice[],
  options: VerdictOptions,
): { readonly run: Omit<RunResult, "durationMs">; readonly notices: readonly Notice[] } {
  const missed = unmet(summary, notices, options);
  const isIncomplete = missed.length > 0 || notices.some(({ level }) => level === "error");
  const fails = reaches(summary, options.failOn) || (options.maxWarnings !== null && summary.warnings > options.maxWarnings);
  const exitCode = isIncomplete ? 2 : fails ? 1 : 0;
  const status = isIncomplete ? "incomplete" : fails ? "fail" : "pass";
  return { run: { status, exitCode, failOn: options.failOn }, notices: missed };
}

function reaches(summary: Summary, failOn: Severity | "never"): boolean {
  switch (failOn) {
    case "never":
      return false;
    case "error":
      return summary.errors > 0;
    case "warning":
      return summary.errors + summary.warnings > 0;
    case "info":
      return summary.errors + summary.warnings + summary.infos > 0;
  }
}

function unmet(summary: Summary, notices: readonly Notice[], options: VerdictOptions): readonly Notice[] {
  const missed: Notice[] = [];
  const miss = (code: string, message: string) => missed.push({ code, level: "error", message });
  if (summary.files < options.minFiles && !notices.some(({ level }) => level === "error")) {
    miss(
      "too-few-files",
      summary.files === 0
        ? "Nothing was checked: no file matched"
        : `Only ${counted(summary.files, "file was", "files were")} checked; --min-files requires ${options.minFiles}`,
    );
  }
  if (isUnchecked(summary) && options.minFiles > 0 && summary.files >= options.minFiles) {
    miss("nothing-checked", `Nothing was checked: ${counted(summary.files, "file holds", "files hold")} no conversation`);
  }
  if (summary.calls < options.minToolCalls) {
    miss(
      "too-few-calls",
      `Only ${counted(summary.calls, "tool call was", "tool calls were")} found; --min-tool-calls requires ${options.minToolCalls}`,
    );
  }
  if (options.requireTools && summary.notChecked.noDeclaration > 0) {
    miss(
      "missing-declarations",
      `The arguments of ${counted(summary.notChecked.noDeclaration, "call")} could not be checked without declarations; pass them with --tools`,
    );
  }
  if (options.requireTools && summary.notChecked.undecided > 0) {
    miss(
      "undecided-calls",
      `The arguments of ${counted(summary.notChecked.undecided, "call")} could not be checked: the schema gave no verdict`,
    );
  }
  return missed;
}

/** Neither a conversation nor anything worth an error was found: a run that passed would say nothing. */
function isUnchecked({ conversations, errors, suppressed }: Summary): boolean {
  return conversations === 0 && errors === 0 && suppressed === 0;
}
