import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ruleIds } from "../config/levels.js";
import { UsageError } from "../errors.js";
import { rulePage } from "../lint/to-violation.js";
import { factsOf } from "../profiles/facts.js";
import { findProfile, profiles } from "../profiles/index.js";
import type { Profile } from "../profiles/profile.js";
import { rules } from "../rules/index.js";
import { categories, type Rule } from "../rules/rule.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import type { Io } from "./io.js";

const allRules: readonly Rule[] = rules;

/**
 * The `explain` command: of a rule, what it finds, what happens if it is ignored, how to fix it, what it rests on; of a profile, what
 * its endpoint enforces and what that rests on.
 *
 * @throws UsageError for an unknown id, with the nearest one
 */
export function explain(id: string, io: Io): number {
  const rule = allRules.find((each) => each.id === id);
  const profile = findProfile(id);
  if (rule !== undefined) io.stdout.write(explainRule(rule));
  else if (profile !== undefined) io.stdout.write(explainProfile(profile));
  else throw new UsageError(`Unknown rule or profile ${quote(id)}, ${suggestion(id)}`);
  return 0;
}

function suggestion(id: string): string {
  const near = nearestName(id, [...ruleIds, ...profiles.map((profile) => profile.id)]);
  if (near !== undefined) return `did you mean ${quote(near)}?`;
  const isCategory = categories.some((category) => category === id);
  return `\`guardrails rules\` lists the rules${isCategory ? " of this category" : ""}, \`guardrails formats\` the profiles`;
}

/** The rule's page as the package ships it; where it is missing, what the rule says of itself. */
function explainRule(rule: Rule): string {
  const page = readPage(rule.id) ?? `# ${rule.id}\n\n${rule.summary}.\n\n${rule.consequence}\n\n${rule.repair}\n`;
  // A terminal shows no Markdown: headings and fences would only be in the way.
  const text = page
    .replace(/^```.*\n/gm, "")
    .replace(/^#+ (.*)$/gm, (_, heading: string) => (heading === rule.id ? heading : heading.toUpperCase()));
  return `${text}\nOnline: ${rulePage(rule.id)}\n`;
}

function readPage(id: string): string | undefined {
  try {
    const root = dirname(createRequire(import.meta.url).resolve("tool-guardrails/package.json"));
    return readFileSync(join(root, "docs/rules", `${id}.md`), "utf8");
  } catch {
    return undefined;
  }
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
