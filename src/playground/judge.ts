import { checkDrawing } from "../browser/check.js";
import type { GivenFile } from "../browser/given-file.js";
import { declaredNames } from "../lint/declared-names.js";
import type { Report } from "../model/violation.js";
import { Drawings } from "../page/drawings.js";
import type { DetailSource, PageData, PageDetail } from "../page/page-data.js";
import { createSketcher } from "../page/sketch.js";
import { html } from "../reporters/html.js";
import { pageContent } from "../reporters/page-report.js";
import { redacting } from "../reporters/redact.js";
import type { ReporterOptions } from "../reporters/reporter.js";
import { rules } from "../rules/index.js";

/** What is judged, and how. `null`: as it is recognised. */
export interface Given {
  readonly files: readonly GivenFile[];
  readonly toolFiles: readonly GivenFile[];
  readonly format: string | null;
  readonly profile: string | null;
}

/** What the page is drawn from. */
export interface Judged {
  readonly data: PageData;
  readonly detailOf: DetailSource;
}

/** @throws UsageError and InputError for declarations that cannot be read */
export async function judge(given: Given): Promise<Judged> {
  const { report, drawings } = await check(given, false);
  const { data, details } = pageContent(report, drawings, optionsWith(drawings, false));
  const detailOf = (number: number): PageDetail | undefined => {
    const detail = details[number];
    return detail === undefined ? undefined : JSON.parse(detail);
  };
  return { data, detailOf };
}

/**
 * The page as a file of its own, which needs no playground: what `guardrails check -o html=FILE` writes.
 *
 * @param redact hides values and text of the transcripts
 */
export async function pageOf(given: Given, redact: boolean): Promise<string> {
  const { report, drawings } = await check(given, redact);
  return [...redacting(html).report(report, optionsWith(drawings, redact))].join("");
}

async function check(given: Given, redact: boolean): Promise<{ readonly report: Report; readonly drawings: Drawings }> {
  const { files, toolFiles, format, profile } = given;
  const drawings = new Drawings();
  const options = {
    files,
    ...(toolFiles.length > 0 && { toolFiles }),
    ...(format !== null && { format }),
    ...(profile !== null && { profiles: profile }),
  };
  const report = await checkDrawing(options, {
    sketch: createSketcher(redact, declaredNames),
    add: (index, sketch) => drawings.add(index, sketch),
  });
  return { report, drawings };
}

function optionsWith(drawings: Drawings, redact: boolean): ReporterOptions {
  const aboutRule = (ruleId: string) => rules.find(({ id }) => id === ruleId);
  return { color: false, maxShown: null, snippets: true, redact, quiet: false, path: (path) => path, aboutRule, drawings };
}
