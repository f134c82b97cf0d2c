import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { type Attributes, firstOf } from "../telemetry/attributes.js";
import { keepsValuesWhole } from "../telemetry/span-values.js";
import { exportKeys, spansIn, type TraceSpan } from "../telemetry/spans.js";
import { lookUp, unflatten } from "../telemetry/unflatten.js";
import { decodedBody, type Envelope, type Layer } from "./envelope.js";
import { openGeneration } from "./generation.js";

/**
 * Spans of OpenInference that keep what was sent and received whole, as JSON text under `input.value` and `output.value`, and not taken
 * apart into `llm.input_messages`: in exports, or the attributes of one span alone.
 *
 * Source: OpenInference, spec/semantic_conventions.md and spec/tool_calling.md; read 2026-12.
 */
export const spanValues: readonly Envelope[] = [...exportKeys, "[]"].map((key) => ({
  key,
  open(node) {
    const layers = openSpans(node);
    return layers === undefined ? undefined : { layers };
  },
}));

function openSpans(node: JsonNode): readonly Layer[] | undefined {
  const layers = [...spansIn(node)].filter(({ attributes }) => keepsValuesWhole(attributes)).flatMap(openSpan);
  return layers.length === 0 ? undefined : layers;
}

function openSpan({ at, attributes }: TraceSpan): readonly Layer[] {
  const [input, output] = [attributes.get("input.value"), attributes.get("output.value")];
  const model = firstOf(attributes, "llm.model_name");
  const sent = input && decodedBody(input);
  if (sent !== undefined && hasTypedParts(sent.root)) return [conventional(at, sent, output, model)];
  const tools = toolsOf(attributes);
  return openGeneration({ input, output, model, at }).map((layer) => (tools === undefined ? layer : { ...layer, tools }));
}

/** Messages of OpenTelemetry's conventions, `{role, parts: [{type, …}]}`. */
function hasTypedParts(list: JsonNode): boolean {
  return list.kind === "array" && list.first()?.get("parts")?.first()?.get("type")?.kind === "string";
}

/** Those messages under OpenTelemetry's own attributes. */
function conventional(
  at: JsonNode,
  sent: ReturnType<typeof decodedBody>,
  output: JsonNode | undefined,
  model: JsonNode | undefined,
): Layer {
  const received = output && decodedBody(output);
  const body = composeObject(
    [
      ["gen_ai.operation.name", literal("chat", at)],
      ["gen_ai.request.model", model],
      ["gen_ai.input.messages", sent.root],
      ["gen_ai.output.messages", received !== undefined && hasTypedParts(received.root) ? received.root : undefined],
    ],
    at,
  );
  return { body, documents: [...sent.documents, ...(received?.documents ?? [])], at };
}

/** `llm.tools.0.tool.json_schema`: the declaration as the provider took it. */
function toolsOf(attributes: Attributes): JsonNode | undefined {
  const list = unflatten(attributes, "llm.tools");
  if (list?.kind !== "array" || list.first() === undefined) return undefined;
  return composeArray(
    list.items().map((tool) => decodedBody(lookUp(tool, "tool.json_schema") ?? tool).root),
    list,
  );
}
