import type { JsonNode } from "../../json/node.js";
import { wholeSpanValues as valuesIn } from "../telemetry/span-values.js";
import { exportKeys, spansIn, type TraceSpan } from "../telemetry/spans.js";
import type { Envelope, Layer } from "./envelope.js";
import { openGeneration } from "./generation.js";

/** Spans that keep what was sent and received whole, not taken apart into attributes: in exports, or the attributes of one span alone. */
export const spanValues: readonly Envelope[] = [...exportKeys, "[]"].map((key) => ({
  key,
  open(node) {
    const layers = openSpans(node);
    return layers === undefined ? undefined : { layers };
  },
}));

function openSpans(node: JsonNode): readonly Layer[] | undefined {
  const layers = [...spansIn(node)].flatMap(openSpan);
  return layers.length === 0 ? undefined : layers;
}

function openSpan({ at, attributes }: TraceSpan): readonly Layer[] {
  const values = valuesIn(attributes);
  return values === undefined ? [] : openGeneration({ ...values, at });
}

/** Traces of MLflow, which have a request and a response of their own beside their spans: what a model was sent is in those. */
export const mlflowTrace: Envelope = {
  key: "spans",
  open(node) {
    const first = node.get("spans")?.first()?.get("attributes");
    const isOurs = first?.get("mlflow.spanType") !== undefined || first?.get("mlflow.traceRequestId") !== undefined;
    const layers = isOurs ? openSpans(node) : undefined;
    return layers === undefined ? undefined : { layers };
  },
};
