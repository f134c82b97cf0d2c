import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ruleIds } from "../config/levels.js";
import { UsageError } from "../errors.js";
import { rulePage } from "../lint/to-violation.js";
import { factsOf, type ToldFact } from "../profiles/facts.js";
import { findProfile, profiles } from "../profiles/index.js";
import type { Profile } from "../profiles/profile.js";
import { rules } from "../rules/index.js";
import { categories, type Rule } from "../rules/rule.js";
import { Configs } from "../run/configs.js";
import { nearestName } from "../text/nearest-name.js";
import { escapeControls, quote } from "../text/quote.js";
import type { Io } from "./io.js";

const allRules: readonly Rule[] = rules;

/**
 * The `explain` command: of a rule, what it finds, what happens if it is ignored, how to fix it, what it rests on; of a profile, what
 * its endpoint enforces and what that rests on.
 *
 * @throws UsageError for an unknown id, with the nearest one
 */
export async function explain(id: string, config: string | false | undefined, io: Io): Promise<number> {
  const known = allRules.find((each) => each.id === id);
  const own: readonly Rule[] = known === undefined ? ((await new Configs(config, io).for(io.cwd))?.extensions.rules ?? []) : [];
  const rule = known ?? own.find((each) => each.id === id);
  const profile = findProfile(id);
  if (rule !== undefined) io.stdout.write(explainRule(rule));
  else if (profile !== undefined) io.stdout.write(explainProfile(profile));
  else throw new UsageError(`Unknown rule or profile ${quote(id)}, ${suggestion(id, own)}`);
  return 0;
}

function suggestion(id: string, own: readonly Rule[]): string {
  const near = nearestName(id, [...ruleIds, ...own.map((rule) => rule.id), ...profiles.map((profile) => profile.id)]);
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
  return `${escapeLines(text)}\nOnline: ${escapeControls(rule.url ?? rulePage(rule.id))}\n`;
}

/** A plugin may write what it likes. */
function escapeLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
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
  const facts = factsOf(profile);
  const advice = facts.filter(({ name }) => name.startsWith("advice."));
  return [
    `${profile.id}  (profile)`,
    "",
    `${profile.title}${profile.formats.length === 0 ? "" : `, takes histories in ${profile.formats.join(", ")}`}.`,
    "",
    "Enforces:",
    ...facts.filter((fact) => !advice.includes(fact)).flatMap(factLines),
    ...(advice.length === 0
      ? []
      : ["", "Advises against, although it is accepted (harmful-style, reported with --preset strict):", ...advice.flatMap(factLines)]),
    "",
  ].join("\n");
}

function factLines({ name, models, value, severity, evidence }: ToldFact): readonly string[] {
  return [
    `  ${name}: ${value}${models === null ? "" : `, for ${models}`}${severity === null ? "" : `  (${severity})`}`,
    `    ${evidence.kind}, ${evidence.source} (${evidence.date})`,
  ];
}
