import { composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** What a run holds: what was sent, and one answer. */
export interface Run {
  readonly body: JsonNode;
  readonly response: JsonNode | undefined;
}

/**
 * Opens a run of LangSmith, with the runs inside it: LLM runs hold a request and its answers, the state of a chain or graph its messages.
 * A run of any other type (tools, retrievers, parsers) repeats what an LLM run holds.
 *
 * Source: LangSmith documentation, "Run (span) data format", and `RunTree` of langsmith 0.4 (read 2026-11).
 *
 * @returns one for each answer; none for a run without messages; `undefined` where the value is no run
 */
export function openLangsmith(node: JsonNode): readonly Run[] | undefined {
  const type = node.get("run_type")?.string();
  const inputs = node.get("inputs");
  if (type === undefined || inputs === undefined) return undefined;
  if (type === "llm") return openLlmRun(node, inputs);
  const inner = (node.get("child_runs")?.items() ?? []).flatMap((run) => openLangsmith(run) ?? []);
  if (inner.length > 0) return inner;
  const outputs = node.get("outputs");
  const state = outputs?.get("messages") === undefined ? outputs?.get("output") : outputs;
  const messages = type === "chain" ? state?.get("messages") : undefined;
  return state !== undefined && messages?.kind === "array"
    ? [{ body: composeObject([["messages", messages]], state), response: undefined }]
    : [];
}

function openLlmRun(run: JsonNode, inputs: JsonNode): readonly Run[] {
  const parameters = run.get("extra")?.get("invocation_params");
  const metadata = run.get("extra")?.get("metadata");
  const messages = inputs.get("messages") ?? inputs.get("input");
  const own = { tools: inputs.get("tools"), model: inputs.get("model") };
  const body = composeObject(
    [
      // What a wrapped client was called with stands there whole; a chat model's run has its parameters elsewhere.
      ...inputs.entries().flatMap(({ key, value }) => {
        const name = key.string() ?? "";
        return name === "messages" || name === "tools" || name === "model" ? [] : ([[name, value]] as const);
      }),
      ["messages", messages],
      ["tools", own.tools ?? parameters?.get("tools") ?? parameters?.get("functions")],
      ["model", own.model ?? metadata?.get("ls_model_name") ?? parameters?.get("model") ?? parameters?.get("model_name")],
    ],
    inputs,
  );
  const answers = answersOf(run.get("outputs"));
  return answers.length === 0 ? [{ body, response: undefined }] : answers.map((response) => ({ body, response }));
}

/** The messages of `generations`, a list of lists or a list, or what a wrapped client gave. */
function answersOf(outputs: JsonNode | undefined): readonly JsonNode[] {
  if (outputs?.kind !== "object") return [];
  const generations = outputs.get("generations")?.items() ?? [];
  const messages = generations
    .flatMap((each) => (each.kind === "array" ? each.items() : [each]))
    .flatMap((each) => each.get("message") ?? []);
  if (messages.length > 0) return messages;
  if (generations.length > 0) return [];
  return [outputs.get("message") ?? outputs];
}
