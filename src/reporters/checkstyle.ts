import type { Violation } from "../model/violation.js";
import type { Reporter } from "./reporter.js";
import { escapeMarkup } from "./safe-text.js";
import { grouped, listedViolations, wholeText } from "./summary.js";

/** Checkstyle XML, which many review tools read. */
export const checkstyle: Reporter = {
  id: "checkstyle",
  summary: "Checkstyle XML, for review tools",
  forCi: true,
  *report(report, options) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n';
    for (const [path, violations] of grouped(listedViolations(report, options), (violation) => violation.path)) {
      yield `  <file name="${escapeMarkup(options.path(path))}">\n`;
      for (const violation of violations) yield showViolation(violation);
      yield "  </file>\n";
    }
    yield "</checkstyle>\n";
  },
};

function showViolation(violation: Violation): string {
  const { range, severity, ruleId } = violation;
  const message = escapeMarkup(wholeText(violation));
  const place = range === null ? "" : ` line="${range.start.line}" column="${range.start.column}"`;
  return `    <error${place} severity="${severity}" message="${message}" source="guardrails.${ruleId}"/>\n`;
}
