import { ruleIds } from "../config/levels.js";
import { UsageError } from "../errors.js";
import { rulePage } from "../lint/stamp.js";
import { factsOf } from "../profiles/facts.js";
import { findProfile, profiles } from "../profiles/index.js";
import type { Profile } from "../profiles/profile.js";
import { rules } from "../rules/index.js";
import type { Rule } from "../rules/rule.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import type { Io } from "./io.js";

const allRules: readonly Rule[] = rules;

/**
 * The `explain` command: of a rule, what it finds, what happens if it is ignored, how to mend it, what it rests on; of a profile, what
 * its endpoint enforces and what that rests on.
 *
 * @throws UsageError for an unknown id, with the nearest one
 */
export function explain(id: string, io: Io): number {
  const rule = allRules.find((each) => each.id === id);
  const profile = findProfile(id);
  if (rule !== undefined) io.stdout.write(explainRule(rule));
  else if (profile !== undefined) io.stdout.write(explainProfile(profile));
  else throw new UsageError(`Unknown rule ${quote(id)}, ${suggestion(id)}`);
  return 0;
}

function suggestion(id: string): string {
  const near = nearestName(id, [...ruleIds, ...profiles.map((profile) => profile.id)]);
  return near === undefined ? "`guardrails rules` lists them" : `did you mean ${quote(near)}?`;
}

function explainRule(rule: Rule): string {
  return [
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
  ].join("\n");
}

function explainProfile(profile: Profile): string {
  const facts = factsOf(profile).flatMap(({ name, value, severity, evidence }) => [
    `  ${name}: ${value}${severity === null ? "" : `  (${severity})`}`,
    `    ${evidence.kind}, ${evidence.source} (${evidence.date})`,
  ]);
  return [
    `${profile.id}  (profile)`,
    "",
    `${profile.title}${profile.formats.length === 0 ? "" : `, takes histories in ${profile.formats.join(", ")}`}.`,
    "",
    "Enforces:",
    ...facts,
    "",
  ].join("\n");
}
