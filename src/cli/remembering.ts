import { displayPath } from "../input/find-files.js";
import type { FileLinter } from "../run/cached-linter.js";
import type { MemoryCache } from "../run/file-cache.js";
import type { Linters } from "../run/linters.js";
import type { Plan } from "../run/plan.js";
import type { FileJudging } from "../run/settings.js";
import { escapeControls } from "../text/quote.js";
import type { Io } from "./io.js";

/**
 * Linters that remember what they found, where that was asked for.
 *
 * @param memory of a run that is repeated
 */
export async function remembering(
  judges: Linters,
  { files, settings }: Plan,
  io: Io,
  memory: MemoryCache | undefined,
): Promise<ReadonlyMap<FileJudging, FileLinter>> {
  if (settings.cache === null && memory === undefined) return judges.linters;
  const { FolderCache } = await import("../run/file-cache.js");
  const { rememberingLinters } = await import("../run/cache-settings.js");
  const { cache: folder } = settings;
  const onDisk =
    folder === null
      ? undefined
      : new FolderCache(folder, (reason) => {
          io.stderr.write(`guardrails: Cannot write the cache in ${escapeControls(displayPath(folder, io.cwd))}: ${reason}\n`);
        });
  if (memory !== undefined) memory.behind = onDisk;
  const cache = memory ?? onDisk;
  return cache === undefined ? judges.linters : rememberingLinters(judges, files, cache);
}
