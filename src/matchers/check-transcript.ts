import { checkBlocks } from "../check.js";
import { type CheckTextOptions, readOptions } from "../check-options.js";
import type { Report, Violation } from "../model/violation.js";
import { createPretty } from "../reporters/pretty.js";
import { plainStyle } from "../reporters/pretty-style.js";
import { sourceOf } from "./source.js";

/** Checks a transcript as `guardrails check` does, but without a configuration. */
export function checkTranscript(transcript: unknown, options: CheckTextOptions): Report {
  const source = sourceOf(transcript);
  const report = checkBlocks(() => source.blocks(), source.name, readOptions({ path: source.name, ...options }, "text"));
  if (!source.isValue) return report;
  // The lines of a value are those of our own JSON text: they show what is meant, and lead nowhere.
  const withoutLines = <T extends { readonly path: string }>(place: T) => (place.path === source.name ? { ...place, range: null } : place);
  const violations = report.violations.map((each) => ({ ...withoutLines(each), related: each.related.map(withoutLines) }));
  return { ...report, violations };
}

/** Findings as the `pretty` reporter shows them. */
export function showFindings(violations: readonly Violation[]): readonly string[] {
  const { violation: show } = createPretty(plainStyle);
  const options = { color: false, maxShown: null, snippets: true, redact: false, quiet: false, path: (path: string) => path };
  const shown = violations.slice(0, mostShown).map((each) => (show?.(each, options) ?? each.message).trimEnd());
  const rest = violations.length - shown.length;
  return [shown.join("\n\n"), ...(rest > 0 ? [`\n… and ${rest} more`] : [])];
}

const mostShown = 20;
