import { dataset } from "./dataset.js";
import { defineProfile } from "./define-profile.js";
import { reference } from "./evidence.js";

const runs = reference("logs of agents under test, whatever provider answered: what was sent to it is not in them", "2026-11");

/** Runs of agent benchmarks: calls and results are linked by id, or by order where the harness keeps no ids, within one turn. */
export const benchmark = defineProfile({
  extends: dataset,
  id: "benchmark",
  title: "Benchmark run",
  hosts: [],
  models: [],
  formats: [],
  pairing: {
    severalResults: false,
  },
  ids: {
    required: { value: true, evidence: runs, severity: "warning" },
  },
});

/** Trajectories in Harbor's interchange format: a step is a turn, and may hold several results of one call. */
export const atif = defineProfile({
  extends: benchmark,
  id: "atif",
  title: "Agent Trajectory Interchange Format",
  hosts: [],
  models: [],
  formats: [],
  pairing: {
    severalResults: true,
  },
});
