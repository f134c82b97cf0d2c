import { resolve, sep } from "node:path";
import fastGlob from "fast-glob";

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
  const pattern = sep === "\\" ? glob.replaceAll(sep, "/") : glob;
  const matches = await fastGlob(pattern, {
    cwd,
    onlyFiles: pattern.includes("**"),
    markDirectories: true,
    followSymbolicLinks: true,
    suppressErrors: true,
    ignore: pattern.includes("node_modules") ? [] : ["**/node_modules/**"],
  });
  return matches.map((match) => ({ absolute: resolve(cwd, match), isFolder: match.endsWith("/") }));
}
