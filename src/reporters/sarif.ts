import type { Report, Severity, TextRange, Violation } from "../model/violation.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { safeJson, safeJsonList, safeText } from "./safe-text.js";
import { listedViolations, wholeText } from "./summary.js";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/**
 * A SARIF 2.1.0 log, for code scanning.
 *
 * Source: OASIS SARIF 2.1.0 (2020-03): columns are 1-based UTF-16 units, the end excluded, as everywhere here.
 */
export const sarif: Reporter = {
  id: "sarif",
  summary: "A SARIF 2.1.0 log, for code scanning",
  forCi: true,
  *report(report, options) {
    const violations = listedViolations(report, options);
    const driver = {
      name: report.tool.name,
      version: report.tool.version,
      informationUri: "https://www.npmjs.com/package/tool-guardrails",
      rules: rulesOf(violations, options),
    };
    yield '{\n "$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n "version": "2.1.0",\n "runs": [{\n';
    yield `  "tool": ${safeJson({ driver })},\n  "columnKind": "utf16CodeUnits",\n`;
    yield `  "originalUriBaseIds": ${safeJson({ SRCROOT: { description: { text: "The root of the repository" } } })},\n`;
    yield `  "invocations": ${safeJson([invocationOf(report)])},\n  "results": `;
    yield* safeJsonList(violations, "  ", (violation) => resultOf(violation, options));
    yield "\n }]\n}\n";
  },
};

function rulesOf(violations: readonly Violation[], { aboutRule }: ReporterOptions): readonly unknown[] {
  const urls = new Map<string, string>();
  for (const { ruleId, url } of violations) urls.set(ruleId, url);
  return [...urls]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, helpUri]) => {
      const about = aboutRule?.(id);
      if (about === undefined) return { id, helpUri };
      return {
        id,
        shortDescription: { text: about.summary },
        fullDescription: { text: about.consequence },
        help: { text: about.repair },
        helpUri,
        defaultConfiguration: { level: levels[about.severity] },
      };
    });
}

function invocationOf({ run, notices }: Report): unknown {
  return {
    executionSuccessful: run.status !== "incomplete",
    exitCode: run.exitCode,
    toolExecutionNotifications: notices.map(({ code, level, message }) => ({
      descriptor: { id: code },
      level: levels[level],
      message: { text: escapePlaceholders(safeText(message)) },
    })),
  };
}

function resultOf(violation: Violation, options: ReporterOptions): unknown {
  const text = wholeText(violation);
  return {
    ruleId: violation.ruleId,
    level: levels[violation.severity],
    message: { text: escapePlaceholders(text) },
    locations: [
      {
        physicalLocation: physicalLocation(violation.path, violation.range, options),
        logicalLocations: [{ fullyQualifiedName: safeText(violation.pointer), kind: "member" }],
      },
    ],
    ...(violation.related.length > 0 && {
      relatedLocations: violation.related.map((related, id) => ({
        id,
        message: { text: escapePlaceholders(safeText(related.message)) },
        physicalLocation: physicalLocation(related.path, related.range, options),
      })),
    }),
    partialFingerprints: { "guardrails/v1": violation.fingerprint },
    properties: { handled: violation.handled, ...(violation.profile !== null && { profile: violation.profile }) },
  };
}

function physicalLocation(path: string, range: TextRange | null, options: ReporterOptions): unknown {
  return {
    artifactLocation: { uri: encodeURI(safeText(options.path(path))).replace(/[?#]/g, encodeURIComponent), uriBaseId: "SRCROOT" },
    ...(range !== null && {
      region: { startLine: range.start.line, startColumn: range.start.column, endLine: range.end.line, endColumn: range.end.column },
    }),
  };
}

/** In a SARIF message `{0}` is a placeholder and `[text](target)` a link (sections 3.11.5 and 3.11.6). */
function escapePlaceholders(text: string): string {
  return text.replace(/[{}]/g, "$&$&").replace(/[[\]\\]/g, "\\$&");
}
