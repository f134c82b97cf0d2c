import type { Reporter } from "./reporter.js";
import { safeJson } from "./safe-text.js";
import { listedViolations } from "./summary.js";
import { runJson, violationJson } from "./violation-json.js";

/** One violation a line as soon as it is found, in the shape that `json` gives it; the last line is the summary. Constant memory. */
export const jsonl: Reporter = {
  id: "jsonl",
  summary: "One violation a line as JSON, as soon as it is found, then a line with the summary; constant memory",
  forCi: false,
  *report(report, options) {
    for (const violation of listedViolations(report, options)) yield `${safeJson(violationJson(violation, options))}\n`;
    yield `${safeJson({ ...runJson(report), notices: report.notices })}\n`;
  },
  violation: (violation, options) => `${safeJson(violationJson(violation, options))}\n`,
};
