import type { FileSummary, Notice, Report, Violation } from "../model/violation.js";
import { counted } from "../text/counted.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { escapeMarkup, safeLineStart } from "./safe-text.js";
import { adviceLines, callAndMessageOf, grouped, listedViolations, messageOf, placeInWords, reaches } from "./summary.js";

/**
 * A test suite a file; in it a test case a conversation, and one named `file` for what is about the file as a whole. All of them are listed,
 * also those without a finding, so that a dashboard compares the same cases from run to run.
 *
 * A case has one `<failure>` at most, as the schemas of Jenkins and Ant have it: all findings that reach the fail level are its text, the
 * others are output of the case.
 */
export const junit: Reporter = {
  id: "junit",
  summary: "JUnit XML: a test suite a file, a test case a conversation",
  forCi: true,
  *report(report, options) {
    const suites = suitesOf(report, options);
    const total = (count: (suite: Suite) => number) => suites.reduce((sum, suite) => sum + count(suite), 0);
    const isFailing = failing(report);
    const failures = total(({ cases }) => cases.filter((each) => each.violations.some(isFailing)).length);
    const errors = report.notices.filter(({ level }) => level === "error").length;
    const tests = total(({ cases }) => cases.length) + report.notices.length;
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="guardrails" tests="${tests}" failures="${failures}" errors="${errors}">\n`;
    for (const suite of suites) yield* showSuite(suite, isFailing, options);
    if (report.notices.length > 0) yield noticeSuite(report.notices, errors);
    yield "</testsuites>\n";
  },
};

interface Suite {
  readonly path: string;
  readonly cases: readonly Case[];
}

interface Case {
  readonly name: string;
  readonly violations: readonly Violation[];
}

type Test = (violation: Violation) => boolean;

function failing({ run }: Report): Test {
  return ({ severity }) => reaches(severity, run.failOn);
}

/** Declarations and configurations have suites of their own where something is wrong with them. */
function suitesOf(report: Report, options: ReporterOptions): readonly Suite[] {
  const paths = new Set(report.files.map(({ path }) => path));
  const byFile = grouped(listedViolations(report, options), ({ path }) => fileOf(path, paths));
  const suites = report.files.map((file) => ({ path: file.path, cases: casesOf(file, byFile.get(file.path) ?? []) }));
  for (const { path } of report.files) byFile.delete(path);
  return [...suites, ...Array.from(byFile, ([path, violations]) => ({ path, cases: [{ name: "file", violations }] }))];
}

/** A file in an archive is shown as if the archive were a folder: its findings belong to the archive's conversations. */
function fileOf(path: string, files: ReadonlySet<string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const folder = path.slice(0, end);
    if (files.has(folder)) return folder;
  }
  return path;
}

function casesOf({ conversations }: FileSummary, violations: readonly Violation[]): readonly Case[] {
  const byConversation = grouped(violations, ({ conversation }) =>
    conversation !== null && conversation < conversations.length ? conversation : null,
  );
  return [
    { name: "file", violations: byConversation.get(null) ?? [] },
    ...conversations.map(({ format, profile }, index) => ({
      name: `conversation ${index + 1} (${format}, ${profile})`,
      violations: byConversation.get(index) ?? [],
    })),
  ];
}

function* showSuite({ path, cases }: Suite, isFailing: Test, options: ReporterOptions): Generator<string, void, undefined> {
  const name = escapeMarkup(options.path(path));
  const failures = cases.filter(({ violations }) => violations.some(isFailing)).length;
  yield `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0">\n`;
  for (const each of cases) yield* showCase(each, name, isFailing, options);
  yield "  </testsuite>\n";
}

function* showCase(
  { name, violations }: Case,
  suite: string,
  isFailing: Test,
  options: ReporterOptions,
): Generator<string, void, undefined> {
  const open = `    <testcase classname="${suite}" name="${escapeMarkup(name)}"`;
  if (violations.length === 0) {
    yield `${open}/>\n`;
    return;
  }
  yield `${open}>\n`;
  const failures = violations.filter(isFailing);
  const [first] = failures;
  if (first !== undefined) {
    const more = failures.length === 1 ? "" : ` (and ${counted(failures.length - 1, "more finding")})`;
    yield `      <failure type="${first.ruleId}" message="${escapeMarkup(messageOf(first))}${more}">`;
    yield* lines(failures, "", options);
    yield "</failure>\n";
  }
  if (failures.length < violations.length) {
    yield "      <system-out>";
    for (const each of violations) if (!isFailing(each)) yield* lines([each], `${each.severity}: `, options);
    yield "</system-out>\n";
  }
  yield "    </testcase>\n";
}

function* lines(violations: readonly Violation[], prefix: string, options: ReporterOptions): Generator<string, void, undefined> {
  for (const violation of violations) yield `${escapeMarkup(`${prefix}${details(violation, options)}`)}\n`;
}

function details(violation: Violation, options: ReporterOptions): string {
  return [
    placeInWords(violation, safeLineStart(options.path(violation.path))),
    violation.ruleId,
    callAndMessageOf(violation),
    ...adviceLines(violation),
  ].join(" | ");
}

/** A run that did not do its job has a case of its own, so that no dashboard shows it green. Names are unique: notices of one kind are counted. */
function noticeSuite(notices: readonly Notice[], errors: number): string {
  const seen = new Map<string, number>();
  const cases = notices.map(({ code, level, message }) => {
    const ordinal = (seen.get(code) ?? 0) + 1;
    seen.set(code, ordinal);
    const text = escapeMarkup(message);
    const body = level === "error" ? `<error type="${code}" message="${text}"/>` : `<system-out>${text}</system-out>`;
    return `    <testcase classname="guardrails" name="${code}${ordinal === 1 ? "" : ` ${ordinal}`}">${body}</testcase>\n`;
  });
  return `  <testsuite name="run" tests="${notices.length}" failures="0" errors="${errors}">\n${cases.join("")}  </testsuite>\n`;
}
