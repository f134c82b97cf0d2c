import type { Severity } from "../model/violation.js";
import type { Reporter } from "./reporter.js";
import { codeSpan, safeJsonList } from "./safe-text.js";
import { adviceLines, callAndMessageOf, listedViolations } from "./summary.js";

/** Source: GitLab Docs, "Code Quality", section "Code Quality report format", read 2026-11. */
const levels: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info" };

/** A Code Quality report, for the widget of merge requests. */
export const gitlab: Reporter = {
  id: "gitlab",
  summary: "A Code Quality report for GitLab merge requests",
  forCi: true,
  *report(report, options) {
    yield* safeJsonList(listedViolations(report, options), "", (violation) => {
      const advice = adviceLines(violation).map(codeSpan);
      return {
        description: callAndMessageOf(violation),
        check_name: violation.ruleId,
        ...(advice.length > 0 && { content: { body: advice.join("\n\n") } }),
        // One fault judged for several profiles is as many entries: GitLab drops equal fingerprints.
        fingerprint: violation.profile === null ? violation.fingerprint : `${violation.fingerprint}-${violation.profile}`,
        severity: levels[violation.severity],
        location: {
          path: options.path(violation.path),
          lines: { begin: violation.range?.start.line ?? 1, end: violation.range?.end.line ?? 1 },
        },
      };
    });
    yield "\n";
  },
};
