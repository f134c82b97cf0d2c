import { Buffer } from "node:buffer";
import { declaredNames } from "../../src/lint/declared-names.js";
import { Linter } from "../../src/lint/linter.js";
import { ReportBuilder } from "../../src/lint/report.js";
import { defaultVerdict } from "../../src/lint/verdict.js";
import type { Violation } from "../../src/model/violation.js";
import { Drawings } from "../../src/page/drawings.js";
import type { PageData, PageDetail, PageFinding, PageRow } from "../../src/page/page-data.js";
import { createSketcher } from "../../src/page/sketch.js";
import { pageContent } from "../../src/reporters/page-report.js";
import { redactViolation } from "../../src/reporters/redact.js";
import { reporterOptions } from "./report.js";

/** What a page shows of files that are given as text. */
export interface Page {
  readonly data: PageData;
  /** All of it as the page holds it. */
  readonly text: string;
  readonly violations: readonly Violation[];
  rowOf(id: string): PageRow;
  detailOf(id: string): PageDetail | undefined;
}

/** Checks files and makes their page. `bound`: characters of timelines that it holds. */
export function pageOf(
  files: Readonly<Record<string, string>>,
  options: { readonly redact?: boolean; readonly bound?: number } = {},
): Page {
  const redact = options.redact ?? false;
  const linter = new Linter({ sketch: createSketcher(redact, declaredNames) });
  const drawings = new Drawings(options.bound);
  const builder = new ReportBuilder(true);
  for (const [path, text] of Object.entries(files)) {
    const outcome = linter.lintFile(
      { path, chunks: () => [Buffer.from(text)] },
      {
        violation: (found) => builder.violation(redact ? redactViolation(found) : found),
        conversation: (index, sketch) => drawings.add(index, sketch),
      },
    );
    builder.file(outcome);
  }
  const report = builder.build("0.0.0", defaultVerdict, 0);
  const { data, details } = pageContent(report, drawings, reporterOptions({ redact, drawings }));
  const rowOf = (id: string) => {
    const row = data.rows.find((each) => each.id === id);
    if (row === undefined) throw new Error(`No row ${id} among ${data.rows.map((each) => each.id).join(", ")}`);
    return row;
  };
  return {
    data,
    violations: report.violations,
    text: JSON.stringify(data) + details.join("\n"),
    rowOf,
    detailOf: (id) => {
      const { detail } = rowOf(id);
      return detail === null ? undefined : JSON.parse(details[detail] ?? "null");
    },
  };
}

/** The characters that a finding is pinned to; `undefined` where it is pinned to none. */
export function pinnedText(finding: PageFinding | undefined, detail: PageDetail | undefined): string | undefined {
  if (finding?.pin.at !== "part" || finding.pin.range === null) return undefined;
  const part = detail?.messages[finding.pin.message]?.parts[finding.pin.part];
  if (part === undefined || part.kind === "other") return undefined;
  const { text } = part.kind === "call" ? part.arguments : part.kind === "result" ? part.content : part.text;
  return text.slice(...finding.pin.range);
}
