import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../message-list.js";

/** What an observation holds: what was sent, and what came back. */
export interface Observation {
  readonly body: JsonNode;
  readonly response: JsonNode | undefined;
}

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
 * Opens an observation of Langfuse, or a trace with its observations. Generations hold a request and its answer; the input and output of
 * others, such as the spans of tools, repeat what stands there.
 *
 * Source: Langfuse API reference, observations and traces (read 2026-11).
 *
 * @returns none for an observation of another type; `undefined` where the value is neither
 */
export function openLangfuse(node: JsonNode): readonly Observation[] | undefined {
  const observations = node.get("observations");
  if (observations?.first()?.kind === "object") {
    const opened = observations.items().flatMap((each) => openLangfuse(each) ?? []);
    return opened.length > 0 ? opened : undefined;
  }
  const type = node.get("type")?.string()?.toUpperCase();
  const isOurs = (node.get("traceId") ?? node.get("trace_id"))?.kind === "string" && node.get("input") !== undefined;
  if (type === undefined || !types.has(type) || !isOurs) return undefined;
  return type === "GENERATION" ? [openGeneration(node)] : [];
}

function openGeneration(node: JsonNode): Observation {
  const input = decoded(node.get("input") ?? node);
  const output = node.get("output");
  const response = output === undefined || output.kind === "null" ? undefined : decoded(output);
  return { body: withModel(input, node.get("model") ?? node.get("provided_model_name")), response };
}

/** The input as a request: a list of messages, or an object around one; a prompt of text is a word of the user's. */
function withModel(input: JsonNode, model: JsonNode | undefined): JsonNode {
  const known = model?.kind === "string" ? model : undefined;
  switch (input.kind) {
    case "array":
      return known === undefined ? input : request(input, known, input);
    case "object":
      if (known === undefined || input.get("model") !== undefined || input.get("messages") === undefined) return input;
      return composeObject([...input.entries().map(({ key, value }) => [key.string() ?? "", value] as const), ["model", known]], input);
    default: {
      const message = composeObject(
        [
          ["role", literal("user", input)],
          ["content", input],
        ],
        input,
      );
      return request(composeArray([message], input), known, input);
    }
  }
}

function request(messages: JsonNode, model: JsonNode | undefined, place: JsonNode): JsonNode {
  return composeObject(
    [
      ["messages", messages],
      ["model", model],
    ],
    place,
  );
}
