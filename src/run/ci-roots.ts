import { resolve } from "node:path";
import type { Surroundings } from "./surroundings.js";

/** What CI systems say is the root of the repository. */
export function ciRoots({ env }: Pick<Surroundings, "env">): readonly string[] {
  return [env.GITHUB_WORKSPACE, env.CI_PROJECT_DIR].flatMap((root) => (root === undefined || root === "" ? [] : resolve(root)));
}
