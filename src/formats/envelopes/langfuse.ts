import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import type { Envelope, Layer } from "./envelope.js";
import { openGeneration } from "./generation.js";

/** Types of observations (Langfuse API reference, `ObservationType`; read 2026-11), and of Opik's spans (as such exports look). */
const types: ReadonlySet<string> = new Set([
  "GENERATION",
  "LLM",
  "GENERAL",
  "SPAN",
  "EVENT",
  "AGENT",
  "TOOL",
  "CHAIN",
  "RETRIEVER",
  "EVALUATOR",
  "EMBEDDING",
  "GUARDRAIL",
]);

/**
 * Observations of Langfuse, and traces with their observations; spans of Opik. Generations hold a request and its answer; the input and output of
 * others, such as the spans of tools, repeat what is there.
 *
 * Source: Langfuse API reference, observations and traces (read 2026-11).
 */
export const langfuse: readonly Envelope[] = ["traceId", "trace_id", "observations"].map((key) => ({
  key,
  open(node) {
    const layers = openObservations(node);
    return layers === undefined ? undefined : { layers };
  },
}));

/** None for an observation of another type; `undefined` where the value is neither observation nor trace. */
function openObservations(node: JsonNode): readonly Layer[] | undefined {
  const observations = node.get("observations");
  if (observations?.first()?.kind === "object") {
    const opened = observations.items().flatMap((each) => openObservations(each) ?? []);
    return opened.length > 0 ? opened : undefined;
  }
  const type = node.get("type")?.string()?.toUpperCase();
  const isOurs = (node.get("traceId") ?? node.get("trace_id"))?.kind === "string" && node.get("input") !== undefined;
  if (type === undefined || !types.has(type) || !isOurs) return undefined;
  if (type !== "GENERATION" && type !== "LLM") return [];
  const model = node.get("model") ?? node.get("provided_model_name");
  return openGeneration({ input: node.get("input"), output: node.get("output"), model, tools: toolsBeside(node), at: node });
}

/** What OpenTelemetry's attributes say of the tools is kept in the metadata (langfuse/langfuse, `OtelIngestionProcessor.ts`, read 2026-12). */
function toolsBeside(node: JsonNode): JsonNode | undefined {
  const metadata = decoded(node.get("metadata"));
  const attributes = decoded(metadata?.get("attributes"));
  return metadata?.get("tools") ?? attributes?.get("gen_ai.tool.definitions") ?? attributes?.get("ai.prompt.tools");
}
