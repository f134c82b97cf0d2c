import type { Report } from "../model/violation.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { safeJson, safeText } from "./safe-text.js";
import { callInWords, grouped, listedViolations, messageOf, placeInWords, providerInWords, reaches } from "./summary.js";

/** TAP version 13: a test point a file; each finding is a diagnostic, and what reaches the fail level makes it `not ok`. */
export const tap: Reporter = {
  id: "tap",
  summary: "TAP 13, a test point a file",
  forCi: false,
  *report(report, options) {
    const byFile = grouped(listedViolations(report, options), ({ path }) => path);
    const paths = [...new Set([...report.files.map(({ path }) => path), ...byFile.keys()])];
    const failures = report.notices.filter(({ level }) => level === "error");
    yield `TAP version 13\n1..${paths.length + failures.length}\n`;
    let point = 0;
    for (const path of paths) {
      const violations = byFile.get(path) ?? [];
      const failed = violations.some(({ severity }) => reaches(severity, report.run.failOn));
      yield `${failed ? "not ok" : "ok"} ${++point} - ${escapeDescription(options.path(path))}\n`;
      if (violations.length === 0) continue;
      yield "  ---\n  findings:\n";
      for (const violation of violations) yield showViolation(violation, options);
      yield "  ...\n";
    }
    for (const { code, message } of failures) yield `not ok ${++point} - ${escapeDescription(`${code}: ${message}`)}\n`;
  },
};

/** YAML is a superset of JSON: each finding is one JSON object, so nothing in it can end the block. */
function showViolation(violation: Report["violations"][number], options: ReporterOptions): string {
  const { severity, ruleId, fix } = violation;
  const call = callInWords(violation);
  const provider = providerInWords(violation);
  const advice = { ...(fix !== null && { fix: safeText(fix) }), ...(provider !== undefined && { provider }) };
  const at = placeInWords(violation, safeText(options.path(violation.path)));
  return `    - ${safeJson({ at, severity, rule: ruleId, ...(call !== undefined && { call }), message: messageOf(violation), ...advice })}\n`;
}

/** A `#` would start a directive such as TODO, which turns a failure into a pass. */
function escapeDescription(text: string): string {
  return safeText(text).replace(/[\\#]/g, "\\$&");
}
