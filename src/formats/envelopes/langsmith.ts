import { composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Envelope, Layer } from "./envelope.js";
import { generatedMessages } from "./generation.js";

/**
 * A run of LangSmith, with the runs inside it: LLM runs hold a request and its answers, the state of a chain or graph its messages.
 * A run of any other type (tools, retrievers, parsers) repeats what an LLM run holds.
 *
 * Source: LangSmith documentation, "Run (span) data format", and `RunTree` of langsmith 0.4 (read 2026-11).
 */
export const langsmith: Envelope = {
  key: "run_type",
  open(node) {
    const layers = openRun(node);
    return layers === undefined ? undefined : { layers };
  },
};

/** One layer for each answer; none for a run without messages; `undefined` where the value is no run. */
function openRun(node: JsonNode): readonly Layer[] | undefined {
  const type = node.get("run_type")?.string();
  const inputs = node.get("inputs");
  if (type === undefined || inputs === undefined) return undefined;
  if (type === "llm") return openLlmRun(node, inputs);
  const inner = (node.get("child_runs")?.items() ?? []).flatMap((run) => openRun(run) ?? []);
  if (inner.length > 0) return inner;
  const outputs = node.get("outputs");
  const state = outputs?.get("messages") === undefined ? outputs?.get("output") : outputs;
  const messages = type === "chain" ? state?.get("messages") : undefined;
  return state !== undefined && messages?.kind === "array" ? [{ body: composeObject([["messages", messages]], state), at: node }] : [];
}

function openLlmRun(run: JsonNode, inputs: JsonNode): readonly Layer[] {
  const parameters = run.get("extra")?.get("invocation_params");
  const metadata = run.get("extra")?.get("metadata");
  const messages = inputs.get("messages") ?? inputs.get("input");
  const own = { tools: inputs.get("tools"), model: inputs.get("model") };
  const body = composeObject(
    [
      // What a wrapped client was called with is there whole; a chat model's run has its parameters elsewhere.
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
  return answers.length === 0 ? [{ body, at: run }] : answers.map((response) => ({ body, response, at: run }));
}

/** The messages of `generations`, or what a wrapped client gave. */
function answersOf(outputs: JsonNode | undefined): readonly JsonNode[] {
  if (outputs?.kind !== "object") return [];
  return generatedMessages(outputs) ?? [outputs.get("message") ?? outputs];
}
