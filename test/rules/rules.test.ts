import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { TextRange, Violation } from "../../src/model/violation.js";
import { rules } from "../../src/rules/index.js";
import type { Rule } from "../../src/rules/rule.js";
import { configName, policiesBeside } from "../support/policies.js";

const root = fileURLToPath(new URL("../../fixtures/rules", import.meta.url));

/** Rules about the configuration judge no transcript: `test/cli` has their scenarios. */
const listed = rules.filter(({ category }) => category !== "config");

describe.each(listed.map(({ id }) => id))("%s", (id) => {
  const files = transcripts(join(root, id));
  const valid = files.filter((file) => file.startsWith("valid-"));
  const invalid = files.filter((file) => file.startsWith("invalid-"));

  it("has transcripts with and without its fault, and no others", () => {
    expect(valid).not.toEqual([]);
    expect(invalid).not.toEqual([]);
    expect(files.length).toBe(valid.length + invalid.length);
  });

  it.each(valid)("and all other rules are silent on %s", (file) => {
    expect(lint(join(root, id, file)).map(line)).toEqual([]);
  });

  it.each(invalid)("finds what it should in %s", async (file) => {
    const path = join(root, id, file);
    const found = lint(path).filter(({ ruleId }) => ruleId === id);
    expect(found).not.toEqual([]);
    await expect(`${found.map(line).join("\n")}\n`).toMatchFileSnapshot(path.replace(/\.jsonl?$/, ".out"));
  });
});

it("has no fixtures of rules that do not exist", () => {
  const ids = new Set<string>(listed.map(({ id }) => id));
  expect(readdirSync(root).filter((name) => !ids.has(name))).toEqual([]);
});

/** Rules that are off by default have fixtures as well, and are silent on those of the others. */
const onRequest = new Map(listed.flatMap((rule: Rule) => (rule.isOptIn === true ? [[rule.id, rule.severity] as const] : [])));

function transcripts(directory: string): readonly string[] {
  return readdirSync(directory).filter((name) => !name.endsWith(".out") && name !== configName);
}

function lint(path: string): readonly Violation[] {
  const violations: Violation[] = [];
  const sink = { violation: (violation: Violation) => violations.push(violation) > 0 };
  const policies = policiesBeside(path);
  const outcome = new Linter({ severities: onRequest, policies }).lintFile({ path, chunks: () => [readFileSync(path)] }, sink);
  expect(outcome.notices).toEqual([]);
  return violations;
}

/** Place, level, rule and message; what the fix and the related places say stands indented below. */
function line({ range, severity, ruleId, message, fix, provider, related }: Violation): string {
  return [
    `${placeOf(range)} ${severity} ${ruleId} ${message}`,
    ...related.map((each) => `  ${placeOf(each.range)} ${each.message}`),
    ...(fix === null ? [] : [`  Fix: ${fix}`]),
    ...(provider === null
      ? []
      : [`  Provider: ${[provider.name, provider.status, provider.says].filter((each) => each !== null).join(", ")}`]),
  ].join("\n");
}

function placeOf(range: TextRange | null): string {
  return `${range?.start.line}:${range?.start.column}`;
}
