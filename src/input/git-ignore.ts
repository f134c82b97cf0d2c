import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Ignore } from "ignore";
import { systemPath } from "./path-bytes.js";

/** Answers whether `.gitignore` files exclude a path. */
export interface GitIgnore {
  /** Judges the path itself by the files from `top` down; a folder above it that is excluded counts as well. */
  excludes(path: string, kind: "file" | "folder"): boolean;
  /** Highest folder whose `.gitignore` counts. */
  readonly top: string;
}

/** Loads the library that reads `.gitignore` files; everything after is synchronous. */
export async function loadGitIgnore(): Promise<(top: string) => GitIgnore> {
  const { default: createRules } = await import("ignore");
  return (top) => createGitIgnore(top, () => createRules({ allowRelativePaths: true }));
}

/** The root of the repository that holds a folder: the nearest folder above with `.git`, else `undefined`. */
export function repositoryRoot(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(systemPath(join(current, ".git")))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/** Whether a path is a folder or in it. Both absolute. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function createGitIgnore(top: string, createRules: () => Ignore): GitIgnore {
  const rulesByFolder = new Map<string, Ignore | undefined>();
  const excludedFolders = new Map<string, boolean>();

  function rulesOf(folder: string): Ignore | undefined {
    if (!rulesByFolder.has(folder)) rulesByFolder.set(folder, readRules(folder));
    return rulesByFolder.get(folder);
  }

  function readRules(folder: string): Ignore | undefined {
    const files = [join(folder, ".gitignore"), join(folder, ".git", "info", "exclude")].filter((file) => existsSync(systemPath(file)));
    if (files.length === 0) return undefined;
    const rules = createRules();
    for (const file of files) {
      try {
        rules.add(readFileSync(systemPath(file), "utf8"));
      } catch {
        // An unreadable list excludes nothing: more is checked, never less.
      }
    }
    return rules;
  }

  /** The nearest file that says anything about the path decides, as in git. */
  function isListed(path: string, kind: "file" | "folder"): boolean {
    for (let folder = dirname(path); isWithin(folder, top); folder = dirname(folder)) {
      const verdict = rulesOf(folder)?.test(relative(folder, path).split(sep).join("/") + (kind === "folder" ? "/" : ""));
      if (verdict?.ignored === true) return true;
      if (verdict?.unignored === true) return false;
      if (dirname(folder) === folder) break;
    }
    return false;
  }

  function isExcludedFolder(folder: string): boolean {
    if (folder === top || !isWithin(folder, top)) return false;
    const known = excludedFolders.get(folder);
    if (known !== undefined) return known;
    const excluded = isExcludedFolder(dirname(folder)) || isListed(folder, "folder");
    excludedFolders.set(folder, excluded);
    return excluded;
  }

  return {
    top,
    excludes: (path, kind) => (kind === "folder" ? isExcludedFolder(path) : isExcludedFolder(dirname(path)) || isListed(path, "file")),
  };
}
