import type { Report, Severity, Violation } from "../model/violation.js";

/** How a report is shown; nothing here changes a verdict. */
export interface ReporterOptions {
  readonly color: boolean;
  /** Violations shown at most; the rest is counted. `null`: all. */
  readonly maxShown: number | null;
  readonly snippets: boolean;
  /** Hide values and text of the transcript. */
  readonly redact: boolean;
  /** Hide what is below the fail level. */
  readonly quiet: boolean;
  /** Makes a path fit for this reporter: relative to the working directory for people, to the repository for CI. */
  path(path: string): string;
  /** What the catalogue says of a rule, for reports that tell it; absent: nothing is known but its id. */
  aboutRule?(ruleId: string): AboutRule | undefined;
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
  report(report: Report, options: ReporterOptions): Iterable<string>;
  /** One violation, as soon as it is found: only for reporters that need no whole, so that memory stays constant. */
  violation?(violation: Violation, options: ReporterOptions): string;
}
