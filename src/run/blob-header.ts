import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Suppression } from "../config/config.js";
import { displayPath } from "../input/find-files.js";
import type { Notice, Severity } from "../model/violation.js";
import { sha256 } from "../text/sha256.js";
import type { CheckFlags } from "./flags.js";
import type { LoadedConfig } from "./load-config.js";
import type { Plan } from "./plan.js";
import { pluginFile } from "./plugins.js";
import type { FileJudging, RunSettings } from "./settings.js";
import type { ShardNumber } from "./shard-number.js";
import type { Reach } from "./suppressor.js";

/** Counts up when older programs could no longer read a blob. */
export const blobVersion = 1;

/** The first line of a blob. */
export interface BlobHeader {
  readonly guardrailsBlob: number;
  /** Of the program. */
  readonly version: string;
  readonly shard: ShardNumber;
  /** Hashes of what all shards of a run share. */
  readonly configuration: string;
  readonly fileList: string;
  /** In the first shard alone: what the others would only repeat. */
  readonly plan?: BlobPlan;
}

/** What a run knows beside what its files hold, as plain data. Paths are absolute, of the machine that checked, or as reports show them. */
export interface BlobPlan {
  readonly cwd: string;
  /** What reports for CI systems show paths relative to. */
  readonly root: string;
  readonly epoch: string | null;
  readonly settings: Omit<RunSettings, "pathBase"> & { readonly pathBase: string | null };
  readonly notices: readonly Notice[];
  readonly configs: readonly BlobConfig[];
  readonly judgings: readonly BlobJudging[];
  readonly baseline: { readonly path: string; readonly stable: string; readonly reach: Reach; readonly text: string } | null;
  readonly files: readonly BlobFile[];
}

interface BlobConfig {
  readonly path: string;
  readonly folder: string;
  readonly stable: string;
  readonly reach: Reach;
  readonly suppress: readonly Suppression[];
  /** Which of these are its own, and in no file that it extends. */
  readonly own: readonly number[];
  /** Formats of its own, and whether their tables say where calls are. */
  readonly watches: readonly (readonly [id: string, readsCalls: boolean])[];
}

interface BlobJudging {
  readonly severities: readonly (readonly [rule: string, level: Severity | "off"])[];
  /** The files that declare tools, as reports show them. */
  readonly toolFiles: readonly string[];
  readonly config: number | null;
}

interface BlobFile {
  readonly path: string;
  readonly absolute: string;
  readonly stable: string;
  readonly named: boolean;
  readonly judging: number;
  readonly config: number | null;
}

/** What a header is made of. */
export interface HeaderParts {
  readonly plan: Plan;
  readonly flags: CheckFlags;
  /** Absolute. */
  readonly toolFiles: readonly string[];
  /** The files that declare the tools of each judging, as reports show them. */
  toolPaths(judging: FileJudging): readonly string[];
  readonly cwd: string;
  readonly root: string;
  readonly epoch: string | undefined;
  stablePathIn(loaded: LoadedConfig | undefined): (path: string) => string;
}

/** The header of a shard's blob. */
export function blobHeader(parts: HeaderParts, version: string, shard: ShardNumber): BlobHeader {
  const { files } = parts.plan;
  return {
    guardrailsBlob: blobVersion,
    version,
    shard,
    configuration: configurationHash(parts),
    fileList: sha256(JSON.stringify(files.map(({ path, size, named }) => [path, size ?? null, named])), "hex"),
    ...(shard.index === 1 && { plan: planOf(parts) }),
  };
}

function planOf({ plan, flags, cwd, root, epoch, toolPaths, stablePathIn }: HeaderParts): BlobPlan {
  const configs = numbered(plan.files.flatMap(({ loaded }) => loaded ?? []));
  const judgings = numbered(plan.files.map(({ judging }) => judging));
  const configOf = (loaded: LoadedConfig | undefined) => (loaded === undefined ? null : (configs.get(loaded) ?? null));
  const files = plan.files.map(
    ({ path, absolute, named, judging, loaded }): BlobFile => ({
      path,
      absolute,
      stable: stablePathIn(loaded)(path),
      named,
      judging: judgings.get(judging) ?? 0,
      config: configOf(loaded),
    }),
  );
  const firstWith = (judging: FileJudging) => plan.files.find((file) => file.judging === judging)?.loaded;
  const { baseline, settings } = plan;
  return {
    cwd,
    root,
    epoch: epoch ?? null,
    // A run that is whole has written its other reports itself.
    settings: { ...settings, outputs: flags.shard === undefined ? [] : settings.outputs, pathBase: settings.pathBase ?? null },
    notices: plan.notices,
    configs: [...configs.keys()].map((loaded) => ({
      path: loaded.path,
      folder: loaded.folder,
      stable: stablePathIn(loaded)(displayPath(loaded.path, cwd)),
      reach: plan.reachIn(loaded.folder),
      suppress: loaded.config.suppress ?? [],
      own: ownEntries(loaded),
      watches: Array.from(loaded.extensions.watches, ([id, { readsCalls }]) => [id, readsCalls]),
    })),
    judgings: [...judgings.keys()].map((judging) => ({
      severities: [...judging.severities],
      toolFiles: toolPaths(judging),
      config: configOf(firstWith(judging)),
    })),
    baseline:
      baseline === undefined
        ? null
        : {
            path: baseline.path,
            stable: stablePathIn(plan.files[0]?.loaded)(displayPath(baseline.path, cwd)),
            reach: plan.reachIn(dirname(baseline.path)),
            text: baseline.text,
          },
    files,
  };
}

function ownEntries({ config, layers }: LoadedConfig): readonly number[] {
  const own = new Set(layers.at(-1)?.config.suppress);
  return (config.suppress ?? []).flatMap((entry, index) => (own.has(entry) ? [index] : []));
}

function numbered<T>(items: readonly T[]): ReadonlyMap<T, number> {
  const numbers = new Map<T, number>();
  for (const item of items) if (!numbers.has(item)) numbers.set(item, numbers.size);
  return numbers;
}

/** All that decides what is found and how it weighs: what is written where, and in how many threads, does not. */
function configurationHash({ plan, flags, toolFiles, cwd, epoch }: HeaderParts): string {
  const { shard, concurrency, reporter, output, progress, stats, listFiles, rule, filesFrom, cache, cacheLocation, watch, ...judging } =
    flags;
  const configs = [...new Set(plan.files.flatMap(({ loaded }) => loaded ?? []))];
  const contents = (path: string) => [displayPath(path, cwd), hashOf(path)];
  const { outputs, cache: folder, ...settings } = plan.settings;
  return sha256(
    JSON.stringify([
      judging,
      [...(rule ?? [])],
      { ...settings, pathBase: settings.pathBase && displayPath(settings.pathBase, cwd) },
      plan.notices,
      configs.flatMap(({ files: read }) => read.map(contents)),
      configs.flatMap(({ config, folder }) => (config.plugins ?? []).map((name) => contents(pluginFile(name, folder)))),
      toolFiles.map(contents),
      plan.baseline === undefined ? null : sha256(plan.baseline.text, "hex"),
      epoch ?? null,
    ]),
    "hex",
  );
}

/** A pipe is read only once. */
function hashOf(path: string): string | null {
  return statSync(path).isFile() ? sha256(readFileSync(path, "latin1"), "hex") : null;
}
