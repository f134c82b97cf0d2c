import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded, type Envelope, type Layer } from "./envelope.js";
import { keyOfList } from "./pair.js";

/** Types of observations (Langfuse API reference, `ObservationType`; read 2026-11). */
const types: ReadonlySet<string> = new Set([
  "GENERATION",
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
 * Observations of Langfuse, and traces with their observations. Generations hold a request and its answer; the input and output of
 * others, such as the spans of tools, repeat what stands there.
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
  return type === "GENERATION" ? openGeneration(node) : [];
}

function openGeneration(node: JsonNode): readonly Layer[] {
  const input = node.get("input");
  const output = node.get("output");
  const received = output === undefined || output.kind === "null" ? undefined : decoded(output);
  // The exporter left the input out: nothing was recorded of it.
  if (input === undefined || input.kind === "null") return received === undefined ? [] : [answerAlone(received, node)];
  const sent = decoded(input);
  return [layerOf(sent, received, node)];
}

function answerAlone({ root, documents }: Decoded, node: JsonNode): Layer {
  const isText = root.kind !== "object" && root.kind !== "array";
  return { body: isText ? message("assistant", root) : root, documents, at: node };
}

function layerOf(sent: Decoded, received: Decoded | undefined, node: JsonNode): Layer {
  return {
    body: withModel(sent.root, node.get("model") ?? node.get("provided_model_name")),
    ...(received !== undefined && { response: received.root }),
    documents: [...sent.documents, ...(received?.documents ?? [])],
    at: node,
  };
}

type Decoded = ReturnType<typeof decoded>;

/** The input as a request: a list of messages, or an object around one; a prompt of text is a word of the user's. */
function withModel(input: JsonNode, model: JsonNode | undefined): JsonNode {
  const known = model?.kind === "string" ? model : undefined;
  switch (input.kind) {
    case "array":
      return known === undefined ? input : request(input, known, input);
    case "object": {
      if (input.get("messages") === undefined) return input;
      const model = input.get("model") === undefined ? known : undefined;
      if (model === undefined && !isEmptyList(input.get("tools"))) return input;
      return composeObject([...told(input), ["model", input.get("model") ?? model]], input);
    }
    default:
      return request(composeArray([message("user", input)], input), known, input);
  }
}

function message(role: string, text: JsonNode): JsonNode {
  return composeObject(
    [
      ["role", literal(role, text)],
      ["content", text],
    ],
    text,
  );
}

/**
 * The members of an input as the exporter knew them. It writes an empty list of tools where it saw none; no endpoint takes one, so the
 * request had no such list.
 */
function told(input: JsonNode): readonly (readonly [string, JsonNode])[] {
  return input.entries().flatMap(({ key, value }) => {
    const name = key.string() ?? "";
    return name === "model" || (name === "tools" && isEmptyList(value)) ? [] : [[name, value] as const];
  });
}

function isEmptyList(node: JsonNode | undefined): boolean {
  return node?.kind === "array" && node.first() === undefined;
}

function request(messages: JsonNode, model: JsonNode | undefined, place: JsonNode): JsonNode {
  return composeObject(
    [
      [keyOfList(messages), messages],
      ["model", model],
    ],
    place,
  );
}
