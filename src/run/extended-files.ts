import { statSync } from "node:fs";
import { resolve } from "node:path";
import { presets } from "../config/config.js";
import type { JsonNode } from "../json/node.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { isPath, resolvePackage } from "./resolve-package.js";

/** Where an entry of `extends` leads: a file (absolute), or why it leads nowhere. */
type Base = { readonly kind: "file"; readonly path: string } | { readonly kind: "missing"; readonly message: string };

/** The entries of `extends`, right or wrong ones: `read-config.ts` reports those that are no texts. */
export function baseEntries(root: JsonNode): readonly JsonNode[] {
  const at = root.get("extends");
  const entries = at === undefined ? [] : at.kind === "array" ? at.items() : [at];
  return entries.filter((entry) => (entry.string() ?? "") !== "");
}

/**
 * Finds the file that a configuration extends.
 *
 * @param entry a path, or a package: what it exports, else its `guardrails.config.json`
 * @param folder of the configuration (absolute)
 */
export function resolveBase(entry: string, folder: string): Base {
  if (isPath(entry)) {
    const path = resolve(folder, entry);
    return isFile(path) ? { kind: "file", path } : { kind: "missing", message: `No file ${quote(entry)} to extend` };
  }
  for (const name of [entry, `${entry}/guardrails.config.json`]) {
    const path = resolvePackage(name, folder);
    if (path !== undefined && isFile(path)) return { kind: "file", path };
  }
  return { kind: "missing", message: `${quote(entry)} is neither a preset nor an installed package, ${meant(entry, folder)}` };
}

function meant(entry: string, folder: string): string {
  if (isFile(resolve(folder, entry))) return `did you mean ${quote(`./${entry}`)}?`;
  const near = nearestName(entry, presets);
  return near === undefined ? "a path begins with ./ or ../" : `did you mean ${quote(near)}?`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
