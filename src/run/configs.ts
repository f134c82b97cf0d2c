import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../config/config.js";
import type { ConfigFault } from "../config/fields.js";
import { UsageError } from "../errors.js";
import { ConfigFinder } from "../input/find-config.js";
import { displayPath } from "../input/find-files.js";
import { isWithin } from "../input/git-ignore.js";
import { readWhole } from "../input/read-file.js";
import type { JsonNode } from "../json/node.js";
import type { Notice } from "../model/violation.js";
import { reporters } from "../reporters/index.js";
import { escapeControls } from "../text/quote.js";
import { type Extensions, extensionsOf, idsOf, type PluginParts } from "./extensions.js";
import type { Surroundings } from "./surroundings.js";

/** A configuration with the file that it came from. */
export interface LoadedConfig {
  /** Absolute. */
  readonly path: string;
  /** What its paths and globs are relative to. */
  readonly folder: string;
  readonly config: Config;
  /** Its formats and those of its plugins, and their rules. */
  readonly extensions: Extensions;
}

/** Finds and loads configurations, each once. */
export class Configs {
  readonly #choice: string | false | undefined;
  readonly #io: Surroundings;
  readonly #finder: ConfigFinder;
  readonly #loaded = new Map<string, LoadedConfig>();
  readonly #runsCodeOf: (folder: string) => boolean;
  readonly #pluginNotices: Notice[] = [];

  /** @param choice a path: that one for all files; `false`: none; `undefined`: the nearest one above each file */
  constructor(choice: string | false | undefined, io: Surroundings) {
    this.#choice = choice;
    this.#io = io;
    const here = realFolder(io.cwd);
    this.#runsCodeOf = (folder) => isWithin(here, realFolder(folder));
    this.#finder = new ConfigFinder(this.#runsCodeOf);
  }

  /** Configurations that lay where one is looked for and were not read. */
  get notices(): readonly Notice[] {
    const unread = this.#finder.unread.map(
      ({ path, because }): Notice => ({
        code: "unread-config",
        level: "info",
        message: `${escapeControls(displayPath(path, this.#io.cwd))} is not read: ${because}`,
      }),
    );
    return [...unread, ...this.#pluginNotices];
  }

  /**
   * The configuration for the files of a folder (absolute).
   *
   * @throws UsageError with a line for each thing wrong in it
   */
  async for(folder: string): Promise<LoadedConfig | undefined> {
    if (this.#choice === false) return undefined;
    const path = this.#choice === undefined ? this.#finder.find(folder) : resolve(this.#io.cwd, this.#choice);
    if (path === undefined) return undefined;
    const known = this.#loaded.get(path) ?? (await this.#load(path));
    this.#loaded.set(path, known);
    return known;
  }

  async #load(path: string): Promise<LoadedConfig> {
    const { cwd } = this.#io;
    const name = escapeControls(displayPath(path, cwd));
    const root = await readRoot(path, name, this.#io);
    const folder = dirname(path);
    const plugins = await this.#plugins(root, name, folder);
    const { readConfig } = await import("../config/read-config.js");
    const { config, faults } = readConfig(
      root,
      reporters.map(({ id }) => id),
      idsOf(plugins),
    );
    if (faults.length > 0) throw new UsageError(await inLines(faults, name));
    return { path, folder, config, extensions: extensionsOf(config.formats ?? [], plugins) };
  }

  /** What the plugins bring: they are code, so a configuration among the files to check may name none. */
  async #plugins(root: JsonNode, name: string, folder: string): Promise<PluginParts> {
    const at = root.get("plugins");
    if (at === undefined) return nothing;
    const { pluginsField } = await import("../config/read-config.js");
    const faults: ConfigFault[] = [];
    const names = pluginsField.read(at, (fault) => faults.push(fault)) ?? [];
    if (faults.length > 0) throw new UsageError(await inLines(faults, name));
    if (this.#choice === undefined && !this.#runsCodeOf(folder)) {
      this.#pluginNotices.push({
        code: "unread-plugin",
        level: "warning",
        message: `The plugins of ${name} are not loaded: code is run only from the working directory or above, or where --config names the configuration`,
      });
      return nothing;
    }
    const { loadPlugins } = await import("./plugins.js");
    try {
      return await loadPlugins(names, folder, this.#io.importModule);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(await inLines([{ at, message: error.message }], name), { cause: error });
    }
  }
}

const nothing: PluginParts = { formats: [], rules: [] };

/** Links may lead to one folder by several ways. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

async function readRoot(path: string, name: string, { importModule }: Surroundings): Promise<JsonNode> {
  return /\.[cm]?js$/.test(path) ? importConfig(path, name, importModule) : parseConfig(path, name);
}

async function inLines(faults: readonly ConfigFault[], name: string): Promise<string> {
  const { faultPlace } = await import("../config/parse-config.js");
  return inOrder(faults)
    .map(({ at, message }) => line(name, faultPlace(at), message))
    .join("\n");
}

async function parseConfig(path: string, name: string): Promise<JsonNode> {
  const { parseConfigText } = await import("../config/parse-config.js");
  const parsed = parseConfigText(Buffer.from(readWhole(path, name)).toString("utf8"), path.endsWith(".jsonc"));
  if (parsed.kind === "fault") throw new UsageError(line(name, parsed.place, parsed.message));
  if (!path.endsWith("package.json")) return parsed.root;
  const inManifest = parsed.root.get("guardrails");
  if (inManifest === undefined) throw new UsageError(line(name, "", 'No key "guardrails" in it'));
  return inManifest;
}

async function importConfig(path: string, name: string, importModule: Surroundings["importModule"]): Promise<JsonNode> {
  const { configOfValue } = await import("../config/parse-config.js");
  readWhole(path, name); // a file that cannot be read is reported as such
  let module: unknown;
  try {
    module = await importModule(pathToFileURL(path).href);
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n", 1);
    throw new UsageError(line(name, "", `Cannot be loaded: ${escapeControls(reason)}`), { cause: error });
  }
  const config: unknown = Reflect.get(Object(module), "default");
  if (config === undefined) throw new UsageError(line(name, "", "No default export in it"));
  return configOfValue(config);
}

function inOrder(faults: readonly ConfigFault[]): readonly ConfigFault[] {
  return faults.toSorted((one, other) => one.at.range.from - other.at.range.from);
}

function line(name: string, place: string, message: string): string {
  return place === "" ? `${name}: ${message}` : `${name}${place.startsWith("/") ? "#" : ":"}${place}: ${message}`;
}
