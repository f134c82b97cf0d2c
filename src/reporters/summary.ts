import type { Notice, Report, Severity, Summary, Violation } from "../model/violation.js";
import { counted } from "../text/counted.js";
import type { ReporterOptions } from "./reporter.js";
import { safeQuote, safeText, safeValue } from "./safe-text.js";

/** Severities, the worst first. */
export const severities = ["error", "warning", "info"] as const satisfies readonly Severity[];

/** Whether a severity is at or above a level; nothing reaches `never`. */
export function reaches(severity: Severity, level: Severity | "never"): boolean {
  return level !== "never" && severities.indexOf(severity) <= severities.indexOf(level);
}

/** Whether `--quiet` leaves a violation visible. Without a fail level only errors are. */
export function isLoud(severity: Severity, failOn: Severity | "never"): boolean {
  return reaches(severity, failOn === "never" ? "error" : failOn);
}

/** The violations that a reporter for people shows, in order, and how many it leaves out. */
export function shownViolations(report: Report, options: ReporterOptions): readonly Violation[] {
  const loud = options.quiet ? report.violations.filter(({ severity }) => isLoud(severity, report.run.failOn)) : report.violations;
  return options.maxShown === null ? loud : loud.slice(0, options.maxShown);
}

/** The violations that a reporter for machines lists: all but what `--quiet` hides. */
export function listedViolations(report: Report, options: ReporterOptions): readonly Violation[] {
  return shownViolations(report, { ...options, maxShown: null });
}

/** How many violations `shownViolations` leaves out of a whole run, whether or not they were kept. */
export function hiddenViolations({ run, summary }: Report, options: ReporterOptions): { readonly quiet: number; readonly beyond: number } {
  const counts: Readonly<Record<Severity, number>> = { error: summary.errors, warning: summary.warnings, info: summary.infos };
  let loud = 0;
  let quiet = 0;
  for (const severity of severities) {
    if (!options.quiet || isLoud(severity, run.failOn)) loud += counts[severity];
    else quiet += counts[severity];
  }
  return { quiet, beyond: options.maxShown === null ? 0 : Math.max(0, loud - options.maxShown) };
}

/** `2 errors and 1 warning`; `no problems` where nothing was found. */
export function foundInWords({ errors, warnings, infos }: Summary): string {
  const parts = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(infos > 0 ? [counted(infos, "info")] : []),
  ];
  if (parts.length === 0) return "no problems";
  return parts.length === 1 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** What was read and judged: `14 files: 14 conversations, 30 exchanges, 37 calls, 36 results`. */
export function checkedInWords({ files, conversations, exchanges, calls, results }: Summary): string {
  const parts = [
    counted(conversations, "conversation"),
    counted(exchanges, "exchange"),
    counted(calls, "call"),
    counted(results, "result"),
  ];
  return `${counted(files, "file")}: ${parts.join(", ")}`;
}

/** What was left unjudged, each with its reason, for the end of a sentence; empty where everything was judged. */
export function notCheckedInWords({ notChecked }: Summary): readonly string[] {
  const { noDeclaration, hostedTool, unresolvable, undecided } = notChecked;
  return [
    ...(noDeclaration > 0 ? [`arguments of ${counted(noDeclaration, "call")} without a declared tool (give them with --tools)`] : []),
    ...(hostedTool > 0 ? [`arguments of ${counted(hostedTool, "call")} of hosted tools, whose shape the provider owns`] : []),
    ...(unresolvable > 0
      ? [`${counted(unresolvable, "call or result", "calls or results")} whose other half or text lies outside the file`]
      : []),
    ...(undecided > 0
      ? [`arguments of ${counted(undecided, "call")} whose schema gave no verdict: it is at fault, or judging by it took too long`]
      : []),
  ];
}

/** What holds no conversation and was left aside, for the end of a sentence; empty where there was no such thing. */
export function passedOverInWords({ passedOver: { files, traffic } }: Summary): readonly string[] {
  return [
    ...(files > 0 ? [`${counted(files, "file")} without a conversation`] : []),
    ...(traffic > 0 ? [`${counted(traffic, "recorded exchange")} of other kinds`] : []),
  ];
}

/** What weighs less than it might: suppressed findings, and those about calls that the agent saw fail. */
export function mitigatedInWords({ handled, suppressed }: Summary): readonly string[] {
  return [
    ...(suppressed > 0 ? [`suppressed: ${counted(suppressed, "accepted finding")}`] : []),
    ...(handled > 0 ? [`handled: ${counted(handled, "finding")} about calls that were answered with an error`] : []),
  ];
}

/** `invalid-arguments 2, unknown-tool 1`, the most frequent first. */
export function rulesInWords({ byRule }: Summary): string {
  return Object.entries(byRule)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .map(([rule, count]) => `${rule} ${count}`)
    .join(", ");
}

/** What was found, checked and left unchecked, on one line. */
export function summaryLine(report: Report, options: ReporterOptions): string {
  const { summary } = report;
  const hidden = hiddenViolations(report, options);
  return [
    `${foundInWords(summary)} in ${checkedInWords(summary)}`,
    ...(hidden.quiet + hidden.beyond > 0 ? [`not shown: ${counted(hidden.quiet + hidden.beyond, "finding")}`] : []),
    ...notCheckedInWords(summary).map((each) => `not checked: ${each}`),
    ...passedOverInWords(summary).map((each) => `passed over: ${each}`),
    ...mitigatedInWords(summary),
  ].join("; ");
}

/** `path:line:column`, a line's start; without a place in the text `path#`, the record and the JSON pointer. Safe for a line's start. */
export function placeInWords(violation: Pick<Violation, "range" | "pointer"> & { readonly record?: number | null }, path: string): string {
  const { range, pointer, record = null } = violation;
  if (range !== null) return `${path}:${range.start.line}:${range.start.column}`;
  // A row of a table has a number, but no line.
  return record === null && pointer === "" ? path : `${path}#${record ?? ""}${safeText(pointer)}`;
}

/** The sentence of a violation. */
export function messageOf({ message }: Violation): string {
  return safeText(message);
}

/** The call and the sentence, for formats that have one text for both. */
export function callAndMessageOf(violation: Violation): string {
  const call = callInWords(violation);
  return `${call === undefined ? "" : `Call ${call}: `}${messageOf(violation)}`;
}

/** `OpenAI Chat Completions returns 400: …`. */
export function providerInWords({ provider, severity }: Violation): string | undefined {
  if (provider === null) return undefined;
  const { name, status, says } = provider;
  if (status !== null) return safeText(`${name} returns ${status}${says === null ? "" : `: ${says}`}`);
  const verb = severity === "error" ? "rejects" : "may reject";
  return safeText(says === null ? `${name} ${verb} this` : `${name}: ${says}`);
}

/** What to do about it and what the provider answers, each on a line of its own, marked. */
export function adviceLines(violation: Violation): readonly string[] {
  const { fix } = violation;
  const provider = providerInWords(violation);
  return [...(fix === null ? [] : [`Fix: ${safeText(fix)}`]), ...(provider === undefined ? [] : [`Provider: ${provider}`])];
}

/** Call, sentence and advice as one line of text, for formats that have no other place for advice. */
export function wholeText(violation: Violation): string {
  const advice = adviceLines(violation);
  const message = callAndMessageOf(violation);
  return advice.length === 0 ? message : `${message}. ${advice.join(" ")}`;
}

/** `"get_order" (call_8f2)`, `undefined` for a finding that is about no call. */
export function callInWords({ call }: Violation): string | undefined {
  if (call === null) return undefined;
  const id = call.id === null ? "" : ` (${safeValue(call.id)})`;
  return call.tool === null ? `without a name${id}` : `${safeQuote(call.tool)}${id}`;
}

/** `"get_order"`, `undefined` for a finding that is about no call, or about one without a name. */
export function callToolOf({ call }: Violation): string | undefined {
  return call?.tool == null ? undefined : safeQuote(call.tool);
}

/** Puts together what shares a key, in order of first appearance. */
export function grouped<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Notices that say why a run is incomplete, then the others. */
export function noticesByLevel(notices: readonly Notice[]): readonly Notice[] {
  return severities.flatMap((level) => notices.filter((notice) => notice.level === level));
}
