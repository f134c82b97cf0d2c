import { composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** Something that a run of a node shows, and when it began. */
interface Seen {
  readonly at: number;
  readonly entry: JsonNode;
}

/**
 * What was said and called in an execution, in order: entries with one of the keys `asked`, `step`, `tool` and `answered`. Agents that
 * return their steps say each call; where none does, the runs of the nodes that are tools do.
 */
export function entriesOfRuns(execution: JsonNode): readonly JsonNode[] | undefined {
  const runData = (execution.get("data") ?? execution).get("resultData")?.get("runData");
  if (runData?.kind !== "object") return undefined;
  const runs = runData.entries().flatMap(({ key, value }) => value.items().map((run) => ({ name: key, run })));
  const agents = runs.flatMap(({ run }) => said(run));
  const hasSteps = agents.some(({ entry }) => entry.get("step") !== undefined);
  const tools = hasSteps ? [] : runs.flatMap(({ name, run }) => toolRun(name, run));
  return [...agents, ...tools].toSorted((one, other) => one.at - other.at).map(({ entry }) => entry);
}

/** What is in the items that a run gave to the next nodes. */
function said(run: JsonNode): readonly Seen[] {
  const began = run.get("startTime")?.number() ?? 0;
  const ended = began + (run.get("executionTime")?.number() ?? 0);
  return itemsOf(run.get("data"), "main").flatMap((item): readonly Seen[] => {
    const steps = item.get("intermediateSteps")?.items() ?? [];
    const output = item.get("output");
    return [
      ...under("asked", item.get("chatInput"), began),
      ...steps.flatMap((step) => under("step", step, began)),
      ...(output?.kind === "string" ? under("answered", output, ended) : []),
    ];
  });
}

function toolRun(name: JsonNode, run: JsonNode): readonly Seen[] {
  const data = run.get("data");
  const [given] = itemsOf(run.get("inputOverride"), "ai_tool");
  if (given === undefined && data?.get("ai_tool") === undefined) return [];
  const [output] = itemsOf(data, "ai_tool");
  const query = given?.get("query");
  const tool = composeObject(
    [
      ["name", name],
      ["arguments", query?.kind === "string" && query.string()?.trimStart().startsWith("{") ? query : given],
      ["result", output?.get("response") ?? output],
      ["error", run.get("error")],
    ],
    run,
  );
  return under("tool", tool, run.get("startTime")?.number() ?? 0);
}

/** The JSON of the items on one kind of connection. */
function itemsOf(data: JsonNode | undefined, connection: string): readonly JsonNode[] {
  return (data?.get(connection)?.items() ?? []).flatMap((branch) => branch.items().flatMap((item) => item.get("json") ?? []));
}

function under(key: string, node: JsonNode | undefined, at: number): readonly Seen[] {
  return node === undefined ? [] : [{ at, entry: composeObject([[key, node]], node) }];
}
