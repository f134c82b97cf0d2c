import { dataset } from "./dataset.js";
import type { Evidence, Profile } from "./profile.js";

const runs: Evidence = {
  kind: "reference",
  source: "logs of agents under test, whatever provider answered: what was sent to it is not in them",
  date: "2026-11",
};

/** Runs of agent benchmarks: calls and results are linked by id, or by order where the harness keeps no ids, within one turn. */
export const benchmark: Profile = {
  ...dataset,
  id: "benchmark",
  title: "Benchmark run",
  pairing: { ...dataset.pairing, severalResults: false },
  callIdRequired: { value: true, evidence: runs, severity: "warning" },
};

/** Trajectories in Harbor's interchange format: a step is a turn, and may hold several results of one call. */
export const atif: Profile = {
  ...benchmark,
  id: "atif",
  title: "Agent Trajectory Interchange Format",
  pairing: { ...benchmark.pairing, severalResults: true },
};
