import { failLevels, type Level, levels, type Preset, presets } from "./config/config.js";
import { type ConfigFault, choice, count, type Field, flag, MemberReader, mapOf, oneOrMany } from "./config/fields.js";
import { ruleIds, selectors } from "./config/levels.js";
import { configOfValue } from "./config/parse-config.js";
import { ownPolicies } from "./config/policy-fields.js";
import type { PluginIds } from "./config/read-config.js";
import { UsageError } from "./errors.js";
import { formats } from "./formats/index.js";
import type { JsonNode } from "./json/node.js";
import type { VerdictOptions } from "./lint/verdict.js";
import { type Mode, modes } from "./model/conversation.js";
import type { ConfiguredPolicy } from "./policies/policy.js";
import { profiles } from "./profiles/index.js";
import type { CheckFlags } from "./run/flags.js";

/** How recordings are read and judged, and when the report says that they failed. */
export interface JudgingSettings extends Partial<VerdictOptions> {
  /** Id of a format, instead of the detected one. */
  readonly format?: string;
  /** Ids of profiles: judged for each of these instead of the recognised one. */
  readonly profiles?: string | readonly string[];
  /** How much of a conversation a recording claims to hold, instead of the detected mode. */
  readonly mode?: Mode;
  /** Levels that win over those of rules, findings and profiles, by rule id. */
  readonly severities?: ReadonlyMap<string, Level> | Readonly<Record<string, Level>>;
  readonly preset?: Preset;
  /** Ids of rules and categories: these alone are checked. */
  readonly only?: string | readonly string[];
  /** Ids of rules and categories that are left out. */
  readonly skip?: string | readonly string[];
  /** Judges the keyword `format` of schemas. */
  readonly assertFormats?: boolean;
  /** Lowers faults of calls that were answered with an error result to `info`. */
  readonly allowHandled?: boolean;
  /** How the agent may use its tools. `files` are globs relative to the working directory. */
  readonly policies?: readonly ConfiguredPolicy[];
  /** Bytes; a larger document is a finding, not read. Default 512 MiB. */
  readonly maxBytes?: number;
}

/** @param own ids of formats and rules that a configuration brings */
function judgingFieldsFor(own: PluginIds) {
  const selector = oneOrMany(choice([...selectors, ...own.rules]));
  return {
    format: choice([...own.formats, ...formats.map(({ id }) => id)]),
    profiles: oneOrMany(choice(profiles.map(({ id }) => id))),
    mode: choice(modes),
    severities: mapOf([...ruleIds, ...own.rules], choice(levels)),
    preset: choice(presets),
    only: selector,
    skip: selector,
    assertFormats: flag,
    allowHandled: flag,
    maxBytes: count,
    failOn: choice(failLevels),
    maxWarnings: count,
    minFiles: count,
    minToolCalls: count,
    requireTools: flag,
    policies: ownPolicies,
  };
}

const noOwnIds: PluginIds = { formats: [], rules: [] };

/** Whatever options take for an id. */
function idsNamedIn(node: JsonNode): PluginIds {
  const selected = ["only", "skip"].flatMap((key) => [...(node.get(key)?.items() ?? []), node.get(key)]);
  const levelled = (node.get("severities")?.entries() ?? []).map(({ key }) => key);
  return { formats: [node.get("format")?.string() ?? ""], rules: [...selected, ...levelled].map((each) => each?.string() ?? "") };
}

/** Reads the options of a call, and collects what is wrong with them. */
export class OptionReader {
  readonly #faults: ConfigFault[] = [];
  readonly #node: JsonNode;
  readonly #keys: ReadonlySet<string>;
  readonly #members: MemberReader;
  readonly #fields: ReturnType<typeof judgingFieldsFor>;

  /**
   * @param others keys beside those of `JudgingSettings`
   * @param own ids that configurations bring; `any`: none of them is read yet, so any id may be right
   * @throws UsageError for values that JSON cannot hold
   */
  constructor(options: unknown, others: readonly string[], own: PluginIds | "any" = noOwnIds) {
    const unwritable = withoutJson(options);
    if (unwritable.length > 0) throw new UsageError(unwritable.join("\n"));
    this.#node = configOfValue(withoutMaps(options));
    this.#fields = judgingFieldsFor(own === "any" ? idsNamedIn(this.#node) : own);
    const keys = [...Object.keys(this.#fields), ...others];
    this.#keys = new Set(keys);
    this.#members = new MemberReader(this.#node, keys, (fault) => this.#faults.push(fault));
  }

  /** The value of one option; `undefined` where it is not set, is wrong, or is not among the keys. */
  read<T>(key: string, field: Field<T>): T | undefined {
    return this.#keys.has(key) ? this.#members.optional(key, field) : undefined;
  }

  judging(): Partial<CheckFlags> {
    const read = <T>(key: string, field: Field<T>) => this.read(key, field);
    const fields = this.#fields;
    return {
      ...set("format", read("format", fields.format)),
      ...set("profile", read("profiles", fields.profiles)),
      ...set("mode", read("mode", fields.mode)),
      ...set("rule", read("severities", fields.severities)),
      ...set("preset", read("preset", fields.preset)),
      ...set("only", read("only", fields.only)),
      ...set("skip", read("skip", fields.skip)),
      ...set("assertFormats", read("assertFormats", fields.assertFormats)),
      ...set("allowHandled", read("allowHandled", fields.allowHandled)),
      ...set("maxSize", read("maxBytes", fields.maxBytes)),
      ...set("failOn", read("failOn", fields.failOn)),
      ...set("maxWarnings", this.#node.get("maxWarnings")?.kind === "null" ? undefined : read("maxWarnings", fields.maxWarnings)),
      ...set("minFiles", read("minFiles", fields.minFiles)),
      ...set("minToolCalls", read("minToolCalls", fields.minToolCalls)),
      ...set("requireTools", read("requireTools", fields.requireTools)),
      ...set("policies", read("policies", fields.policies)),
    };
  }

  /** @throws UsageError with a line for each option that is unknown or wrong */
  end(): void {
    if (this.#faults.length > 0) throw new UsageError(this.#faults.map(inWords).join("\n"));
  }
}

/** A flag, if it is set. */
export function set<Key extends keyof CheckFlags>(key: Key, value: CheckFlags[Key] | undefined): Partial<CheckFlags> {
  return value === undefined ? {} : { [key]: value };
}

/** A line for each option that is nothing JSON can say: read as null it would be reported wrongly, or not at all. */
function withoutJson(options: unknown): readonly string[] {
  if (Array.isArray(options)) return ["Options must be an object, not an array"];
  if (typeof options !== "object" || options === null) return [];
  return Object.entries(options).flatMap(([key, value]) => {
    const isNumber = typeof value === "number" && Number.isFinite(value);
    if (isNumber || value === null || ["string", "boolean", "object", "undefined"].includes(typeof value)) return [];
    const what = typeof value === "number" ? String(value) : `a ${typeof value}`;
    return [`Option ${key} must be a value that JSON can hold, not ${what}`];
  });
}

/** Maps are as good as objects where ids are keys. */
function withoutMaps(options: unknown): unknown {
  if (typeof options !== "object" || options === null) return options;
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, value instanceof Map ? Object.fromEntries(value) : value]));
}

function inWords({ at, message }: ConfigFault): string {
  const [, option, ...rest] = at.pointer.split("/");
  const [, demand] = /^(?:The configuration|(?:Each entry of )?"[^"]*") (must .*)$/s.exec(message) ?? [];
  if (option === undefined) return demand === undefined ? `Options: ${message}` : `Options ${demand}`;
  if (demand !== undefined) return `Option ${[option, ...rest].join(".")} ${demand}`;
  return message.startsWith("Unknown key") && rest.length === 0
    ? message.replace("key", "option")
    : `Option ${[option, ...rest].join(".")}: ${message}`;
}
