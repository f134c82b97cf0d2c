import type { Severity } from "../model/violation.js";
import { rules } from "../rules/index.js";
import { categories, defaultLevel, type Rule } from "../rules/rule.js";
import { type Level, type Preset, presets } from "./config.js";

const allRules: readonly Rule[] = rules;

/** Ids of all rules, in the order of the catalogue. */
export const ruleIds: readonly string[] = allRules.map(({ id }) => id);

/** What `--only` and `--skip` take: ids of rules and of categories. */
export const selectors: readonly string[] = [...ruleIds, ...categories];

/** Whether a text is the name of a preset. */
export function isPreset(text: string): text is Preset {
  return presets.some((each) => each === text);
}

/** One layer of settings about rules; a later layer wins over an earlier one. */
export interface LevelLayer {
  readonly presets?: readonly Preset[] | undefined;
  readonly rules?: ReadonlyMap<string, Level> | undefined;
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** Found before any rule can run: `--only` leaves them on, since a file that was not read must not pass. */
const alwaysOn: ReadonlySet<string> = new Set(["invalid-json", "unknown-format"]);

/**
 * The levels that differ from the defaults of rules, findings and profiles.
 *
 * `strict` makes every warning an error and gives advice; `all` raises also what is reported for information only.
 *
 * @param own rules of plugins
 */
export function resolveLevels(layers: readonly LevelLayer[], own: readonly Rule[] = []): ReadonlyMap<string, Severity | "off"> {
  const resolved = new Map<string, Level>();
  const catalogue = [...allRules, ...own];
  for (const rule of catalogue) reset(rule, resolved);
  for (const layer of layers) {
    for (const preset of layer.presets ?? []) applyPreset(preset, catalogue, resolved);
    for (const [id, level] of layer.rules ?? []) resolved.set(id, level);
    applySelection(layer, catalogue, resolved);
  }
  return resolved;
}

/** Whoever asks whether a rule is off looks here alone, so a rule that is off by default is in the map. */
function reset(rule: Rule, resolved: Map<string, Level>): void {
  if (defaultLevel(rule) === "off") resolved.set(rule.id, "off");
  else resolved.delete(rule.id);
}

function applyPreset(preset: Preset, catalogue: readonly Rule[], resolved: Map<string, Level>): void {
  for (const rule of catalogue) {
    const { id, severity, isOptIn = false } = rule;
    if (preset === "recommended") reset(rule, resolved);
    else if (severity === "warning" || (preset === "all" && severity === "info")) resolved.set(id, "error");
    else if (isOptIn) resolved.set(id, severity);
  }
}

function applySelection({ only, skip }: LevelLayer, catalogue: readonly Rule[], resolved: Map<string, Level>): void {
  for (const { id, category, severity, isOptIn = false } of catalogue) {
    const isWanted = only === undefined || only.length === 0 || only.includes(id) || only.includes(category);
    if (!isWanted && !alwaysOn.has(id)) resolved.set(id, "off");
    // Who asks for one rule by name wants it, also where the configuration has it off.
    if (only?.includes(id) === true && resolved.get(id) === "off") {
      if (isOptIn) resolved.set(id, severity);
      else resolved.delete(id);
    }
    if (skip?.includes(id) === true || skip?.includes(category) === true) resolved.set(id, "off");
  }
}
