import { ruleIds } from "../config/levels.js";
import { UsageError } from "../errors.js";
import { rulePage } from "../lint/stamp.js";
import { rules } from "../rules/index.js";
import type { Rule } from "../rules/rule.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import type { Io } from "./io.js";

const allRules: readonly Rule[] = rules;

/**
 * The `explain` command: what a rule finds, what happens if it is ignored, how to mend it, what it rests on.
 *
 * @throws UsageError for an unknown rule, with the nearest one
 */
export function explain(id: string, io: Io): number {
  const rule = allRules.find((each) => each.id === id);
  if (rule === undefined) {
    const near = nearestName(id, ruleIds);
    throw new UsageError(
      `Unknown rule ${quote(id)}, ${near === undefined ? "`guardrails rules` lists them" : `did you mean ${quote(near)}?`}`,
    );
  }
  io.stdout.write(
    [
      `${rule.id}  (${rule.category}, default ${rule.severity})`,
      "",
      `${rule.summary}.`,
      "",
      `What happens: ${rule.consequence}`,
      `What to do:   ${rule.repair}`,
      "",
      "Rests on:",
      ...rule.evidence.map((each) => `  - ${each}`),
      "",
      `Switch it off with --rule ${rule.id}=off, or read on at ${rulePage(rule.id)}`,
      "",
    ].join("\n"),
  );
  return 0;
}
