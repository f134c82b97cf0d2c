import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Whether a name in a configuration is a path, and not a package. */
export function isPath(name: string): boolean {
  return /^\.{0,2}[/\\]|^[A-Za-z]:[/\\]/.test(name);
}

/**
 * The file of a package, or of a path inside one, as a module in a folder would find it.
 *
 * @returns absolute path; `undefined` where there is none
 */
export function resolvePackage(name: string, folder: string): string | undefined {
  try {
    return createRequire(join(folder, "module.js")).resolve(name);
  } catch {
    return moduleOf(name, folder); // a package that is there for `import` alone
  }
}

function moduleOf(name: string, folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const root = join(at, "node_modules", name);
    if (existsSync(join(root, "package.json"))) {
      const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      const main = entryIn(Reflect.get(Object(manifest), "exports"));
      return main === undefined ? undefined : join(root, main);
    }
    if (at === dirname(at)) return undefined;
  }
}

/** The entry of a package among its exports: a path, or conditions under `.`. */
function entryIn(exported: unknown): string | undefined {
  if (typeof exported === "string" || typeof exported !== "object" || exported === null) {
    return typeof exported === "string" ? exported : undefined;
  }
  for (const key of [".", "node", "import", "default"]) {
    const inner = entryIn(Object.hasOwn(exported, key) ? Reflect.get(exported, key) : undefined);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
