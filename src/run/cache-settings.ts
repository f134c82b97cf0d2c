import { readFileSync } from "node:fs";
import type { ExternalTools } from "../lint/options.js";
import { version } from "../version.js";
import { CachedLinter, type FileLinter } from "./cached-linter.js";
import { digestOf, type FileCache } from "./file-cache.js";
import type { Linters } from "./linters.js";
import type { PlannedFile } from "./plan.js";
import type { FileJudging } from "./settings.js";

/**
 * Linters that remember. Code of others decides as it likes, and tables of one's own are watched while they read: files that are judged by
 * either are checked each time.
 */
export function rememberingLinters(
  { linters, toolsOf }: Linters,
  files: readonly PlannedFile[],
  cache: FileCache,
): ReadonlyMap<FileJudging, FileLinter> {
  const plain = new Set(files.flatMap(({ path, size }) => (size === undefined ? [] : [path])));
  const isFile = (path: string) => plain.has(path);
  return new Map<FileJudging, FileLinter>(
    [...linters].map(([judging, linter]) => {
      if (!isPlain(judging)) return [judging, linter];
      const tools = toolsOf(judging);
      const toolPaths = [...(tools?.paths.values() ?? [])];
      return [judging, new CachedLinter(linter, cache, { key: settingsKey(judging, tools), toolPaths }, isFile)];
    }),
  );
}

function isPlain({ extensions: { formats, rules, watches } }: FileJudging): boolean {
  return formats.length === 0 && rules.length === 0 && watches.size === 0;
}

/** All that a verdict depends on beside the file. Node decides what a pattern means and how packed bytes unpack. */
function settingsKey(judging: FileJudging, given: ExternalTools | undefined): string {
  const { format, profiles, mode, severities, assertFormats, allowHandled, maxBytes, policies } = judging;
  const tools = given && [[...given.paths.values()], (given.contents ?? []).map(digestOf)];
  return digestOf(
    JSON.stringify([
      [version, buildId(), process.version],
      [format ?? null, profiles, mode ?? null, [...severities], assertFormats, allowHandled, maxBytes ?? null, policies],
      tools ?? null,
    ]),
  );
}

/** Tells builds of one version apart; empty where the source itself runs. */
function buildId(): string {
  try {
    return readFileSync(new URL("./build-id.txt", import.meta.url), "utf8");
  } catch {
    return "";
  }
}
