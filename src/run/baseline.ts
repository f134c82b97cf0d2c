import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { InputError, UsageError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { explainSystemError } from "../input/read-file.js";
import { createFingerprinter } from "../lint/fingerprint.js";
import type { Severity, Violation } from "../model/violation.js";
import { unusedSuppression } from "../rules/unused-suppression.js";
import { counted } from "../text/counted.js";
import { escapeControls, quote } from "../text/quote.js";
import { type BaselineEntry, baselineName, type PlacedEntry, readBaseline, writeBaseline } from "./baseline-file.js";
import { unusedEntryFinding } from "./config-finding.js";
import type { CheckFlags } from "./flags.js";
import type { LoadedConfig } from "./load-config.js";
import type { Reach } from "./suppressor.js";

type Levels = ReadonlyMap<string, Severity | "off">;

/** What a run does with its baseline: obey it, accept all that is found, or drop entries that match nothing. */
export type BaselineUse = "obey" | "update" | "prune";

/** The findings of earlier runs that this one accepts. */
export class Baseline {
  /** Absolute. */
  readonly path: string;
  readonly use: BaselineUse;
  /** As it was read. */
  readonly text: string;
  readonly #entries: ReadonlyMap<string, PlacedEntry>;
  readonly #seen = new Set<string>();
  readonly #added = new Map<string, BaselineEntry>();
  /** The levels that the files of this run were judged by. */
  readonly #files = new Map<string, Levels>();
  readonly #today: string;

  /** @param today `2027-01-31` */
  constructor(path: string, use: BaselineUse, text: string, entries: readonly PlacedEntry[], today: string) {
    this.path = path;
    this.use = use;
    this.text = text;
    this.#entries = new Map(entries.map((entry) => [entry.fingerprint, entry]));
    this.#today = today;
  }

  /** @param path of a file that was checked, from the root of the repository */
  enter(path: string, levels: Levels): void {
    this.#files.set(path, levels);
  }

  /** Whether a finding is accepted. `path`: of its file, from the root of the repository. */
  accepts({ fingerprint, ruleId, severity, redacted }: Violation, path: string): boolean {
    const entry = this.#entries.get(fingerprint);
    if (entry !== undefined) {
      this.#seen.add(fingerprint);
      return !this.#isExpired(entry);
    }
    // What is reported for information only fails no run: a baseline would hide it for nothing.
    if (this.use !== "update" || severity === "info") return false;
    this.#added.set(fingerprint, { path, rule: ruleId, message: redacted.message, fingerprint, reason: undefined, expires: undefined });
    return true;
  }

  /** Entries that matched nothing in this run though it could have met their finding, and those that have expired. */
  unused(levels: Levels, reach: Reach, cwd: string, stablePath: (path: string) => string): readonly Violation[] {
    const severity = levels.get(unusedSuppression.id) ?? unusedSuppression.severity;
    if (severity === "off") return [];
    const path = displayPath(this.path, cwd);
    const print = createFingerprinter();
    return [...this.#entries.values()].flatMap((entry) => {
      const isExpired = this.#isExpired(entry);
      if (!isExpired && (this.use !== "obey" || !this.#isStale(entry, reach))) return [];
      const { record, range, rule } = entry;
      const what = `The baseline entry for ${rule} in ${quote(entry.path)}`;
      const message = isExpired ? `${what} expired on ${entry.expires}` : `${what} matches nothing`;
      const fix = isExpired ? "Fix what it accepts, or renew the entry." : "Remove the entry: --prune-baseline does so.";
      const identity = {
        ruleId: unusedSuppression.id,
        path: stablePath(path),
        conversation: 0,
        tool: null,
        callOfTool: null,
        argumentPointer: null,
      };
      const fingerprint = print({ ...identity, key: entry.fingerprint });
      return unusedEntryFinding({ severity, path, record, pointer: "", range, rule, message, fix, fingerprint });
    });
  }

  /**
   * Writes what an update or a pruning leaves.
   *
   * @returns a sentence about what changed
   * @throws InputError where it cannot be written
   */
  save(reach: Reach, cwd: string): string {
    const kept = [...this.#entries.values()].filter((entry) => !this.#isStale(entry, reach));
    const name = escapeControls(displayPath(this.path, cwd));
    const temporary = `${this.path}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, writeBaseline([...kept, ...this.#added.values()]));
      renameSync(temporary, this.path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw new InputError(`Cannot write ${name}: ${explainSystemError(error)}`, { cause: error });
    }
    const removed = this.#entries.size - kept.length;
    return `${name} accepts ${counted(kept.length + this.#added.size, "finding")}: ${this.#added.size} added, ${removed} removed`;
  }

  #isExpired({ expires }: PlacedEntry): boolean {
    return expires !== undefined && expires < this.#today;
  }

  /** Its finding was looked for and is gone. Rules that are off and files that were not checked prove nothing. */
  #isStale({ fingerprint, rule, path }: PlacedEntry, reach: Reach): boolean {
    if (this.#seen.has(fingerprint)) return false;
    const levels = this.#files.get(path);
    return levels === undefined ? reach === "all" : levels.get(rule) !== "off";
  }
}

/**
 * The baseline that the flags, the configuration or the folder name; without a word, the one of the usual name if there is one.
 *
 * @throws UsageError where it does not exist or cannot be read, InputError where the system denies it
 */
export function openBaseline(flags: CheckFlags, loaded: LoadedConfig | undefined, cwd: string, today: string): Baseline | undefined {
  const use = flags.updateBaseline === true ? "update" : flags.pruneBaseline === true ? "prune" : "obey";
  if (flags.updateBaseline === true && flags.pruneBaseline === true) {
    throw new UsageError("--update-baseline removes stale entries as well: leave --prune-baseline out");
  }
  if (flags.baseline === false) {
    if (use !== "obey") throw new UsageError(`--${use}-baseline needs a baseline: leave --no-baseline out`);
    return undefined;
  }
  const named =
    flags.baseline === undefined ? loaded?.config.baseline && resolve(loaded.folder, loaded.config.baseline) : resolve(cwd, flags.baseline);
  const path = named ?? join(loaded?.folder ?? cwd, baselineName);
  const name = escapeControls(displayPath(path, cwd));
  if (!existsSync(path)) {
    if (use === "update") return new Baseline(path, use, "", [], today);
    if (named === undefined && use === "obey") return undefined;
    throw new UsageError(`The baseline ${name} does not exist: --update-baseline writes it`);
  }
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new InputError(`Cannot read ${name}: ${explainSystemError(error)}`, { cause: error });
  }
  return readAsBaseline(path, use, text, today, name);
}

/**
 * The baseline that a text is.
 *
 * @param name what messages call it
 * @throws UsageError where it is none
 */
export function readAsBaseline(path: string, use: BaselineUse, text: string, today: string, name: string): Baseline {
  const read = readBaseline(text);
  if (read.kind === "fault") throw new UsageError(`${name}:${read.place}: ${read.message}`);
  return new Baseline(path, use, text, read.entries, today);
}
