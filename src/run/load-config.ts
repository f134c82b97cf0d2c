import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../config/config.js";
import type { ConfigFault } from "../config/fields.js";
import { isPreset } from "../config/levels.js";
import { UsageError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { readWhole } from "../input/read-file.js";
import type { JsonNode } from "../json/node.js";
import type { Notice } from "../model/violation.js";
import { reporters } from "../reporters/index.js";
import { escapeControls, quote } from "../text/quote.js";
import { type ConfigLayer, joinLayers, seenFrom } from "./config-layers.js";
import { baseEntries, resolveBase } from "./extended-files.js";
import { type Extensions, extensionsOf, idsOf, type PluginParts } from "./extensions.js";
import type { Surroundings } from "./surroundings.js";

/** A configuration with the file that it came from. */
export interface LoadedConfig {
  /** Absolute. */
  readonly path: string;
  /** What its paths and globs are relative to. */
  readonly folder: string;
  /** All layers as one: settings of the whole run, and lists. */
  readonly config: Config;
  /** What it extends, the farthest first, then itself. A later layer wins. */
  readonly layers: readonly ConfigLayer[];
  /** Its formats and those of its plugins, and their rules. */
  readonly extensions: Extensions;
  /** The files that it was read from. */
  readonly files: readonly string[];
}

/** A configuration file with what it extends. */
interface ReadLayers {
  readonly layers: readonly ConfigLayer[];
  readonly plugins: PluginParts;
  readonly files: readonly string[];
}

/** Reads configuration files, with all that they extend. */
export class ConfigLoader {
  /** Code that was left alone. */
  readonly notices: Notice[] = [];
  readonly #io: Surroundings;
  readonly #runsCodeOf: (folder: string) => boolean;

  /** @param runsCodeOf whether a configuration in a folder (absolute) may name code */
  constructor(io: Surroundings, runsCodeOf: (folder: string) => boolean) {
    this.#io = io;
    this.#runsCodeOf = runsCodeOf;
  }

  /** @throws UsageError with a line for each thing wrong in it */
  async load(path: string): Promise<LoadedConfig> {
    const { layers, plugins, files } = await this.#read(path, [], this.#runsCodeOf(dirname(path)));
    const folder = dirname(path);
    const config = joinLayers(layers);
    return { path, folder, config, layers, extensions: extensionsOf(config.formats ?? [], plugins), files };
  }

  /**
   * @param through the files that extend this one, the first of them first
   * @param runsCode what it names may be code
   */
  async #read(path: string, through: readonly string[], runsCode: boolean): Promise<ReadLayers> {
    const name = escapeControls(displayPath(path, this.#io.cwd));
    const root = await readRoot(path, name, this.#io);
    const folder = dirname(path);
    const bases = await this.#bases(root, path, name, through, runsCode);
    const own = await this.#plugins(root, name, folder, runsCode);
    const plugins = joinPlugins([...bases.map((base) => base.plugins), own]);
    const inherited = bases.flatMap(({ layers }) => layers);
    const { readConfig } = await import("../config/read-config.js");
    const ids = idsOf(plugins);
    const tables = inherited.flatMap((layer) => (layer.config.formats ?? []).map(({ id }) => id));
    const { config, faults } = readConfig(
      root,
      reporters.map(({ id }) => id),
      { ...ids, formats: [...tables, ...ids.formats] },
    );
    if (faults.length > 0) throw new UsageError(await inLines(faults, name));
    const [first = path] = through;
    const layer: ConfigLayer = { config: path === first ? config : seenFrom(config, folder, dirname(first)), path };
    return { layers: [...inherited, layer], plugins, files: [...bases.flatMap(({ files }) => files), path] };
  }

  async #bases(root: JsonNode, path: string, name: string, through: readonly string[], runsCode: boolean): Promise<readonly ReadLayers[]> {
    const bases: ReadLayers[] = [];
    for (const at of baseEntries(root)) {
      const entry = at.string() ?? "";
      if (isPreset(entry)) {
        bases.push({ layers: [{ config: {}, preset: entry, path }], plugins: noPlugins, files: [] });
        continue;
      }
      const fault = async (message: string) => new UsageError(await inLines([{ at, message }], name));
      const found = resolveBase(entry, dirname(path));
      if (found.kind === "missing") throw await fault(found.message);
      const chain = [...through, path];
      if (chain.includes(found.path)) {
        const circle = [...chain.slice(chain.indexOf(found.path)), found.path].map((file) => displayPath(file, this.#io.cwd));
        throw await fault(`The configurations extend each other in a circle: ${escapeControls(circle.join(" → "))}`);
      }
      if (isCode(found.path) && !runsCode) {
        this.#leave("unread-config", `What ${name} extends is not read: ${quote(entry)} is code, and ${whenCodeRuns}`);
        continue;
      }
      bases.push(await this.#read(found.path, chain, runsCode));
    }
    return bases;
  }

  /** What the plugins bring: they are code, so a configuration among the files to check may name none. */
  async #plugins(root: JsonNode, name: string, folder: string, runsCode: boolean): Promise<PluginParts> {
    const at = root.get("plugins");
    if (at === undefined) return noPlugins;
    const { pluginsField } = await import("../config/read-config.js");
    const faults: ConfigFault[] = [];
    const names = pluginsField.read(at, (fault) => faults.push(fault)) ?? [];
    if (faults.length > 0) throw new UsageError(await inLines(faults, name));
    if (!runsCode) {
      this.#leave("unread-plugin", `The plugins of ${name} are not loaded: ${whenCodeRuns}`);
      return noPlugins;
    }
    const { loadPlugins } = await import("./plugins.js");
    try {
      return await loadPlugins(names, folder, this.#io.importModule);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(await inLines([{ at, message: error.message }], name), { cause: error });
    }
  }

  #leave(code: string, message: string): void {
    this.notices.push({ code, level: "warning", message });
  }
}

const whenCodeRuns = "code is run only from the working directory or above, or where --config names the configuration";

const noPlugins: PluginParts = { formats: [], rules: [] };

/** A plugin that several layers name counts once. */
function joinPlugins(all: readonly PluginParts[]): PluginParts {
  const once = <T extends { readonly id: string }>(parts: readonly T[]) =>
    parts.filter(({ id }, at) => parts.findIndex((part) => part.id === id) === at);
  return { formats: once(all.flatMap(({ formats }) => formats)), rules: once(all.flatMap(({ rules }) => rules)) };
}

function isCode(path: string): boolean {
  return /\.[cm]?js$/.test(path);
}

async function readRoot(path: string, name: string, { importModule }: Surroundings): Promise<JsonNode> {
  return isCode(path) ? importConfig(path, name, importModule) : parseConfig(path, name);
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
