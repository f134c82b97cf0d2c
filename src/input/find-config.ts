import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../errors.js";
import { escapeControls } from "../text/quote.js";
import { systemPath } from "./path-bytes.js";

/** Names of configuration files that are data. `package.json` counts where it has the key `guardrails`. */
const dataNames = ["guardrails.config.json", "guardrails.config.jsonc"] as const;

/** Names of configuration files that are code. */
const codeNames = ["guardrails.config.mjs", "guardrails.config.js"] as const;

/** How a configuration might be called, and is not. */
const otherNames: readonly string[] = [
  ...["ts", "mts", "cts", "cjs", "yaml", "yml", "toml", "json5"].map((ending) => `guardrails.config.${ending}`),
  ...["", ".json", ".jsonc", ".yaml", ".yml", ".js", ".mjs", ".cjs", ".ts", ".toml"].map((ending) => `.guardrailsrc${ending}`),
];

/** A configuration that nobody reads, and why: the end of the sentence "x is not read: …". */
export interface UnreadConfig {
  /** Absolute. */
  readonly path: string;
  readonly because: string;
}

/** Finds the configuration for the files of a folder: the nearest one in it or above. Each folder is looked at once. */
export class ConfigFinder {
  /** What lay on the way and was left alone. */
  readonly unread: UnreadConfig[] = [];
  readonly #runsCodeOf: (folder: string) => boolean;
  readonly #known = new Map<string, string | undefined>();

  /** @param runsCodeOf whether a configuration in a folder (absolute) may be code: a folder to be checked may hold anybody's files */
  constructor(runsCodeOf: (folder: string) => boolean) {
    this.#runsCodeOf = runsCodeOf;
  }

  /**
   * @param folder absolute
   * @returns absolute path, `undefined` where there is none
   * @throws UsageError where one folder has several: none of them is merged or preferred
   */
  find(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const above = dirname(folder);
    const found = this.#configIn(folder) ?? (above === folder ? undefined : this.find(above));
    this.#known.set(folder, found);
    return found;
  }

  #configIn(folder: string): string | undefined {
    const there = (names: readonly string[]) => names.map((name) => join(folder, name)).filter((path) => existsSync(systemPath(path)));
    const paths = there(dataNames);
    const code = there(codeNames);
    if (code.length === 0 || this.#runsCodeOf(folder)) paths.push(...code);
    else this.#leave(code, "code is run only from the working directory or above, or where --config names it");
    const manifest = join(folder, "package.json");
    if (hasConfigKey(manifest)) paths.push(manifest);
    this.#leave(
      there(otherNames),
      'a configuration is called guardrails.config.json, .jsonc, .mjs or .js, or is the key "guardrails" of package.json',
    );
    const [path, other] = paths;
    if (path !== undefined && other !== undefined) {
      throw new UsageError(`Two configurations for one folder: ${escapeControls(path)} and ${escapeControls(other)}`);
    }
    return path;
  }

  #leave(paths: readonly string[], because: string): void {
    for (const path of paths) this.unread.push({ path, because });
  }
}

function hasConfigKey(manifest: string): boolean {
  try {
    const text = readFileSync(systemPath(manifest), "utf8");
    if (!text.includes('"guardrails"')) return false;
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && Object.hasOwn(value, "guardrails");
  } catch {
    return false; // absent, or none that anything could be read from
  }
}
