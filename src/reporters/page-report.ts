import type { Report, Severity, Violation } from "../model/violation.js";
import { type Drawings, type Drawn, drawingKey } from "../page/drawings.js";
import type { FailingArgument, FoundKind, PageData, PageDetail, PageRow, ValidCalls } from "../page/page-data.js";
import { groupOf } from "./kinds.js";
import { pageFinding, pinFinder } from "./page-finding.js";
import type { ReporterOptions } from "./reporter.js";
import {
  checkedInWords,
  grouped,
  listedViolations,
  messageOf,
  mitigatedInWords,
  notCheckedInWords,
  noticesByLevel,
  passedOverInWords,
  severities,
} from "./summary.js";

/** What a page shows: the data at its head, and the details of its rows as JSON text, by their numbers. */
export interface PageContent {
  readonly data: PageData;
  readonly details: readonly string[];
}

/** Lines of the list: what a browser holds in memory without a thought. */
const maxRows = 20_000;

/** Findings shown of one row: past these nobody reads on. */
const maxFindings = 200;

/** Arguments in the list of those that fail most. */
const maxArguments = 12;

/** One conversation, or a file, with its findings. */
interface Entry {
  readonly path: string;
  readonly drawn: Drawn | undefined;
  readonly violations: readonly Violation[];
}

/** Puts together what the page shows of a run. Conversations with findings come before those without where there is no room for all. */
export function pageContent(report: Report, drawings: Drawings | undefined, options: ReporterOptions): PageContent {
  const listed = listedViolations(report, options);
  const names = new Names();
  const entries = entriesOf(listed, drawings);
  const order = entries
    .map((entry, index) => ({ entry, index, weight: weightOf(entry) }))
    .toSorted((one, other) => other.weight - one.weight);
  const kept = new Set(order.slice(0, maxRows).map(({ index }) => index));
  const details: string[] = [];
  const numbers = new Map<number, number>();
  const bound = drawings?.bound ?? 0;
  let room = bound;
  for (const { entry, index } of order) {
    if (!kept.has(index)) continue;
    const detail = detailOf(entry, names, options);
    if (detail === undefined || detail.length > room) continue;
    room -= detail.length;
    numbers.set(index, details.length);
    details.push(detail);
  }
  const days = [...new Set(entries.flatMap(({ drawn }) => drawn?.day ?? []))].toSorted();
  const dayNumbers = new Map(days.map((day, index) => [day, index]));
  const rows = entries.flatMap((entry, index) =>
    kept.has(index)
      ? [{ ...rowOf(entry, names, options), day: dayNumbers.get(entry.drawn?.day ?? "") ?? null, detail: numbers.get(index) ?? null }]
      : [],
  );
  const { summary } = report;
  const data: PageData = {
    tool: report.tool,
    status: report.run.status,
    summary: {
      files: summary.files,
      conversations: summary.conversations,
      calls: summary.calls,
      results: summary.results,
      errors: summary.errors,
      warnings: summary.warnings,
      infos: summary.infos,
      remarks: [
        `Checked ${checkedInWords(summary)}`,
        ...notCheckedInWords(summary).map((each) => `Not checked: ${each}`),
        ...passedOverInWords(summary).map((each) => `Passed over: ${each}`),
        ...mitigatedInWords(summary).map((each) => each.charAt(0).toUpperCase() + each.slice(1)),
      ],
    },
    redacted: options.redact,
    notices: noticesByLevel(report.notices).map(({ level, message }) => ({ level, message })),
    validCalls: validCalls(entries, names),
    failingArguments: failingArguments(listed, names),
    days,
    rows,
    declarations: drawings?.declarations ?? [],
    leftOut: {
      rows: entries.length - rows.length,
      details: rows.length - details.length,
      findings: entries.reduce((sum, { violations }) => sum + Math.max(0, violations.length - maxFindings), 0),
      bound,
    },
    // Last, since all that is before adds to them.
    rules: names.rules.map((id) => ({ id, summary: options.aboutRule?.(id)?.summary ?? null, url: names.urlOf(id) })),
    tools: names.tools,
  };
  return { data, details };
}

/** Numbers for the rules and tools of a page. */
class Names {
  readonly rules: string[] = [];
  readonly tools: string[] = [];
  readonly #rules = new Map<string, number>();
  readonly #tools = new Map<string, number>();
  readonly #urls = new Map<string, string>();

  rule({ ruleId, url }: Violation): number {
    if (!this.#urls.has(ruleId)) this.#urls.set(ruleId, url);
    return numberOf(ruleId, this.rules, this.#rules);
  }

  tool(name: string): number {
    return numberOf(name, this.tools, this.#tools);
  }

  /** A rule of one's own may name any address. */
  urlOf(ruleId: string): string | null {
    const url = this.#urls.get(ruleId);
    return url?.startsWith("https://") === true ? url : null;
  }
}

function numberOf(name: string, names: string[], numbers: Map<string, number>): number {
  const number = numbers.get(name) ?? names.length;
  if (number === names.length) {
    names.push(name);
    numbers.set(name, number);
  }
  return number;
}

/** Drawn conversations, each with its findings, and the files that have findings of their own. */
function entriesOf(violations: readonly Violation[], drawings: Drawings | undefined): readonly Entry[] {
  const byKey = grouped(violations, ({ path, conversation }) => {
    const isDrawn = conversation !== null && drawings?.get(path, conversation) !== undefined;
    return isDrawn ? drawingKey(path, conversation) : path;
  });
  const entries: Entry[] = (drawings?.all ?? []).map((drawn) => {
    const key = drawingKey(drawn.path, drawn.index);
    const own = byKey.get(key) ?? [];
    byKey.delete(key);
    return { path: drawn.path, drawn, violations: own };
  });
  for (const [path, own] of byKey) entries.push({ path, drawn: undefined, violations: own });
  return entries.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : indexOf(one) - indexOf(other)));
}

function indexOf({ drawn }: Entry): number {
  return drawn?.index ?? -1;
}

/** Errors before warnings before the rest, whatever their number: the worst of each conversation counts. */
function weightOf({ violations }: Entry): number {
  return Math.max(0, ...severities.map((severity, index) => (violations.some((each) => each.severity === severity) ? 3 - index : 0)));
}

function rowOf({ path, drawn, violations }: Entry, names: Names, options: ReporterOptions): Omit<PageRow, "day" | "detail"> {
  const count = (severity: Severity) => violations.filter((each) => each.severity === severity).length;
  const worst = severities.flatMap((severity) => violations.find((each) => each.severity === severity) ?? [])[0];
  const shown = options.path(path);
  const tools = drawn === undefined ? [] : drawn.tools.map(({ name }) => names.tool(name));
  return {
    id: drawn === undefined ? shown : `${shown}#${drawn.index + 1}`,
    path: shown,
    number: drawn === undefined ? null : drawn.index + 1,
    format: drawn?.format ?? null,
    messages: drawn?.messageCount ?? 0,
    calls: (drawn?.tools ?? []).reduce((sum, { calls }) => sum + calls, 0),
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info"),
    found: foundKinds(violations, names),
    tools,
    headline: worst === undefined ? null : { rule: names.rule(worst), message: messageOf(worst) },
  };
}

function foundKinds(violations: readonly Violation[], names: Names): readonly FoundKind[] {
  const kinds = new Map<string, { rule: number; severity: Severity; tool: number | null; count: number }>();
  for (const violation of violations) {
    const { severity, call } = violation;
    const rule = names.rule(violation);
    const tool = call?.tool == null ? null : names.tool(call.tool);
    const key = `${rule} ${severity} ${tool}`;
    const kind = kinds.get(key) ?? { rule, severity, tool, count: 0 };
    kinds.set(key, kind);
    kind.count += 1;
  }
  return [...kinds.values()];
}

function detailOf({ drawn, violations }: Entry, names: Names, options: ReporterOptions): string | undefined {
  if (drawn !== undefined && drawn.messages === undefined) return undefined;
  const pinOf = pinFinder(drawn?.anchors ?? []);
  const findings = violations.slice(0, maxFindings).map((violation) =>
    pageFinding(violation, pinOf(violation), options, {
      rule: names.rule(violation),
      tool: violation.call?.tool == null ? null : names.tool(violation.call.tool),
    }),
  );
  const head = {
    facts: drawn?.facts ?? [],
    findings,
    moreFindings: violations.length - findings.length,
    declarations: drawn?.declarations ?? [],
    moreMessages: drawn?.moreMessages ?? 0,
  } satisfies Omit<PageDetail, "messages">;
  return `${JSON.stringify(head).slice(0, -1)},"messages":${drawn?.messages ?? "[]"}}`;
}

/** By tool, the most faulty calls first. */
function validCalls(entries: readonly Entry[], names: Names): readonly ValidCalls[] {
  const byTool = new Map<number, { tool: number; calls: number; checked: number; valid: number }>();
  for (const { drawn, violations } of entries) {
    if (drawn === undefined) continue;
    for (const { name, calls, checked } of drawn.tools) {
      const tool = names.tool(name);
      const sum = byTool.get(tool) ?? { tool, calls: 0, checked: 0, valid: 0 };
      byTool.set(tool, sum);
      sum.calls += calls;
      sum.checked += checked;
      sum.valid += checked;
    }
    const faulty = new Map<string, string>();
    for (const { severity, call } of violations) {
      if (severity === "error" && call !== null && call.tool !== null) faulty.set(`${call.message} ${call.index}`, call.tool);
    }
    for (const [place, name] of faulty) {
      const sum = drawn.unchecked.includes(place) ? undefined : byTool.get(names.tool(name));
      if (sum !== undefined) sum.valid = Math.max(0, sum.valid - 1);
    }
  }
  const faults = ({ checked, valid }: ValidCalls) => checked - valid;
  return [...byTool.values()].toSorted((one, other) => faults(other) - faults(one) || other.checked - one.checked);
}

function failingArguments(violations: readonly Violation[], names: Names): readonly FailingArgument[] {
  const failing = violations.filter(({ call, severity }) => severity !== "info" && call?.tool != null && call.argumentPointer !== null);
  return [...grouped(failing, (violation) => groupOf(violation, "argument")).values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxArguments)
    .flatMap((group) => {
      const call = group[0]?.call;
      if (call?.tool == null) return [];
      const argument = (call.argumentPointer ?? "").replace(/\/\d{1,9}(?=\/|$)/g, "/*");
      return [{ tool: names.tool(call.tool), argument: argument === "" ? null : argument, count: group.length }];
    });
}
