import type { JsonNode } from "../../json/node.js";
import type { Attributes } from "./attributes.js";

/** Whether the span of a model keeps what was sent or received whole, as JSON under `input.value` and `output.value` (OpenInference). */
export function keepsValuesWhole(attributes: Attributes): boolean {
  if (attributes.get("openinference.span.kind")?.string() !== "LLM") return false;
  return [attributes.get("input.value"), attributes.get("output.value")].some(isStructured);
}

function isStructured(value: JsonNode | undefined): boolean {
  return value?.kind === "object" || value?.kind === "array" || /^\s*[[{]/.test(value?.string() ?? "");
}
