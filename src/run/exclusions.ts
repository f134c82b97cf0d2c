import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ExcludedFile } from "../input/find-files.js";
import { systemPath } from "../input/path-bytes.js";
import type { Notice } from "../model/violation.js";
import { escapeControls } from "../text/quote.js";

/** So many names are reported of what one thing left out. */
const maxNames = 3;

/** What left out which files, a notice for each cause: nothing is wrong with them. */
export function exclusionNotices(excluded: readonly ExcludedFile[]): readonly Notice[] {
  const byCause = new Map<string, string[]>();
  for (const { path, by } of excluded) byCause.set(by, [...(byCause.get(by) ?? []), escapeControls(path)]);
  return [...byCause].map(([by, paths]) => {
    const more = paths.length - maxNames;
    const names = more > 1 ? `${paths.slice(0, maxNames).join(", ")} and ${more} more` : paths.join(", ");
    return {
      code: "excluded-file",
      level: "info",
      message: `${names} ${paths.length === 1 ? "is" : "are"} left out by ${escapeControls(by)}`,
    };
  });
}

/** Whether all that was given are files, one by one, as a commit hook gives what is staged. */
export function areFiles(names: readonly string[], cwd: string): boolean {
  return names.length > 0 && names.every((name) => isFile(resolve(cwd, name)));
}

function isFile(path: string): boolean {
  try {
    return statSync(systemPath(path)).isFile();
  } catch {
    return false;
  }
}
