import { rulePage } from "../lint/to-violation.js";
import type { Severity, TextRange, Violation } from "../model/violation.js";
import { unusedSuppression } from "../rules/unused-suppression.js";

/** An entry that accepts findings, and what is wrong with it. */
export interface UnusedEntry {
  /** Of the rule `unused-suppression`. */
  readonly severity: Severity;
  /** The file that holds the entry, as reports show it. */
  readonly path: string;
  readonly record: number | null;
  readonly pointer: string;
  readonly range: TextRange | null;
  /** The rule whose findings it accepts. */
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
  readonly fingerprint: string;
}

/** The finding that an entry accepts nothing, or no longer counts. */
export function unusedEntryFinding({ rule, message, fix, ...place }: UnusedEntry): Violation {
  return {
    ruleId: unusedSuppression.id,
    handled: false,
    message,
    redacted: { message, fix },
    declaredNames: [],
    excerpt: null,
    shown: null,
    conversation: null,
    call: null,
    data: { rule },
    related: [],
    fix,
    provider: null,
    url: rulePage(unusedSuppression.id),
    profile: null,
    ...place,
  };
}
