import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../errors.js";
import { escapeControls } from "../text/quote.js";

/** Names of configuration files; `package.json` counts where it has the key `guardrails`. */
export const configNames = ["guardrails.config.json", "guardrails.config.jsonc", "guardrails.config.mjs", "guardrails.config.js"] as const;

/** Finds the configuration for the files of a folder: the nearest one in it or above. Each folder is looked at once. */
export class ConfigFinder {
  readonly #known = new Map<string, string | undefined>();

  /**
   * @param folder absolute
   * @returns absolute path, `undefined` where there is none
   * @throws UsageError where one folder has several: none of them is merged or preferred
   */
  find(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const above = dirname(folder);
    const found = configIn(folder) ?? (above === folder ? undefined : this.find(above));
    this.#known.set(folder, found);
    return found;
  }
}

function configIn(folder: string): string | undefined {
  const paths = configNames.map((name) => join(folder, name)).filter((path) => existsSync(path));
  const manifest = join(folder, "package.json");
  if (hasConfigKey(manifest)) paths.push(manifest);
  const [path, other] = paths;
  if (path !== undefined && other !== undefined) {
    throw new UsageError(`Two configurations for one folder: ${escapeControls(path)} and ${escapeControls(other)}`);
  }
  return path;
}

function hasConfigKey(manifest: string): boolean {
  try {
    const text = readFileSync(manifest, "utf8");
    if (!text.includes('"guardrails"')) return false;
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && Object.hasOwn(value, "guardrails");
  } catch {
    return false; // absent, or none that anything could be read from
  }
}
