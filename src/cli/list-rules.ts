import { rulePage } from "../lint/to-violation.js";
import { rules } from "../rules/index.js";
import { defaultLevel, type Rule } from "../rules/rule.js";
import type { Io } from "./io.js";
import { table } from "./table.js";

const allRules: readonly Rule[] = rules;

/** The `rules` command: every rule with its category, default level and sentence. */
export function listRules(json: boolean, io: Io): number {
  if (json) {
    const entries = allRules.map((rule) => {
      const { id, category, severity, summary } = rule;
      return { id, category, severity, default: defaultLevel(rule), summary, url: rulePage(id) };
    });
    io.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return 0;
  }
  const rows = allRules.map((rule) => [rule.id, rule.category, defaultLevel(rule), rule.summary]);
  io.stdout.write(table(["RULE", "CATEGORY", "DEFAULT", "FINDS"], rows));
  return 0;
}
