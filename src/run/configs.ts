import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigFinder } from "../input/find-config.js";
import { displayPath } from "../input/find-files.js";
import { isWithin } from "../input/git-ignore.js";
import type { Notice } from "../model/violation.js";
import { escapeControls } from "../text/quote.js";
import { ConfigLoader, type LoadedConfig } from "./load-config.js";
import type { Surroundings } from "./surroundings.js";

/** Finds and loads configurations, each once. */
export class Configs {
  readonly #choice: string | false | undefined;
  readonly #io: Surroundings;
  readonly #finder: ConfigFinder;
  readonly #loaded = new Map<string, LoadedConfig>();
  readonly #loader: ConfigLoader;

  /** @param choice a path: that one for all files; `false`: none; `undefined`: the nearest one above each file */
  constructor(choice: string | false | undefined, io: Surroundings) {
    this.#choice = choice;
    this.#io = io;
    const here = realFolder(io.cwd);
    const runsCodeOf = (folder: string) => isWithin(here, realFolder(folder));
    this.#finder = new ConfigFinder(runsCodeOf);
    this.#loader = new ConfigLoader(io, (folder) => choice !== undefined || runsCodeOf(folder));
  }

  /** Configurations that lay where one is looked for and were not read. */
  get notices(): readonly Notice[] {
    const unread = this.#finder.unread.map(
      ({ path, because }): Notice => ({
        code: "unread-config",
        level: "info",
        message: `${escapeControls(displayPath(path, this.#io.cwd))} is not read: ${because}`,
      }),
    );
    return [...unread, ...this.#loader.notices];
  }

  /**
   * The configuration for the files of a folder (absolute).
   *
   * @throws UsageError with a line for each thing wrong in it
   */
  async for(folder: string): Promise<LoadedConfig | undefined> {
    if (this.#choice === false) return undefined;
    const path = this.#choice === undefined ? this.#finder.find(folder) : resolve(this.#io.cwd, this.#choice);
    if (path === undefined) return undefined;
    const known = this.#loaded.get(path) ?? (await this.#loader.load(path));
    this.#loaded.set(path, known);
    return known;
  }
}

/** Links may lead to one folder by several ways. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
