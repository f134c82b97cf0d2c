import type { FileSummary, Notice, Report, Severity, Summary, Violation } from "../model/violation.js";
import type { FileOutcome, LintSink } from "./options.js";
import { addNotChecked, nothingUnchecked } from "./tally.js";
import { decide, type VerdictOptions } from "./verdict.js";

/** Adds up what the files of a run held. Keeps violations only where a report needs the whole. */
export class ReportBuilder implements LintSink {
  readonly #violations: Violation[] = [];
  readonly #files: FileSummary[] = [];
  readonly #notices: Notice[] = [];
  readonly #byRule = new Map<string, number>();
  readonly #keeps: boolean;
  readonly #outside: Violation[] = [];
  #handled = 0;
  #suppressed = 0;
  #notChecked = nothingUnchecked;
  #traffic = 0;
  #passedOverFiles = 0;

  /** @param keeps whether `violations` of the report are wanted; without, memory stays constant */
  constructor(keeps = true) {
    this.#keeps = keeps;
  }

  violation(violation: Violation): boolean {
    if (this.#keeps) this.#violations.push(violation);
    return true;
  }

  /** A violation that the configuration suppresses: counted, not reported. */
  suppress(): void {
    this.#suppressed += 1;
  }

  file(outcome: FileOutcome): void {
    this.#files.push(outcome.summary);
    this.#notices.push(...outcome.notices);
    this.#handled += outcome.handled;
    for (const [rule, count] of outcome.byRule) this.#byRule.set(rule, (this.#byRule.get(rule) ?? 0) + count);
    this.#notChecked = addNotChecked(this.#notChecked, outcome.notChecked);
    this.#traffic += outcome.traffic;
    if (isPassedOver(outcome)) this.#passedOverFiles += 1;
  }

  /** A violation in no transcript but in what the run was reported: it counts, its file does not. */
  outside(violation: Violation): void {
    this.#outside.push(violation);
    this.#byRule.set(violation.ruleId, (this.#byRule.get(violation.ruleId) ?? 0) + 1);
    this.violation(violation);
  }

  notice(notice: Notice): void {
    this.#notices.push(notice);
  }

  build(version: string, verdict: VerdictOptions, durationMs: number): Report {
    const summary = this.#summary();
    const { run, notices } = decide(summary, this.#notices, verdict);
    return {
      tool: { name: "guardrails", version },
      run: { ...run, durationMs },
      summary,
      files: this.#files,
      violations: this.#violations,
      notices: [...this.#notices, ...notices],
    };
  }

  #summary(): Summary {
    const sum = (count: (file: FileSummary) => number) => this.#files.reduce((total, file) => total + count(file), 0);
    const outside = (severity: Severity) => this.#outside.filter((violation) => violation.severity === severity).length;
    const conversations = this.#files.flatMap((file) => file.conversations);
    const total = (key: "exchanges" | "calls" | "results") => conversations.reduce((count, conversation) => count + conversation[key], 0);
    return {
      files: this.#files.length,
      conversations: conversations.length,
      exchanges: total("exchanges"),
      calls: total("calls"),
      results: total("results"),
      errors: sum(({ errors }) => errors) + outside("error"),
      warnings: sum(({ warnings }) => warnings) + outside("warning"),
      infos: sum(({ infos }) => infos) + outside("info"),
      suppressed: this.#suppressed,
      handled: this.#handled,
      notChecked: this.#notChecked,
      passedOver: { files: this.#passedOverFiles, traffic: this.#traffic },
      byRule: Object.fromEntries([...this.#byRule].sort(([one], [other]) => (one < other ? -1 : 1))),
    };
  }
}

/** A recording that holds traffic of other kinds alone, or nothing: there is nothing to check and nothing to report. */
export function isPassedOver({ summary, notChecked, byRule }: FileOutcome): boolean {
  return summary.conversations.length === 0 && byRule.size === 0 && notChecked.unresolvable === 0;
}
