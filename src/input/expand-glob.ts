import { realpathSync, stat } from "node:fs";
import { dirname, resolve } from "node:path";
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
 * Folders only where a shell would have given them as well: a glob with `**` names the files in them itself. Follows symbolic links, but
 * never into a folder that it is already inside of, as the walk through a folder does.
 */
export async function expandGlob(glob: string, cwd: string): Promise<readonly GlobMatch[]> {
  const pattern = withSlashes(glob, process.platform);
  const leadsBack = createLoopTest(cwd);
  const matches = await fastGlob(pattern, {
    cwd,
    onlyFiles: pattern.includes("**"),
    markDirectories: true,
    followSymbolicLinks: true,
    suppressErrors: true,
    caseSensitiveMatch: hasCase(process.platform),
    ignore: pattern.includes("node_modules") ? [] : ["**/node_modules/**"],
    fs: {
      // Asked for links only. One that leads nowhere is no folder.
      stat: (path, callback) => {
        // An empty path is none: the error of one that leads nowhere.
        stat(leadsBack(path) ? "" : path, callback);
      },
    },
  });
  return matches.map((match) => ({ absolute: resolve(cwd, match), isFolder: match.endsWith("/") }));
}

/** Whether a link leads to one of the folders that it was reached through, by whatever links. */
function createLoopTest(cwd: string): (link: string) => boolean {
  const known = new Map<string, string | undefined>();
  const realOf = (folder: string): string | undefined => {
    if (!known.has(folder)) known.set(folder, realPath(folder));
    return known.get(folder);
  };
  return (link) => {
    const path = resolve(cwd, link);
    const target = realPath(path);
    if (target === undefined) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (realOf(folder) === target) return true;
      if (dirname(folder) === folder) return false;
    }
  };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // it leads nowhere, or may not be read
  }
}
