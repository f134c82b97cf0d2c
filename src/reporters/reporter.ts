import type { Report, Severity, Violation } from "../model/violation.js";
import type { Drawings } from "../page/drawings.js";
import type { Grouping, Kind, KindGroup } from "./kinds.js";

/** How a report is shown; nothing here changes a verdict. */
export interface ReporterOptions {
  readonly color: boolean;
  /** The terminal shows links (OSC 8). */
  readonly links?: boolean;
  /** Violations shown at most; the rest is counted. `null`: all. */
  readonly maxShown: number | null;
  readonly snippets: boolean;
  /** Hide values and text of the transcript. */
  readonly redact: boolean;
  /** Hide what is below the fail level. */
  readonly quiet: boolean;
  /** What was found, put together by kind: for reporters that fold. */
  readonly forest?: Forest;
  /** The conversations that were read: for reporters that draw them. */
  readonly drawings?: Drawings;
  /** Makes a path fit for this reporter: relative to the working directory for people, to the repository for CI. */
  path(path: string): string;
  /** What the catalogue says of a rule, for reports that tell it; absent: nothing is known but its id. */
  aboutRule?(ruleId: string): AboutRule | undefined;
}

/** The findings of a run by kind. */
export interface Forest {
  readonly kinds: readonly Kind[];
  /** Asked for in place of single findings. */
  readonly grouped: { readonly by: Grouping; readonly groups: readonly KindGroup[] } | undefined;
  /** Findings that are neither shown nor among the kinds. */
  readonly others: number;
}

/** What a rule is about: as in the catalogue. */
export interface AboutRule {
  readonly summary: string;
  readonly severity: Severity;
  readonly consequence: string;
  readonly repair: string;
}

/** Turns a report into text, in chunks. Writes nothing, decides no exit code; same report, same bytes. */
export interface Reporter {
  readonly id: string;
  readonly summary: string;
  /** Paths relative to the repository root instead of the working directory. */
  readonly forCi: boolean;
  /** For people: shows no more than `maxShown` violations. The others list them all. */
  readonly shortens?: true;
  /** Shows some findings of a kind and counts the others, unless it is told how many to show. */
  readonly folds?: true;
  /** Written while files are checked, not from a report. */
  readonly isRaw?: true;
  report(report: Report, options: ReporterOptions): Iterable<string>;
  /** One violation, as soon as it is found: only for reporters that need no whole, so that memory stays constant. */
  violation?(violation: Violation, options: ReporterOptions): string;
}
