import { UsageError } from "../errors.js";
import type { CheckFlags } from "../run/flags.js";
import type { RunSettings } from "../run/settings.js";
import type { ShardNumber } from "../run/shard-number.js";
import { quote } from "../text/quote.js";

type Env = Readonly<Record<string, string | undefined>>;

/** What an engine says about the jobs of one array. */
interface Engine {
  readonly title: string;
  readonly index: string;
  readonly count: string;
  /** Number of the first job. */
  readonly first: number;
}

/**
 * Sources, read 2026-12: Slurm `sbatch` (Job array support; its first number and step are variables too), Kubernetes "Indexed Job for
 * parallel processing" (it sets no count), AWS Batch "Array jobs", GitLab "Predefined CI/CD variables", CircleCI "Built-in environment
 * variables".
 */
const engines: readonly Engine[] = [
  { title: "Slurm job arrays", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: 0 },
  { title: "AWS Batch array jobs", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", first: 0 },
  { title: "Kubernetes Indexed Jobs", index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS", first: 0 },
  { title: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1 },
  { title: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0 },
];

/** More shards than anybody has machines are a mistake. */
const mostShards = 1_000_000;

/**
 * Which shard a value of `--shard` means.
 *
 * @param env where `auto` looks
 * @throws UsageError for what is no shard of a run
 */
export function shardOf(value: string, env: Env): ShardNumber {
  if (value === "auto") return shardOfEngine(env);
  const [, index, count] = /^(\d{1,7})\/(\d{1,7})$/.exec(value) ?? [];
  if (index === undefined || count === undefined) {
    throw new UsageError(`--shard must be a shard such as 2/8, or auto, not ${quote(value)}`);
  }
  return checked(Number(index), Number(count), `--shard ${value}`);
}

function shardOfEngine(env: Env): ShardNumber {
  const engine = engines.find(({ index }) => isSet(env[index]));
  if (engine === undefined) {
    const read = engines.map(({ title, index, count }) => `${index} and ${count} (${title})`).join(", ");
    throw new UsageError(`--shard auto finds no job array around it; it reads ${read}`);
  }
  const { index, count, first } = engine;
  const total = numberIn(env, count, engine);
  const number = numberIn(env, index, engine);
  if (engine.index !== "SLURM_ARRAY_TASK_ID") return checked(number - first + 1, total, `${index}=${number}, ${count}=${total}`);
  // The numbers of an array may begin anywhere and be apart.
  const [min, step] = ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"].map((name) => (isSet(env[name]) ? numberIn(env, name, engine) : 0));
  const place = (number - (min ?? 0)) / Math.max(1, step ?? 1);
  const says = `${index}=${number}, SLURM_ARRAY_TASK_MIN=${min}, ${count}=${total}`;
  if (!Number.isInteger(place)) throw new UsageError(`The job array has gaps (${says}): number it evenly, as in --array=1-8`);
  return checked(place + 1, total, says);
}

function numberIn(env: Env, name: string, { title, index, count }: Engine): number {
  const value = env[name] ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const problem = value === "" ? `${name} is not set` : `${name} is ${quote(value)}, not a number`;
  throw new UsageError(`--shard auto reads ${index} and ${count} (${title}), but ${problem}`);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

function checked(index: number, count: number, says: string): ShardNumber {
  if (count < 1 || count > mostShards || index < 1 || index > count) {
    throw new UsageError(`There is no such shard (${says}): shards are numbered from 1 to their count`);
  }
  return { index, count };
}

/** @throws UsageError for flags that need the whole run */
export function refuseWithShard(flags: CheckFlags): void {
  const { shard, reporter, output = [], updateBaseline, pruneBaseline } = flags;
  const blobs = [reporter, ...output.map(([id]) => id)].filter((id) => id === "blob");
  if (blobs.length > 1) throw new UsageError("One blob is enough: name it once");
  if (shard === undefined) {
    if (blobs.length > 0 && (updateBaseline ?? pruneBaseline) === true)
      throw new UsageError("A run that changes the baseline writes no blob");
    return;
  }
  if ((updateBaseline ?? pruneBaseline) === true)
    throw new UsageError("A shard cannot change the baseline, since it sees only a part of the findings");
  const others = [reporter, ...output.map(([id]) => id)].filter((id) => id !== undefined && id !== "blob");
  if (others.length > 0) {
    throw new UsageError(
      `A shard is a part of a run, so it cannot write ${others.join(", ")}: write a blob, and name the report in \`guardrails merge\``,
    );
  }
  if (blobs.length === 0)
    throw new UsageError("A shard is a part of a run: add -o blob=FILE, and put the files together with `guardrails merge`");
}

/** The settings of a shard: it writes its blob, and the reports that the configuration names are written by the merge. */
export function blobsOnly(settings: RunSettings, { reporter }: CheckFlags): RunSettings {
  return { ...settings, outputs: settings.outputs.filter((each) => each.reporter === "blob"), reporter: reporter ?? "none" };
}
