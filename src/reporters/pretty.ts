import type { RelatedRange, Report, Violation } from "../model/violation.js";
import { capitalised } from "../text/capitalised.js";
import { counted } from "../text/counted.js";
import { showForest, toolsInWords } from "./forest.js";
import { createFrame } from "./frame.js";
import type { PrettyStyle } from "./pretty-style.js";
import type { Reporter, ReporterOptions } from "./reporter.js";
import { breakCommands, safeLineStart, safeText } from "./safe-text.js";
import {
  adviceLines,
  callInWords,
  checkedInWords,
  foundInWords,
  hiddenViolations,
  messageOf,
  mitigatedInWords,
  notCheckedInWords,
  noticesByLevel,
  passedOverInWords,
  placeInWords,
  rulesInWords,
  shownViolations,
} from "./summary.js";

/** For people: each violation with its call, its characters and its repair, then what was checked and what was not. */
export function createPretty(style: PrettyStyle): Reporter {
  return {
    id: "pretty",
    summary: "For people: place, call, code frame, fix and provider's answer of each finding, then what was checked and what was not",
    forCi: false,
    shortens: true,
    folds: true,
    *report(report, options) {
      for (const violation of shownViolations(report, options)) yield showViolation(violation, options, style);
      if (options.forest !== undefined) yield* showForest(options.forest, options, style);
      yield showSummary(report, options, style);
    },
    violation: (violation, options) => showViolation(violation, options, style),
  };
}

function showViolation(violation: Violation, options: ReporterOptions, style: PrettyStyle): string {
  const { severity, handled, profile, related } = violation;
  const place = placeInWords(violation, safeLineStart(options.path(violation.path)));
  const tags = `${handled ? "  (handled)" : ""}${profile === null ? "" : `  (profile ${profile})`}`;
  const call = callInWords(violation);
  const lines = [
    `${style.strong(place)}  ${style.severity(severity, severity)}  ${linked(violation, options)}${style.faint(tags)}`,
    ...(call === undefined ? [] : [`  Call ${call}`]),
    `  ${style.strong(safeLineStart(messageOf(violation)))}`,
    ...codeFrame(violation, options, style),
    ...related.map((each) => `  ${showRelated(each, options)}`),
    ...adviceLines(violation).map((line) => `  ${line}`),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** The rule, as a link to its page where the terminal shows links (OSC 8). */
function linked({ ruleId, url }: Violation, { links = false }: ReporterOptions): string {
  return links ? `\u001b]8;;${url}\u0007${ruleId}\u001b]8;;\u0007` : ruleId;
}

function codeFrame({ excerpt, shown, severity }: Violation, options: ReporterOptions, style: PrettyStyle): readonly string[] {
  if (excerpt === null || shown === null || !options.snippets) return [];
  const { line, before, marked, after, indent, width } = createFrame(excerpt, shown);
  const gutter = String(line);
  const blank = " ".repeat(gutter.length);
  return [
    breakCommands(`    ${style.faint(`${gutter} |`)} ${before}${style.severity(severity, marked)}${after}`).trimEnd(),
    `    ${style.faint(`${blank} |`)} ${" ".repeat(indent)}${style.severity(severity, "^".repeat(width))}`,
  ];
}

function showRelated(related: RelatedRange, options: ReporterOptions): string {
  return `${safeText(related.message)}: ${placeInWords(related, safeText(options.path(related.path)))}`;
}

function showSummary(report: Report, options: ReporterOptions, style: PrettyStyle): string {
  const { run, summary, notices } = report;
  const hidden = hiddenViolations(report, options);
  // Those of a kind that was shown are counted there.
  const beyond = options.forest === undefined ? hidden.beyond : options.forest.others;
  const rules = rulesInWords(summary);
  const tools = options.forest === undefined ? "" : toolsInWords(options.forest);
  const counts = `${foundInWords(summary)}${summary.files > 0 ? ` in ${filesInWords(report)}` : ""}`;
  const lines = [
    ...noticesByLevel(notices).map(({ level, message }) => `${style.severity(level, level)}: ${safeText(message)}`),
    ...(beyond > 0 ? [`… ${counted(beyond, "more finding")}, see them with a higher --max-shown`] : []),
    ...(hidden.quiet > 0 ? [`${counted(hidden.quiet, "finding")} below the fail level hidden by --quiet`] : []),
    `${style.verdict(run.status === "pass", verdicts[run.status])}: ${counts}`,
    ...(rules === "" ? [] : [`  ${rules}`]),
    ...(tools === "" ? [] : [`  by tool: ${tools}`]),
    `Checked ${checkedInWords(summary)}`,
    ...notCheckedInWords(summary).map((each) => `Not checked: ${each}`),
    ...passedOverInWords(summary).map((each) => `Passed over: ${each}`),
    ...mitigatedInWords(summary).map(capitalised),
    ...(rules === "" ? [] : [style.faint("`guardrails explain <rule>` says why a rule matters and how to fix it")]),
  ];
  return `${lines.join("\n")}\n`;
}

/** `2 of 6 files`: how many hold a finding, of those that were read. */
function filesInWords({ files, summary }: Report): string {
  const affected = files.filter(({ errors, warnings, infos }) => errors + warnings + infos > 0).length;
  return affected === 0 || affected === summary.files ? counted(summary.files, "file") : `${affected} of ${counted(summary.files, "file")}`;
}

const verdicts = { pass: "Passed", fail: "Failed", incomplete: "Incomplete" } as const;
