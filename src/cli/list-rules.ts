import { rulePage } from "../lint/to-violation.js";
import { rules } from "../rules/index.js";
import { defaultLevel, type Rule } from "../rules/rule.js";
import { Configs } from "../run/configs.js";
import type { CheckFlags } from "../run/flags.js";
import { escapeControls } from "../text/quote.js";
import type { Io } from "./io.js";
import { table } from "./table.js";

/** The flags of `rules`. */
export interface RulesFlags extends Pick<CheckFlags, "config"> {
  readonly json?: boolean;
}

/**
 * The `rules` command: every rule with its category, default level and sentence, those of plugins last.
 *
 * @throws UsageError with a line for each thing wrong in the configuration
 */
export async function listRules({ json, config }: RulesFlags, io: Io): Promise<number> {
  const loaded = await new Configs(config, io).for(io.cwd);
  const own = new Set<Rule>(loaded?.extensions.rules);
  const all: readonly Rule[] = [...rules, ...own];
  if (json === true) {
    const entries = all.map((rule) => {
      const { id, category, severity, summary, url = rulePage(id) } = rule;
      return { id, category, severity, default: defaultLevel(rule), summary, url, isOwn: own.has(rule) };
    });
    io.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return 0;
  }
  const rows = all.map((rule) => [
    rule.id,
    rule.category,
    defaultLevel(rule),
    `${escapeControls(rule.summary)}${own.has(rule) ? " (from the configuration)" : ""}`,
  ]);
  io.stdout.write(table(["RULE", "CATEGORY", "DEFAULT", "FINDS"], rows));
  return 0;
}
