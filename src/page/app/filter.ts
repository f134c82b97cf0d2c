import type { FoundKind, PageData, PageRow, PageSeverity } from "../page-data.js";
import type { Address } from "./address.js";

/** Which rows and findings the address asks for. */
export interface Filter {
  readonly rule: number | undefined;
  readonly tool: number | undefined;
  readonly severities: ReadonlySet<PageSeverity>;
  readonly path: string;
  /** The address names a rule or a tool that this page does not know. */
  readonly isImpossible: boolean;
}

/** One value of a filter, and how many findings it would leave. */
export interface Facet {
  readonly index: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export function filterOf({ rule, tool, severities, path }: Address, data: PageData): Filter {
  const ruleIndex = rule === null ? undefined : data.rules.findIndex(({ id }) => id === rule);
  const toolIndex = tool === null ? undefined : data.tools.indexOf(tool);
  return {
    rule: ruleIndex,
    tool: toolIndex,
    severities: new Set(severities),
    path: path.toLowerCase(),
    isImpossible: ruleIndex === -1 || toolIndex === -1,
  };
}

/** The rows that hold what the filter asks for, in the order asked for. */
export function filteredRows({ rows }: PageData, filter: Filter, sort: Address["sort"]): readonly PageRow[] {
  if (filter.isImpossible) return [];
  const kept = rows.filter((row) => holdsPath(row, filter) && holdsFinding(row, filter));
  return sort === "path" ? kept : kept.toSorted(byWeight);
}

function byWeight(one: PageRow, other: PageRow): number {
  return other.errors - one.errors || other.warnings - one.warnings || other.infos - one.infos;
}

function holdsPath({ path }: PageRow, filter: Filter): boolean {
  return filter.path === "" || path.toLowerCase().includes(filter.path);
}

function holdsFinding({ found, tools }: PageRow, filter: Filter): boolean {
  const { rule, tool, severities } = filter;
  if (rule === undefined && severities.size === 0) {
    return tool === undefined || tools.includes(tool) || found.some((each) => each.tool === tool);
  }
  return found.some((each) => fits(each, filter));
}

function fits(kind: FoundKind, { rule, tool, severities }: Filter): boolean {
  if (rule !== undefined && kind.rule !== rule) return false;
  if (tool !== undefined && kind.tool !== tool) return false;
  return severities.size === 0 || severities.has(kind.severity);
}

/** Findings by rule, by tool or by day, as far as the other filters let them through; the most frequent first. */
export function facets(rows: readonly PageRow[], by: "rule" | "tool" | "day", filter: Filter): readonly Facet[] {
  const open: Filter = by === "day" ? filter : { ...filter, [by]: undefined };
  const byIndex = new Map<number, { index: number; errors: number; warnings: number; infos: number }>();
  for (const row of rows) {
    if (!holdsPath(row, filter)) continue;
    for (const kind of row.found) {
      const index = by === "day" ? row.day : kind[by];
      if (index === null || !fits(kind, open)) continue;
      const facet = byIndex.get(index) ?? { index, errors: 0, warnings: 0, infos: 0 };
      byIndex.set(index, facet);
      facet[counters[kind.severity]] += kind.count;
    }
  }
  return [...byIndex.values()].toSorted((one, other) => total(other) - total(one) || one.index - other.index);
}

const counters = { error: "errors", warning: "warnings", info: "infos" } as const satisfies Readonly<Record<PageSeverity, string>>;

export function total({ errors, warnings, infos }: Facet): number {
  return errors + warnings + infos;
}
