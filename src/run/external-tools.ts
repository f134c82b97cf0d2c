import { statSync } from "node:fs";
import { resolve } from "node:path";
import { configOfValue } from "../config/parse-config.js";
import { joinToolsets, readTools } from "../declarations/index.js";
import { InputError, UsageError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { readWhole } from "../input/read-file.js";
import type { JsonNode, Source } from "../json/node.js";
import { parseJson } from "../json/read.js";
import type { ExternalTools } from "../lint/options.js";
import type { Toolset } from "../model/tool.js";
import { hasGlobCharacters } from "../text/glob.js";
import { escapeControls } from "../text/quote.js";
import type { ToolPatterns } from "./settings.js";

/**
 * The files that declare tools, absolute and sorted. A path that exists is taken as it is.
 *
 * @throws UsageError for a pattern that matches nothing: without its declarations the run would be another one
 */
export async function findToolFiles({ patterns, folder }: ToolPatterns): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const files = await matches(pattern, folder);
    if (files.length === 0) throw new UsageError(`No file of tool declarations matches ${escapeControls(pattern)}`);
    for (const file of files.toSorted()) found.add(file);
  }
  return [...found];
}

async function matches(pattern: string, folder: string): Promise<readonly string[]> {
  const absolute = resolve(folder, pattern);
  const found = statSync(absolute, { throwIfNoEntry: false });
  // A pipe is as good as a file: `--tools <(command)`.
  if (found !== undefined && !found.isDirectory()) return [absolute];
  if (found !== undefined) {
    const example = `${escapeControls(pattern.replace(/[/\\]+$/, ""))}/*.json`;
    throw new UsageError(`${escapeControls(pattern)} is a folder, name the declarations in it: --tools ${JSON.stringify(example)}`);
  }
  if (!hasGlobCharacters(pattern)) return [];
  const { expandGlob } = await import("../input/expand-glob.js");
  return (await expandGlob(pattern, folder)).flatMap((match) => (match.isFolder ? [] : [match.absolute]));
}

/** What reports call declarations that came from no file. */
export const toolsInMemory = "<tools>";

/**
 * Declarations that are at hand, in any dialect.
 *
 * @throws UsageError where nothing in them declares anything
 */
export function externalToolsOf(value: readonly unknown[] | object): ExternalTools {
  const root = configOfValue(value);
  const toolset = readTools(root, { source: 0 });
  if (toolset.completeness === "absent") throw new UsageError("Option tools: No tool declarations in it");
  return { toolset, declarations: [root], paths: new Map([[root.range.source, toolsInMemory]]) };
}

/**
 * Reads tool declarations in any dialect from files, as one toolset.
 *
 * @throws InputError for a file that cannot be read, is no JSON or declares nothing
 */
export function readExternalTools(files: readonly string[], cwd: string): ExternalTools {
  const declarations: JsonNode[] = [];
  const contents: Uint8Array[] = [];
  const toolsets: Toolset[] = [];
  const paths = new Map<Source, string>();
  for (const file of files) {
    const path = displayPath(file, cwd);
    const bytes = readWhole(file, path);
    const result = parseJson(bytes);
    if (result.kind === "fault") {
      const { message, at } = result.fault;
      const place = at.source.position(at.from);
      throw new InputError(`${escapeControls(path)}${place === undefined ? "" : `:${place.line}:${place.column}`}: ${message}`);
    }
    const { root } = result.document;
    const toolset = readTools(root, { source: declarations.length });
    if (toolset.completeness === "absent") throw new InputError(`No tool declarations in ${escapeControls(path)}`);
    contents.push(bytes);
    declarations.push(root);
    toolsets.push(toolset);
    paths.set(root.range.source, path);
  }
  return { toolset: joinToolsets(toolsets), declarations, paths, contents };
}
