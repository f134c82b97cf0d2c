import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { displayPath } from "../input/find-files.js";
import { readWhole } from "../input/read-file.js";
import type { ExternalTools } from "../lint/options.js";
import { hasGlobCharacters } from "../text/glob.js";
import { escapeControls } from "../text/quote.js";
import { declaredIn } from "./declared-tools.js";
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

/**
 * Reads tool declarations in any dialect from files, as one toolset.
 *
 * @throws InputError for a file that cannot be read, is no JSON or declares nothing
 */
export function readExternalTools(files: readonly string[], cwd: string): ExternalTools {
  return declaredIn(
    files.map((file) => {
      const path = displayPath(file, cwd);
      return { path, bytes: readWhole(file, path) };
    }),
  );
}
