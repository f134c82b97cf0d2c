import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkText } from "../../src/check.js";
import type { CheckTextOptions } from "../../src/check-options.js";
import { createPretty } from "../../src/reporters/pretty.js";
import { plainStyle } from "../../src/reporters/pretty-style.js";
import { defaultLevel, type Rule } from "../../src/rules/rule.js";
import { configName, policiesBeside } from "../support/policies.js";

const fixtures = resolve(import.meta.dirname, "../../fixtures/rules");

/** How long an example may be: a reader should take it in at a glance. */
const mostLines = 60;

/** The page of a rule: what it says of itself, its shortest failing fixture, and what the program prints for that. */
export function rulePage(rule: Rule): string {
  return [
    `# ${rule.id}`,
    "",
    `${rule.summary}.`,
    "",
    `Category \`${rule.category}\`, default level \`${defaultLevel(rule)}\`${rule.isOptIn === true ? ` (\`--preset strict\` runs it as \`${rule.severity}\`)` : ""}. Change it with \`--rule ${rule.id}=off|info|warning|error\` or in the configuration.`,
    "",
    "## Why it matters",
    "",
    rule.consequence,
    "",
    ...example(rule),
    "## How to fix it",
    "",
    rule.repair,
    "",
    "## What it rests on",
    "",
    ...rule.evidence.map((each) => `- ${each}`),
    "",
  ].join("\n");
}

function example(rule: Rule): readonly string[] {
  const file = shortestInvalid(rule.id);
  const isOptIn = rule.isOptIn === true;
  if (file === undefined) return [];
  const text = readFileSync(file, "utf8");
  const name = `transcript${file.slice(file.lastIndexOf("."))}`;
  const lines = text.trimEnd().split("\n");
  const shown = lines.length > mostLines || /[^\t\n\x20-\x7e\u00a0-\uffff]/.test(text) ? undefined : lines;
  const transcript = shown === undefined ? [] : ["", `\`${name}\`:`, "", "```json", ...shown, "```"];
  const policies = policiesBeside(file);
  const broken = checkText(text, { path: name, policies }).violations.map(({ data }) => data.policy);
  const config = policies.filter((policy) => broken.includes(policy.name));
  const configured =
    config.length === 0
      ? []
      : ["", `\`${configName}\`:`, "", "```json", ...JSON.stringify({ policies: config }, null, 2).split("\n"), "```"];
  return [
    "## Example",
    ...configured,
    ...transcript,
    "",
    "```text",
    `$ guardrails check ${name}${isOptIn ? " --preset strict" : ""}`,
    ...output(text, name, rule.id, { ...(isOptIn && { preset: "strict" }), policies }),
    "```",
    "",
  ];
}

/** What is printed for a transcript, but for the rules that are not the page's subject. */
function output(text: string, path: string, ruleId: string, options: CheckTextOptions): readonly string[] {
  const report = checkText(text, { path, ...options });
  const violations = report.violations.filter((violation) => violation.ruleId === ruleId);
  const printed = [...createPretty(plainStyle).report({ ...report, violations }, { ...plain, path: (each) => each })].join("");
  return printed.slice(0, printed.lastIndexOf("\n\n")).trimEnd().split("\n");
}

const plain = { color: false, maxShown: null, snippets: true, redact: false, quiet: false } as const;

function shortestInvalid(id: string): string | undefined {
  const folder = join(fixtures, id);
  const files = readdirOrEmpty(folder)
    .filter((name) => name.startsWith("invalid-") && !name.endsWith(".out"))
    .map((name) => join(folder, name));
  const size = (file: string) => statSync(file).size;
  return files.sort((one, other) => size(one) - size(other) || (one < other ? -1 : 1)).find((file) => size(file) > 0);
}

function readdirOrEmpty(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
}
