import type { Suppression } from "../config/config.js";
import { displayPath } from "../input/find-files.js";
import { createFingerprinter } from "../lint/fingerprint.js";
import type { Severity, Violation } from "../model/violation.js";
import { unusedSuppression } from "../rules/unused-suppression.js";
import { globMatcher, hasGlobCharacters } from "../text/glob.js";
import { nameMatcher } from "../text/name-pattern.js";
import { quote } from "../text/quote.js";
import { unusedEntryFinding } from "./config-finding.js";
import type { LoadedConfig } from "./load-config.js";

/** How far a run went: over all that the configuration is for, over some folders of it, over files that were named one by one. */
export type Reach = "all" | "folders" | "files";

/** One entry of `suppress` while a run goes on. */
interface Entry {
  readonly suppression: Suppression;
  readonly isExpired: boolean;
  /** It names files one by one. */
  readonly isExact: boolean;
  matchesFile(path: string): boolean;
  matchesTool(name: string | null): boolean;
  uses: number;
  sawFile: boolean;
}

/** Tells which findings a configuration accepts, and which of its entries accept nothing. */
export class Suppressor {
  readonly #loaded: LoadedConfig;
  readonly #entries: readonly Entry[];

  /** @param today `2027-01-31` */
  constructor(loaded: LoadedConfig, today: string) {
    this.#loaded = loaded;
    this.#entries = (loaded.config.suppress ?? []).map((suppression) => ({
      suppression,
      isExpired: suppression.expires !== undefined && suppression.expires < today,
      isExact: suppression.files?.some(hasGlobCharacters) === false,
      matchesFile: suppression.files === undefined ? () => true : globMatcher(suppression.files),
      matchesTool: suppression.tool === undefined ? () => true : nameMatcher(suppression.tool),
      uses: 0,
      sawFile: false,
    }));
  }

  /** The test for the findings of one file (absolute path). */
  forFile(absolute: string): (violation: Violation) => boolean {
    const path = displayPath(absolute, this.#loaded.folder);
    const entries = this.#entries.filter((entry) => entry.matchesFile(path));
    for (const entry of entries) entry.sawFile = true;
    return (violation) => {
      const entry = entries.find(
        ({ suppression, isExpired, matchesTool }) =>
          !isExpired && suppression.rule === violation.ruleId && matchesTool(violation.call?.tool ?? null),
      );
      if (entry === undefined) return false;
      entry.uses += 1;
      return true;
    };
  }

  /**
   * Entries that accepted nothing in this run, or have expired, as findings in the configuration.
   *
   * @param severities of the run: an entry about a rule that is off proves nothing
   * @param reach an entry whose findings may be in files that were not checked proves nothing
   */
  unused(
    severities: ReadonlyMap<string, Severity | "off">,
    reach: Reach,
    cwd: string,
    stablePath: (path: string) => string,
  ): readonly Violation[] {
    const level = severities.get(unusedSuppression.id) ?? unusedSuppression.severity;
    if (level === "off") return [];
    const fingerprint = createFingerprinter();
    const own = new Set(this.#loaded.layers.at(-1)?.config.suppress); // what others share is for more than this run
    return this.#entries.flatMap((entry) => {
      const { suppression } = entry;
      if (!own.has(suppression)) return [];
      const isStale = entry.uses === 0 && severities.get(suppression.rule) !== "off" && isReached(entry, reach);
      if (!entry.isExpired && !isStale) return [];
      const path = displayPath(this.#loaded.path, cwd);
      const what = `The suppression of ${suppression.rule} (${quote(suppression.reason)})`;
      const key = JSON.stringify([suppression.rule, suppression.files ?? null, suppression.tool ?? null]);
      const place = { path: stablePath(path), conversation: 0, tool: null, callOfTool: null, argumentPointer: null };
      const identity = { ruleId: unusedSuppression.id, ...place, key };
      const message = entry.isExpired ? `${what} expired on ${suppression.expires}` : `${what} matches nothing`;
      const fix = "Remove the entry, or renew it with a reason that holds";
      const { pointer, range, rule } = suppression;
      return unusedEntryFinding({
        severity: level,
        path,
        record: null,
        pointer,
        range,
        rule,
        message,
        fix,
        fingerprint: fingerprint(identity),
      });
    });
  }
}

/**
 * Whether the findings that an entry is for could have been in this run: an entry for all files is judged where folders were searched, one
 * for some files where some of these were, or where nothing was left out.
 */
function isReached({ suppression, isExact, sawFile }: Entry, reach: Reach): boolean {
  if (reach === "all") return true;
  if (suppression.files === undefined) return reach === "folders";
  return sawFile && (isExact || reach === "folders");
}
