/** What a run knows of the world around it. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly importModule: ImportModule;
}

/** Loads a module by its URL. It comes from outside, since code that was compiled ahead cannot import (bin/load.js). */
export type ImportModule = (url: string) => Promise<unknown>;
