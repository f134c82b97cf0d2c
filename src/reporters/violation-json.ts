import type { JsonValue } from "../json/value.js";
import type { Report, Violation } from "../model/violation.js";
import type { ReporterOptions } from "./reporter.js";
import { fixOf, saidBy } from "./summary.js";

/** A violation as `json` and `jsonl` write it. With `--redact` it holds no value of the transcript: names, ids and places stay. */
export function violationJson(violation: Violation, options: ReporterOptions): Readonly<Record<string, unknown>> {
  const { ruleId, severity, handled, path, record, pointer, range, call, data, related, provider, url, fingerprint, profile } = violation;
  return {
    ruleId,
    severity,
    handled,
    message: options.redact ? violation.redacted.message : violation.message,
    path: options.path(path),
    record,
    pointer,
    range,
    call,
    data: options.redact ? redactData(data) : data,
    related: related.map((each) => ({
      message: each.message,
      path: options.path(each.path),
      pointer: each.pointer,
      range: each.range,
    })),
    fix: fixOf(violation, options) ?? null,
    provider: provider && { ...provider, says: saidBy(provider, options) },
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

/** Facts that are words of ours, whatever the transcript says. */
const ownFacts: ReadonlySet<string> = new Set(["keyword", "fault", "kind", "because"]);

function redactData(data: Readonly<Record<string, JsonValue>>): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => ownFacts.has(key)));
}
