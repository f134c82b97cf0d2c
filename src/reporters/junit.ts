import type { FileSummary, Report, Violation } from "../model/violation.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { escapeMarkup } from "./safe-text.js";
import { callAndMessageOf, grouped, hintOf, listedViolations, messageOf, placeInWords, reaches } from "./summary.js";

/** A test suite a file and a test case a conversation; what reaches the fail level is a failure, the rest is output of the case. */
export const junit: Reporter = {
  id: "junit",
  summary: "JUnit XML: a test suite a file, a test case a conversation",
  forCi: true,
  *report(report, options) {
    const byFile = grouped(listedViolations(report, options), ({ path }) => path);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="guardrails">\n';
    for (const file of report.files) {
      yield suite(file.path, casesOf(file, byFile.get(file.path) ?? []), report, options);
      byFile.delete(file.path);
    }
    for (const [path, violations] of byFile) yield suite(path, [{ name: "file", violations }], report, options); // declarations, configuration
    if (report.notices.length > 0) yield noticeSuite(report);
    yield "</testsuites>\n";
  },
};

interface Case {
  readonly name: string;
  readonly violations: readonly Violation[];
}

function casesOf(file: FileSummary, violations: readonly Violation[]): readonly Case[] {
  const byConversation = grouped(violations, ({ call }) => call?.conversation ?? null);
  const unassigned = byConversation.get(null) ?? [];
  return [
    ...(unassigned.length > 0 || file.conversations.length === 0 ? [{ name: "file", violations: unassigned }] : []),
    ...file.conversations.map(({ format, profile }, index) => ({
      name: `conversation ${index + 1} (${format}, ${profile})`,
      violations: byConversation.get(index) ?? [],
    })),
  ];
}

function suite(path: string, cases: readonly Case[], report: Report, options: ReporterOptions): string {
  const name = escapeMarkup(options.path(path));
  const shown = cases.map((each) => testCase(each, name, report, options));
  const failures = shown.filter(({ failed }) => failed).length;
  const text = shown.map((each) => each.text).join("");
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0">\n${text}  </testsuite>\n`;
}

function testCase(
  { name, violations }: Case,
  suiteName: string,
  report: Report,
  options: ReporterOptions,
): { text: string; failed: boolean } {
  const failing = violations.filter(({ severity }) => reaches(severity, report.run.failOn));
  const others = violations.filter((violation) => !failing.includes(violation));
  const open = `    <testcase classname="${suiteName}" name="${escapeMarkup(name)}"`;
  if (violations.length === 0) return { text: `${open}/>\n`, failed: false };
  const failures = failing.map((violation) => {
    const message = escapeMarkup(messageOf(violation, options));
    return `      <failure type="${violation.ruleId}" message="${message}">${escapeMarkup(details(violation, options))}</failure>\n`;
  });
  const output = others.map((violation) => `${escapeMarkup(`${violation.severity}: ${details(violation, options)}`)}\n`).join("");
  const systemOut = output === "" ? "" : `      <system-out>${output}</system-out>\n`;
  return { text: `${open}>\n${failures.join("")}${systemOut}    </testcase>\n`, failed: failing.length > 0 };
}

function details(violation: Violation, options: ReporterOptions): string {
  const hint = hintOf(violation, options);
  return [
    placeInWords(violation, options.path(violation.path)),
    violation.ruleId,
    callAndMessageOf(violation, options),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ].join(" | ");
}

/** A run that did not do its job has a case of its own, so that no dashboard shows it green. */
function noticeSuite({ notices }: Report): string {
  const cases = notices.map(({ code, level, message }) => {
    const text = escapeMarkup(message);
    const body = level === "error" ? `<error type="${code}" message="${text}"/>` : `<system-out>${text}</system-out>`;
    return `    <testcase classname="guardrails" name="${code}">${body}</testcase>\n`;
  });
  const errors = notices.filter(({ level }) => level === "error").length;
  return `  <testsuite name="run" tests="${notices.length}" failures="0" errors="${errors}">\n${cases.join("")}  </testsuite>\n`;
}
