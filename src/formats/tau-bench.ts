import type { JsonNode } from "../json/node.js";
import type { Recorded, Role } from "../model/conversation.js";
import { type ChatDialect, ChatReader } from "./chat/reader.js";
import { recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";

/**
 * Results of tau-bench: a list of runs, each with the messages of its agent as OpenAI's chat API has them.
 *
 * Source: sierra-research/tau-bench, `tau_bench/types.py` (`EnvRunResult`) and `historical_trajectories/`, read 2026-11.
 */
export const tauBench: Format = {
  id: "tau-bench",
  title: "tau-bench results",
  carries: ["calls", "results"],
  source: "sierra-research/tau-bench, tau_bench/types.py (read 2026-11)",
  profile: "benchmark",
  rootKeys: ["traj", "[].traj"],
  detect,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["user", "user"],
  ["tool", "tool"],
  ["function", "tool"],
]);

const dialect: ChatDialect = { roles, typeIsRole: false, container: "either", flatCalls: false, contentTypes: null };

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const run = body.kind === "array" ? body.first() : body;
  const isRun = run?.get("traj")?.kind === "array" && run.get("task_id") !== undefined;
  return isRun ? { match: "certain", because: "holds runs of a task with their trajectories" } : noMatch;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  return (body.kind === "array" ? body.items() : [body]).map((run) => readRun(run, recording));
}

function readRun(run: JsonNode, recording: Recording): Recorded {
  const reader = new ChatReader(dialect);
  const trajectory = run.get("traj");
  if (trajectory?.kind !== "array")
    reader.report(trajectory ?? run, "Unexpected run without trajectory, expected a list of messages as traj");
  const messages = reader.readAll(trajectory?.items() ?? []);
  return recordedFrom(
    { messages, anomalies: reader.anomalies, finishes: [] },
    { ...recording, dataset: true, at: run },
    { format: "tau-bench", tools: [], isRequest: false, model: undefined },
  );
}
