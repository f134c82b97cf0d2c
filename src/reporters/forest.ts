import { counted } from "../text/counted.js";
import { type Grouping, groupOf, type Kind, type KindGroup } from "./kinds.js";
import type { PrettyStyle } from "./pretty-style.js";
import type { Forest, ReporterOptions } from "./reporter.js";
import { safeLineStart, safeText } from "./safe-text.js";
import { callToolOf, messageOf, placeInWords } from "./summary.js";

/** Kinds that are listed in a group, or of what was folded. */
const maxListed = 10;

/** Groups that are listed. */
const maxGroups = 50;

/** What is not shown one by one: the groups that were asked for, or how often each kind came again. */
export function* showForest({ kinds, grouped }: Forest, options: ReporterOptions, style: PrettyStyle): Generator<string, void, undefined> {
  if (grouped !== undefined) {
    for (const group of grouped.groups.slice(0, maxGroups)) yield showGroup(group, grouped.by, options, style);
    if (grouped.groups.length > maxGroups) yield `… ${counted(grouped.groups.length - maxGroups, "more group")}\n\n`;
    return;
  }
  const folded = kinds.filter(({ count, shown }) => count > shown).toSorted((one, other) => rest(other) - rest(one));
  if (folded.length === 0) return;
  for (const kind of folded.slice(0, maxListed)) yield `${showFolded(kind, options, style)}\n`;
  if (folded.length > maxListed) {
    const others = folded.slice(maxListed).reduce((sum, kind) => sum + rest(kind), 0);
    yield `… and ${others} more of ${counted(folded.length - maxListed, "other kind")} (--group-by rule counts them, --max-shown shows them)\n`;
  }
  yield "\n";
}

function rest({ count, shown }: Kind): number {
  return count - shown;
}

/** `… and 212 more like this in 40 files: error invalid-arguments "get_order": `order_id` must be an integer, got a string` */
function showFolded(kind: Kind, options: ReporterOptions, style: PrettyStyle): string {
  const { violation, files } = kind;
  const like = kind.shown === 0 ? "" : " like this";
  const { severity } = violation;
  const where = kind.shown === 0 ? `, first at ${placeInWords(violation, safeText(options.path(violation.path)))}` : "";
  return `… and ${rest(kind)} more${like} in ${counted(files, "file")}: ${style.severity(severity, severity)} ${violation.ruleId} ${sentenceOf(kind)}${where}`;
}

function showGroup({ count, files, kinds }: KindGroup, by: Grouping, options: ReporterOptions, style: PrettyStyle): string {
  const [first] = kinds;
  if (first === undefined) return "";
  const name = by === "file" ? options.path(first.violation.path) : groupOf(first.violation, by);
  const inFiles = by === "file" ? "" : ` in ${counted(files, "file")}`;
  const width = String(first.count).length;
  const lines = [
    `${style.strong(safeLineStart(name))}  ${counted(count, "finding")}${inFiles}`,
    ...kinds.slice(0, maxListed).map((kind) => {
      const { severity, ruleId } = kind.violation;
      const rule = by === "rule" ? "" : `  ${ruleId}`;
      const place = placeInWords(kind.violation, safeText(options.path(kind.violation.path)));
      return `  ${String(kind.count).padStart(width)}  ${style.severity(severity, severity.padEnd(7))}${rule}  ${by === "rule" || by === "file" ? sentenceOf(kind) : messageOf(kind.violation)}  ${style.faint(place)}`;
    }),
    ...(kinds.length > maxListed ? [`  … ${counted(kinds.length - maxListed, "more kind")}`] : []),
  ];
  return `${lines.join("\n")}\n\n`;
}

function sentenceOf({ violation }: Kind): string {
  const tool = callToolOf(violation);
  return `${tool === undefined ? "" : `${tool}: `}${messageOf(violation)}`;
}

/** `"get_order" 212, "search" 3`: tools by their number of findings; empty where there are too few to count. */
export function toolsInWords({ kinds }: Forest): string {
  const counts = new Map<string, number>();
  for (const { violation, count } of kinds) {
    const tool = callToolOf(violation);
    if (tool !== undefined) counts.set(tool, (counts.get(tool) ?? 0) + count);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total <= maxListed) return "";
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const listed = sorted.slice(0, maxListed).map(([tool, count]) => `${tool} ${count}`);
  return [...listed, ...(sorted.length > maxListed ? [counted(sorted.length - maxListed, "more tool")] : [])].join(", ");
}
