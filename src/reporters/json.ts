import type { Reporter } from "./reporter.js";
import { safeJson, safeJsonList } from "./safe-text.js";
import { listedViolations } from "./summary.js";
import { runJson, violationJson } from "./violation-json.js";

/** The whole report as one JSON document, a line for each file and each violation so that it reads well in a diff. */
export const json: Reporter = {
  id: "json",
  summary: "The whole report as one JSON document; `guardrails schema report` prints its JSON Schema",
  forCi: false,
  *report(report, options) {
    yield "{\n";
    for (const [key, value] of Object.entries(runJson(report))) yield `  "${key}": ${safeJson(value)},\n`;
    yield '  "files": ';
    yield* safeJsonList(report.files, "  ", (file) => ({ ...file, path: options.path(file.path) }));
    yield ',\n  "violations": ';
    yield* safeJsonList(listedViolations(report, options), "  ", (violation) => violationJson(violation, options));
    yield ',\n  "notices": ';
    yield* safeJsonList(report.notices, "  ", (notice) => notice);
    yield "\n}\n";
  },
};
