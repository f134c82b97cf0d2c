import { composeArray } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import { type Attributes, firstOf } from "./attributes.js";
import { lookUp, unflatten } from "./unflatten.js";

/** Where the span of a model keeps what was sent and received whole, as values or as JSON text. */
interface ValueKeys {
  /** Where the span says what it is of, and the words for a call of a model. Without: the keys say it themselves. */
  readonly kind?: { readonly at: string; readonly words: readonly string[] };
  readonly input: readonly string[];
  /** The first that holds something counts. */
  readonly output: readonly string[];
  readonly model?: readonly string[];
  readonly tools?: string;
}

/**
 * Attributes that hold a request or an answer whole. Sources: mlflow, tracing/constant.py (`SpanAttributeKey`, read 2026-12). To be looked
 * up in, and not read for this table: OpenInference, spec/semantic_conventions.md; AI SDK documentation, "Telemetry"; google/adk-python, telemetry/tracing.py; logfire,
 * _internal/integrations/llm_providers; langfuse-python, _client/attributes.py; Braintrust documentation, "OpenTelemetry".
 */
const conventions: readonly ValueKeys[] = [
  {
    kind: { at: "openinference.span.kind", words: ["LLM"] },
    input: ["input.value"],
    output: ["output.value"],
    model: ["llm.model_name"],
    tools: "llm.tools",
  },
  {
    kind: { at: "mlflow.spanType", words: ["CHAT_MODEL", "LLM"] },
    input: ["mlflow.spanInputs", "mlflow.chat.messages"],
    output: ["mlflow.spanOutputs"],
    model: ["mlflow.llm.model"],
    tools: "mlflow.chat.tools",
  },
  {
    input: ["ai.prompt.messages"],
    output: ["ai.response.toolCalls", "ai.result.toolCalls", "ai.response.text", "ai.result.text"],
    model: ["ai.response.model", "ai.model.id"],
    tools: "ai.prompt.tools",
  },
  { input: ["gcp.vertex.agent.llm_request"], output: ["gcp.vertex.agent.llm_response"] },
  { input: ["request_data"], output: ["response_data"] },
  {
    kind: { at: "langfuse.observation.type", words: ["generation"] },
    input: ["langfuse.observation.input"],
    output: ["langfuse.observation.output"],
    model: ["langfuse.observation.model.name"],
  },
  { input: ["braintrust.input_json"], output: ["braintrust.output_json"] },
];

/** What a span keeps whole. */
export interface SpanValues {
  readonly input: JsonNode | undefined;
  readonly output: JsonNode | undefined;
  readonly model: JsonNode | undefined;
  readonly tools: JsonNode | undefined;
}

/** What the span of a model keeps whole of what was sent and received; `undefined` where it is no span of a model, or keeps nothing so. */
export function wholeSpanValues(attributes: Attributes): SpanValues | undefined {
  for (const { kind, input, output, model = [], tools } of conventions) {
    if (kind !== undefined && !kind.words.includes(wordAt(attributes, kind.at) ?? "")) continue;
    const sent = firstStructured(attributes, input);
    const received = firstStructured(attributes, output);
    if (sent === undefined && received === undefined) continue;
    return {
      input: sent ?? firstOf(attributes, ...input),
      output: received ?? firstOf(attributes, ...output),
      model: firstOf(attributes, ...model),
      tools: tools === undefined ? undefined : toolsAt(attributes, tools),
    };
  }
  return undefined;
}

/** MLflow writes each value as JSON text, words as well. */
function wordAt(attributes: Attributes, key: string): string | undefined {
  return decoded(attributes.get(key))?.string();
}

function firstStructured(attributes: Attributes, keys: readonly string[]): JsonNode | undefined {
  return keys.map((key) => attributes.get(key)).find(isStructured);
}

function isStructured(value: JsonNode | undefined): boolean {
  if (value?.kind === "object" || value?.kind === "array") return true;
  return /^\s*(?:\{|\[\s*[[{])/.test(value?.string() ?? "");
}

/** A list in one attribute, also as JSON text; or as OpenInference numbers them, `llm.tools.0.tool.json_schema`. */
function toolsAt(attributes: Attributes, key: string): JsonNode | undefined {
  const whole = firstOf(attributes, key);
  if (whole !== undefined && key !== "llm.tools") return whole;
  const list = unflatten(attributes, key);
  if (list?.kind !== "array" || list.first() === undefined) return undefined;
  return composeArray(
    list.items().map((tool) => decoded(lookUp(tool, "tool.json_schema") ?? tool)),
    list,
  );
}
