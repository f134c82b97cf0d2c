import type { Violation } from "../model/violation.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { safeLineStart, safeText } from "./safe-text.js";
import { callInWords, messageOf, noticesByLevel, placeInWords, shownViolations, summaryLine } from "./summary.js";

/** One line a finding, as editors and grep read it, and one line of summary. */
export const compact: Reporter = {
  id: "compact",
  summary: "One line a finding (path:line:column: severity rule: message) and one of summary",
  forCi: false,
  shortens: true,
  *report(report, options) {
    for (const violation of shownViolations(report, options)) yield showViolation(violation, options);
    for (const { level, message } of noticesByLevel(report.notices)) yield `${level}: ${safeText(message)}\n`;
    yield `${summaryLine(report, options)}\n`;
  },
  violation: showViolation,
};

function showViolation(violation: Violation, options: ReporterOptions): string {
  const call = callInWords(violation);
  const about = call === undefined ? "" : `[call ${call}] `;
  const place = placeInWords(violation, safeLineStart(options.path(violation.path)));
  return `${place}: ${violation.severity} ${violation.ruleId}: ${about}${messageOf(violation)}\n`;
}
