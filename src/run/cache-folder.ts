import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where a project keeps caches: in the `node_modules` beside the nearest `package.json`, else of the folder itself. */
export function defaultCacheFolder(cwd: string): string {
  let root = cwd;
  while (!existsSync(join(root, "package.json")) && dirname(root) !== root) root = dirname(root);
  return join(existsSync(join(root, "package.json")) ? root : cwd, "node_modules/.cache/tool-guardrails");
}
