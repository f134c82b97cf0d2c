import { createStablePath, type StablePath } from "../input/stable-path.js";
import { ciRoots } from "./ci-roots.js";
import type { LoadedConfig } from "./load-config.js";
import type { Surroundings } from "./surroundings.js";

/** What fingerprints call the files of a configuration. */
export type StablePaths = (loaded: LoadedConfig | undefined) => (path: string) => string;

/** Files that no repository holds are named from what the CI system calls its root, or from the folder of their configuration. */
export function createStablePaths(
  { cwd, env }: Pick<Surroundings, "cwd" | "env">,
  stablePath: StablePath = createStablePath(cwd),
): StablePaths {
  const roots = ciRoots({ env });
  return (loaded) => {
    const fallbacks = loaded === undefined ? roots : [...roots, loaded.folder];
    return (path) => stablePath(path, fallbacks);
  };
}
