import type { Violation } from "../model/violation.js";
import { capitalised } from "../text/capitalised.js";
import { counted } from "../text/counted.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { codeSpan } from "./safe-text.js";
import {
  adviceLines,
  callInWords,
  checkedInWords,
  foundInWords,
  hiddenViolations,
  messageOf,
  mitigatedInWords,
  notCheckedInWords,
  noticesByLevel,
  passedOverInWords,
  placeInWords,
  shownViolations,
} from "./summary.js";

/** A table for job summaries and comments. Text of a transcript is in code spans, where no markup is live. */
export const markdown: Reporter = {
  id: "markdown",
  summary: "A table for job summaries and comments",
  forCi: true,
  shortens: true,
  *report(report, options) {
    const { run, summary, notices } = report;
    const hidden = hiddenViolations(report, options);
    yield `## guardrails: ${verdicts[run.status]}\n\n${capitalised(foundInWords(summary))} in ${checkedInWords(summary)}.\n`;
    const remarks = [
      ...notCheckedInWords(summary).map((each) => `Not checked: ${each}`),
      ...passedOverInWords(summary).map((each) => `Passed over: ${each}`),
      ...mitigatedInWords(summary).map(capitalised),
      ...(hidden.quiet + hidden.beyond > 0 ? [`Not shown here: ${counted(hidden.quiet + hidden.beyond, "finding")}`] : []),
      ...noticesByLevel(notices).map(({ level, message }) => `${level}: ${codeSpan(message)}`),
    ];
    if (remarks.length > 0) yield `\n${remarks.map((remark) => `- ${remark}\n`).join("")}`;
    const violations = shownViolations(report, options);
    if (violations.length === 0) return;
    yield "\n| place | severity | rule | call | finding |\n| --- | --- | --- | --- | --- |\n";
    for (const violation of violations) yield showViolation(violation, options);
  },
};

function showViolation(violation: Violation, options: ReporterOptions): string {
  const { severity, ruleId, url } = violation;
  const finding = [messageOf(violation), ...adviceLines(violation)].map(codeSpan).join("<br>");
  const cells = [
    codeSpan(placeInWords(violation, options.path(violation.path))),
    severity,
    `[${ruleId}](${url})`,
    codeSpan(callInWords(violation) ?? ""),
    finding,
  ];
  return `| ${cells.join(" | ")} |\n`;
}

const verdicts = { pass: "passed", fail: "failed", incomplete: "incomplete" } as const;
