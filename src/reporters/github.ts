import type { Notice, Severity, TextRange, Violation } from "../model/violation.js";
import { counted } from "../text/counted.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { safeText } from "./safe-text.js";
import { adviceLines, callAndMessageOf, noticesByLevel, severities, shownViolations, summaryLine } from "./summary.js";

/**
 * GitHub shows ten annotations of each level for a step and drops the rest without a word.
 *
 * Source: actions/toolkit, `docs/problem-matchers.md`, section Limitations, read 2026-11.
 */
const shownByGithub = 10;

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** Annotations at the lines of a pull request, as workflow commands. */
export const github: Reporter = {
  id: "github",
  summary: "Annotations for GitHub Actions, ten of each level; added by itself there beside `pretty`",
  forCi: true,
  *report(report, options) {
    const left: Record<Severity, number> = { error: shownByGithub, warning: shownByGithub, info: shownByGithub };
    const notShown: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
    for (const notice of noticesByLevel(report.notices)) {
      if (left[notice.level]-- > 0) yield annotateNotice(notice);
    }
    for (const violation of shownViolations(report, options)) {
      if (left[violation.severity]-- > 0) yield annotate(violation, options);
      else notShown[violation.severity] += 1;
    }
    const more = severities.filter((severity) => notShown[severity] > 0).map((severity) => counted(notShown[severity], severity));
    if (more.length > 0) yield `Not annotated, since GitHub shows ${shownByGithub} of each level: ${more.join(", ")}\n`;
    yield `${summaryLine(report, options)}\n`;
  },
};

function annotate(violation: Violation, options: ReporterOptions): string {
  const message = [callAndMessageOf(violation), ...adviceLines(violation)].join("\n");
  const properties = [
    `file=${escapeProperty(options.path(violation.path))}`,
    ...(violation.range === null ? [] : placeProperties(violation.range)),
    `title=${escapeProperty(violation.ruleId)}`,
  ];
  return `::${commands[violation.severity]} ${properties.join(",")}::${escapeData(message)}\n`;
}

function annotateNotice({ level, code, message }: Notice): string {
  return `::${commands[level]} title=${escapeProperty(code)}::${escapeData(safeText(message))}\n`;
}

/** Columns are obeyed on one line only. */
function placeProperties({ start, end }: TextRange): readonly string[] {
  const lines = [`line=${start.line}`, `endLine=${end.line}`];
  return start.line === end.line ? [...lines, `col=${start.column}`, `endColumn=${end.column}`] : lines;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(safeText(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
