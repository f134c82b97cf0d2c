import { resolve } from "node:path";
import fastGlob from "fast-glob";
import { hasCase, withSlashes } from "../text/platform.js";

/** What a glob matched. */
export interface GlobMatch {
  readonly absolute: string;
  readonly isFolder: boolean;
}

/**
 * Files and folders that a glob matches, without hidden entries and `node_modules` (unless the glob names them).
 *
 * Folders only where a shell would have given them as well: a glob with `**` names the files in them itself.
 */
export async function expandGlob(glob: string, cwd: string): Promise<readonly GlobMatch[]> {
  const pattern = withSlashes(glob, process.platform);
  const matches = await fastGlob(pattern, {
    cwd,
    onlyFiles: pattern.includes("**"),
    markDirectories: true,
    followSymbolicLinks: true,
    suppressErrors: true,
    caseSensitiveMatch: hasCase(process.platform),
    ignore: pattern.includes("node_modules") ? [] : ["**/node_modules/**"],
  });
  return matches.map((match) => ({ absolute: resolve(cwd, match), isFolder: match.endsWith("/") }));
}
