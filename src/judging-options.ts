import { failLevels, type Level, levels, type Preset, presets } from "./config/config.js";
import { type ConfigFault, choice, count, type Field, flag, MemberReader, mapOf, oneOrMany } from "./config/fields.js";
import { ruleIds, selectors } from "./config/levels.js";
import { configOfValue } from "./config/parse-config.js";
import { ownPolicies } from "./config/policy-fields.js";
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

const judgingFields = {
  format: choice(formats.map(({ id }) => id)),
  profiles: oneOrMany(choice(profiles.map(({ id }) => id))),
  mode: choice(modes),
  severities: mapOf(ruleIds, choice(levels)),
  preset: choice(presets),
  only: oneOrMany(choice(selectors)),
  skip: oneOrMany(choice(selectors)),
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

/** Reads the options of a call, and collects what is wrong with them. */
export class OptionReader {
  readonly #faults: ConfigFault[] = [];
  readonly #node: JsonNode;
  readonly #keys: ReadonlySet<string>;
  readonly #members: MemberReader;

  /**
   * @param others keys beside those of `JudgingSettings`
   * @throws UsageError for values that JSON cannot hold
   */
  constructor(options: unknown, others: readonly string[]) {
    const unwritable = withoutJson(options);
    if (unwritable.length > 0) throw new UsageError(unwritable.join("\n"));
    const keys = [...Object.keys(judgingFields), ...others];
    this.#keys = new Set(keys);
    this.#node = configOfValue(withoutMaps(options));
    this.#members = new MemberReader(this.#node, keys, (fault) => this.#faults.push(fault));
  }

  /** The value of one option; `undefined` where it is not set, is wrong, or is not among the keys. */
  read<T>(key: string, field: Field<T>): T | undefined {
    return this.#keys.has(key) ? this.#members.optional(key, field) : undefined;
  }

  judging(): Partial<CheckFlags> {
    const read = <T>(key: string, field: Field<T>) => this.read(key, field);
    return {
      ...set("format", read("format", judgingFields.format)),
      ...set("profile", read("profiles", judgingFields.profiles)),
      ...set("mode", read("mode", judgingFields.mode)),
      ...set("rule", read("severities", judgingFields.severities)),
      ...set("preset", read("preset", judgingFields.preset)),
      ...set("only", read("only", judgingFields.only)),
      ...set("skip", read("skip", judgingFields.skip)),
      ...set("assertFormats", read("assertFormats", judgingFields.assertFormats)),
      ...set("allowHandled", read("allowHandled", judgingFields.allowHandled)),
      ...set("maxSize", read("maxBytes", judgingFields.maxBytes)),
      ...set("failOn", read("failOn", judgingFields.failOn)),
      ...set("maxWarnings", this.#node.get("maxWarnings")?.kind === "null" ? undefined : read("maxWarnings", judgingFields.maxWarnings)),
      ...set("minFiles", read("minFiles", judgingFields.minFiles)),
      ...set("minToolCalls", read("minToolCalls", judgingFields.minToolCalls)),
      ...set("requireTools", read("requireTools", judgingFields.requireTools)),
      ...set("policies", read("policies", judgingFields.policies)),
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
  if (Array.isArray(options)) return ["Options: Expected an object, got a list"];
  if (typeof options !== "object" || options === null) return [];
  return Object.entries(options).flatMap(([key, value]) => {
    const isNumber = typeof value === "number" && Number.isFinite(value);
    if (isNumber || value === null || ["string", "boolean", "object", "undefined"].includes(typeof value)) return [];
    const what = typeof value === "number" ? String(value) : `a ${typeof value}`;
    return [`Option ${key}: Expected a value that JSON can hold, got ${what}`];
  });
}

/** Maps are as good as objects where ids are keys. */
function withoutMaps(options: unknown): unknown {
  if (typeof options !== "object" || options === null) return options;
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, value instanceof Map ? Object.fromEntries(value) : value]));
}

function inWords({ at, message }: ConfigFault): string {
  const [, option, ...rest] = at.pointer.split("/");
  if (option === undefined) return `Options: ${message}`;
  return message.startsWith("Unknown key") && rest.length === 0
    ? message.replace("key", "option")
    : `Option ${[option, ...rest].join(".")}: ${message}`;
}
