import { tableFormat } from "./table/table-format.js";

/** Results of tau-bench: a list of runs, each with the messages of its agent as OpenAI's chat API has them. */
export const tauBench = tableFormat({
  id: "tau-bench",
  title: "tau-bench results",
  source: "sierra-research/tau-bench, tau_bench/types.py (`EnvRunResult`) and historical_trajectories (read 2026-11)",
  profile: "benchmark",
  claims: [
    { because: "holds runs of a task with their trajectories", conversation: { keys: ["traj", "task_id"], kinds: { traj: "array" } } },
  ],
  conversations: ["*", ""],
  entries: "traj",
  dataset: true,
  read: "openai-chat",
});
