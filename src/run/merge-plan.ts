import { configOfValue } from "../config/parse-config.js";
import { readConfig } from "../config/read-config.js";
import { UsageError } from "../errors.js";
import { TableWatch } from "../formats/table/watch.js";
import { displayPath } from "../input/find-files.js";
import { readAsBaseline } from "./baseline.js";
import type { Blob, PlacedShare } from "./blob-file.js";
import type { BlobPlan } from "./blob-header.js";
import type { LoadedConfig } from "./load-config.js";
import type { Plan, PlannedFile } from "./plan.js";
import type { FileJudging, RunSettings } from "./settings.js";
import type { Reach } from "./suppressor.js";
import { dayOf } from "./today.js";

/** A share with the blob that holds it. */
export interface MergedShare {
  readonly blob: Blob;
  readonly share: PlacedShare;
}

/**
 * Proves that blobs are all shards of one run, each once.
 *
 * @throws UsageError with a sentence that names what is missing or does not belong
 */
export function proveComplete(blobs: readonly Blob[]): BlobPlan {
  const [first] = blobs;
  if (first === undefined) throw new UsageError("There is nothing to merge");
  const { count } = first.header.shard;
  const byIndex = new Map<number, Blob>();
  for (const blob of blobs) {
    const { shard, configuration, fileList } = blob.header;
    const name = `${blob.name} (shard ${shard.index} of ${shard.count})`;
    if (shard.count !== count) throw new UsageError(`${name} is of another run than ${first.name}, which is one of ${count}`);
    const same = byIndex.get(shard.index);
    if (same !== undefined) throw new UsageError(`Shard ${shard.index} of ${count} is there twice: ${same.name} and ${blob.name}`);
    byIndex.set(shard.index, blob);
    if (fileList !== first.header.fileList) {
      throw new UsageError(`${name} saw another list of files than ${first.name}: run it again over the same files`);
    }
    if (configuration !== first.header.configuration) {
      throw new UsageError(`${name} was checked with another configuration than ${first.name}: run it again with the same flags and files`);
    }
  }
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0) {
    const listed = missing.slice(0, 20).join(", ");
    const more = missing.length > 20 ? ` and ${missing.length - 20} more` : "";
    throw new UsageError(
      `${missing.length === 1 ? "Shard" : "Shards"} ${listed}${more} of ${count} ${missing.length === 1 ? "is" : "are"} missing`,
    );
  }
  const plan = byIndex.get(1)?.header.plan;
  if (plan === undefined) throw new UsageError(`${byIndex.get(1)?.name} is damaged: it holds no plan; run shard 1 of ${count} again`);
  return plan;
}

/**
 * All shares in the order of the files.
 *
 * @throws UsageError where they leave something out
 */
export function sharesInOrder(blobs: readonly Blob[], { files }: BlobPlan): readonly MergedShare[] {
  const all = blobs.flatMap((blob) => blob.shares.map((share) => ({ blob, share })));
  const sorted = all.toSorted((one, other) => one.share.file - other.share.file || one.share.from - other.share.from);
  let file = 0;
  let from: number | null = 0;
  for (const { blob, share } of sorted) {
    if (share.file !== file || share.from !== from) {
      throw new UsageError(
        `The shards do not fit together at ${files[file]?.path}: ${blob.name} holds other parts of the run than it should`,
      );
    }
    [file, from] = share.to === null ? [file + 1, 0] : [file, share.to];
  }
  if (file < files.length) throw new UsageError(`The shards do not fit together: none of them holds ${files[file]?.path}`);
  return sorted;
}

/** The plan of the whole run, whose files were checked elsewhere. `stablePath`: as the machine that checked named files. */
export function mergePlan(merged: BlobPlan, settings: RunSettings): { readonly plan: Plan; readonly stablePath: (path: string) => string } {
  const { cwd, epoch, baseline } = merged;
  const { config: empty } = readConfig(configOfValue({}), []);
  const configs = merged.configs.map(({ path, folder, suppress, own, watches }): LoadedConfig => {
    const tables = new Map(watches.map(([id, readsCalls]) => [id, new TableWatch(readsCalls)]));
    const extensions = { formats: [], rules: [], watches: tables };
    return {
      path,
      folder,
      config: { ...empty, suppress },
      layers: [{ config: { suppress: suppress.filter((_, index) => own.includes(index)) }, path }],
      extensions,
      files: [],
    };
  });
  const noExtensions = { formats: [], rules: [], watches: new Map<string, TableWatch>() };
  const judgings = merged.judgings.map(
    ({ severities, config }, index): FileJudging => ({
      key: String(index),
      format: undefined,
      profiles: [],
      mode: undefined,
      tools: undefined,
      severities: new Map(severities),
      assertFormats: false,
      allowHandled: false,
      maxBytes: undefined,
      policies: [],
      extensions: configs[config ?? -1]?.extensions ?? noExtensions,
    }),
  );
  const files = merged.files.flatMap(({ path, absolute, named, judging: number, config }): readonly PlannedFile[] => {
    const judging = judgings[number];
    if (judging === undefined) return [];
    const loaded = config === null ? undefined : configs[config];
    return [{ path, absolute, named, judging, loaded, size: undefined, open: async () => () => [] }];
  });
  const reaches = new Map<string, Reach>(merged.configs.map(({ folder, reach }) => [folder, reach]));
  const name = baseline === null ? "" : displayPath(baseline.path, cwd);
  const stable = new Map<string, string>([
    ...merged.files.map((file) => [file.path, file.stable] as const),
    ...merged.configs.map((config) => [displayPath(config.path, cwd), config.stable] as const),
    ...(baseline === null ? [] : [[name, baseline.stable] as const]),
  ]);
  const plan: Plan = {
    files,
    settings,
    notices: merged.notices,
    baseline: baseline === null ? undefined : readAsBaseline(baseline.path, "obey", baseline.text, dayOf(epoch ?? undefined), name),
    ownIds: { formats: [], rules: [] },
    reads: [],
    reachIn: (folder) => reaches.get(folder) ?? baseline?.reach ?? "files",
  };
  return { plan, stablePath: (path) => stable.get(path) ?? path };
}
