import { basename, dirname, resolve } from "node:path";
import { displayPath } from "./find-files.js";
import { isWithin, repositoryRoot } from "./git-ignore.js";

/** The same name for a file, wherever the program was started. Of a name that is no path (`<stdin>`) the name itself. */
export type StablePath = (path: string, fallbacks?: readonly string[]) => string;

/**
 * Names files by their path from the root of the repository that holds them: the nearest folder above with `.git`. Where there is none,
 * from the first of the `fallbacks` that holds the file (what a CI system calls the root, the folder of the configuration); where no such
 * folder is known, by its name alone, since its folder differs from machine to machine.
 *
 * @param cwd what relative paths are relative to
 */
export function createStablePath(cwd: string): StablePath {
  const roots = new Map<string, string | undefined>();
  const rootOf = (folder: string): string | undefined => {
    if (!roots.has(folder)) roots.set(folder, repositoryRoot(folder));
    return roots.get(folder);
  };
  return (path, fallbacks = []) => {
    if (path.startsWith("<")) return path;
    const absolute = resolve(cwd, path);
    const root = rootOf(dirname(absolute)) ?? fallbacks.find((folder) => isWithin(absolute, folder));
    return root === undefined ? basename(absolute) : displayPath(absolute, root);
  };
}
