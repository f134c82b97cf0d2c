import type { Position } from "../json/node.js";
import type { Severity, TextRange, Violation } from "../model/violation.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { safeJsonList } from "./safe-text.js";
import { adviceLines, callAndMessageOf, listedViolations } from "./summary.js";

const levels: Readonly<Record<Severity, string>> = { error: "ERROR", warning: "WARNING", info: "INFO" };

/**
 * Reviewdog's diagnostic format.
 *
 * Source: reviewdog `proto/rdf/reviewdog.proto`, read 2026-11. Its columns count UTF-8 bytes, which a report does not know: a place is
 * told by line and, where both ends lie on lines of plain ASCII, by column.
 */
export const rdjson: Reporter = {
  id: "rdjson",
  summary: "Reviewdog's diagnostic format (rdjson)",
  forCi: true,
  *report(report, options) {
    yield '{\n "source": {"name":"guardrails"},\n "diagnostics": ';
    yield* safeJsonList(listedViolations(report, options), " ", (violation) => diagnosticOf(violation, options));
    yield "\n}\n";
  },
};

function diagnosticOf(violation: Violation, options: ReporterOptions): unknown {
  const { path, range, severity, ruleId, url } = violation;
  return {
    message: [callAndMessageOf(violation), ...adviceLines(violation)].join("\n"),
    location: { path: options.path(path), ...(range !== null && { range: rangeOf(violation, range) }) },
    severity: levels[severity],
    code: { value: ruleId, url },
  };
}

function rangeOf({ excerpt }: Violation, { start, end }: TextRange): unknown {
  const isAscii = excerpt !== null && !excerpt.cutLeft && /^[\x20-\x7e\t]*$/.test(excerpt.text) && start.line === end.line;
  const place = ({ line, column }: Position) => (isAscii ? { line, column } : { line });
  return { start: place(start), end: place(end) };
}
