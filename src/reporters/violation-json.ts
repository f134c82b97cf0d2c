import type { Report, Violation } from "../model/violation.js";
import type { ReporterOptions } from "./reporter.js";

/** A violation as `json` and `jsonl` write it. */
export function violationJson(violation: Violation, options: ReporterOptions): Readonly<Record<string, unknown>> {
  const { ruleId, severity, handled, message, path, record, pointer, range, call, data, related, fix, provider } = violation;
  const { url, fingerprint, profile } = violation;
  return {
    ruleId,
    severity,
    handled,
    message,
    path: options.path(path),
    record,
    pointer,
    range,
    call,
    data,
    related: related.map((each) => ({
      message: each.message,
      path: options.path(each.path),
      pointer: each.pointer,
      range: each.range,
    })),
    fix,
    provider,
    // `fix` finds out what can be edited.
    fixable: null,
    edits: [],
    url,
    fingerprint,
    ...(profile !== null && { profile }),
  };
}

/** What `json` and `jsonl` say about the run as a whole. */
export function runJson({ tool, run, summary }: Report): Readonly<Record<string, unknown>> {
  const { status, exitCode, failOn, durationMs } = run;
  return { schemaVersion: "2.0", tool, run: { status, exitCode, failOn, durationMs }, summary };
}
