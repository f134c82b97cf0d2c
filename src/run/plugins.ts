import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ruleIds } from "../config/levels.js";
import { whyTaken } from "../config/own-formats.js";
import { configOfValue } from "../config/parse-config.js";
import { formatId } from "../config/table-fields.js";
import { PluginError, UsageError } from "../errors.js";
import type { Format } from "../formats/format.js";
import { type ConversationRule, categories } from "../rules/rule.js";
import { escapeControls, quote } from "../text/quote.js";
import type { PluginParts } from "./extensions.js";
import { isPath, resolvePackage } from "./resolve-package.js";
import type { ImportModule } from "./surroundings.js";

/**
 * Loads the plugins of a configuration.
 *
 * @param names paths and packages, seen from the folder of the configuration
 * @throws UsageError with a plain sentence for the first that cannot be loaded, or brings something else than formats and rules
 */
export async function loadPlugins(names: readonly string[], folder: string, importModule: ImportModule): Promise<PluginParts> {
  const formats: Format[] = [];
  const rules: ConversationRule[] = [];
  for (const name of names) {
    const parts = partsOf(name, await load(name, folder, importModule));
    for (const format of parts.formats) {
      const why = whyTaken(format.id, new Set(formats.map(({ id }) => id)));
      if (why !== undefined) throw new UsageError(`Plugin ${quote(name)}: ${why}`);
      formats.push(guarded(format, name));
    }
    for (const rule of parts.rules) {
      if ([...ruleIds, ...rules.map(({ id }) => id)].includes(rule.id)) {
        throw new UsageError(
          `Plugin ${quote(name)}: Id ${quote(rule.id)} is the id of another rule, did you mean ${quote(`my-${rule.id}`)}?`,
        );
      }
      rules.push({ url: pluginsPage, ...rule });
    }
  }
  return { formats, rules };
}

/** Explains what rules of plugins are, for those that have no page of their own. */
const pluginsPage = "https://unpkg.com/tool-guardrails/docs/own-logs.md#plugins";

async function load(name: string, folder: string, importModule: ImportModule): Promise<unknown> {
  try {
    const module = await importModule(pathToFileURL(pluginFile(name, folder)).href);
    return Reflect.get(Object(module), "default");
  } catch (error) {
    throw new UsageError(`Plugin ${quote(name)} cannot be loaded: ${reasonOf(error)}`, { cause: error });
  }
}

/** The file that a plugin is loaded from. */
export function pluginFile(name: string, folder: string): string {
  if (isPath(name)) return resolve(folder, name);
  const file = resolvePackage(name, folder);
  if (file === undefined) throw new Error(`No package ${quote(name)} is installed`);
  return file;
}

function partsOf(name: string, exported: unknown): PluginParts {
  const members = typeof exported === "object" && exported !== null ? Object.keys(exported) : [];
  const other = members.find((key) => key !== "formats" && key !== "rules");
  if (members.length === 0 || other !== undefined) {
    const what = other === undefined ? "" : `, and it has ${quote(other)}`;
    throw new UsageError(`Plugin ${quote(name)}: Its default export must be an object with "formats" or "rules"${what}`);
  }
  const list = (key: string): readonly unknown[] => {
    const value: unknown = Reflect.get(Object(exported), key) ?? [];
    if (!Array.isArray(value)) throw new UsageError(`Plugin ${quote(name)}: Its "${key}" must be a list`);
    return value;
  };
  return {
    formats: list("formats").filter((each) => isFormat(each, name)),
    rules: list("rules").filter((each) => isRule(each, name)),
  };
}

/** @throws UsageError for anything but a format */
function isFormat(value: unknown, plugin: string): value is Format {
  const id = idIn(value, "format", plugin);
  const lacks = [...["title", "profile", "source"].filter((key) => typeof member(value, key) !== "string")];
  lacks.push(...["carries", "rootKeys"].filter((key) => !Array.isArray(member(value, key))));
  lacks.push(...["detect", "adapt"].filter((key) => typeof member(value, key) !== "function"));
  refuseIncomplete("format", id, lacks, "defineFormat", plugin);
  return true;
}

/** @throws UsageError for anything but a rule */
function isRule(value: unknown, plugin: string): value is ConversationRule {
  const id = idIn(value, "rule", plugin);
  const lacks = ["summary", "consequence", "repair"].filter((key) => typeof member(value, key) !== "string");
  if (!Array.isArray(member(value, "evidence"))) lacks.push("evidence");
  if (!categories.some((each) => each === member(value, "category"))) lacks.push("category");
  if (!["error", "warning", "info"].some((each) => each === member(value, "severity"))) lacks.push("severity");
  if (member(value, "scope") !== "conversation" || typeof member(value, "on") !== "object") lacks.push("on");
  refuseIncomplete("rule", id, lacks, "defineRule", plugin);
  return true;
}

function refuseIncomplete(what: string, id: string, lacks: readonly string[], define: string, plugin: string): void {
  const [missing] = lacks;
  if (missing === undefined) return;
  throw new UsageError(`Plugin ${quote(plugin)}: Its ${what} ${quote(id)} has no valid ${quote(missing)}, make it with ${define}`);
}

function idIn(value: unknown, what: string, plugin: string): string {
  const faults: string[] = [];
  const id = formatId.read(configOfValue({ id: member(value, "id") ?? null }).get("id") ?? configOfValue(null), ({ message }) =>
    faults.push(message),
  );
  if (id === undefined) throw new UsageError(`Plugin ${quote(plugin)}: A ${what} of it has no valid id: ${faults[0] ?? ""}`);
  return id;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** The format of a plugin; where it throws, that is said to be the plugin's fault. */
function guarded(format: Format, plugin: string): Format {
  const attempt = <T>(what: () => T): T => {
    try {
      return what();
    } catch (error) {
      throw new PluginError(`Format ${quote(format.id)} of plugin ${quote(plugin)} failed: ${reasonOf(error)}`, { cause: error });
    }
  };
  return {
    ...format,
    detect: (recording) => attempt(() => format.detect(recording)),
    adapt: (recording) => attempt(() => [...format.adapt(recording)]),
  };
}

function reasonOf(error: unknown): string {
  const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n", 1);
  return escapeControls(reason);
}
