import type { JsonNode } from "../../json/node.js";
import { type Attributes, attributesOf, plainValue } from "./attributes.js";

/** A span, or a log record, which stands for an event of the span that it names. */
export interface TraceSpan {
  readonly at: JsonNode;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly trace: string;
  readonly id: string;
  /** The exporter dropped attributes past its limit. */
  readonly isCut: boolean;
}

/** Something that happened during a span. */
export interface SpanEvent {
  readonly at: JsonNode;
  readonly name: string;
  readonly attributes: Attributes;
  readonly body: JsonNode | undefined;
}

/** Keys under which exports keep spans and log records, or groups of them (OTLP JSON in both spellings, Jaeger, exports of backends). */
const groupKeys = [
  ...["resourceSpans", "resource_spans", "scopeSpans", "scope_spans", "instrumentationLibrarySpans", "spans"],
  ...["resourceLogs", "resource_logs", "scopeLogs", "scope_logs", "logRecords", "log_records", "data"],
] as const;

/** What every span of a convention says, also where the attributes of one are all that was kept. */
const spanMarks = [
  "gen_ai.operation.name",
  "openinference.span.kind",
  // Rows of Phoenix's data frames have a column for each attribute.
  "attributes.openinference.span.kind",
  "attributes.llm.input_messages",
] as const;

/** Root keys that an export can be found under. */
export const exportKeys = [...groupKeys, "attributes", "tags", "body", ...spanMarks] as const;

/** Keys of which every span and log record has one. */
export const spanKeys: readonly string[] = ["attributes", "tags", "severityNumber", "severity_number", "eventName", ...spanMarks];

/** Groups nest: an export, resources, scopes, spans, each of them a list. */
const maxDepth = 9;

/** The spans of an export in the order in which it has them. */
export function* spansIn(node: JsonNode, depth = maxDepth): Generator<TraceSpan, void, undefined> {
  if (depth === 0) return;
  if (node.kind === "array") {
    for (const item of node.items()) yield* spansIn(item, depth - 1);
    return;
  }
  if (node.kind !== "object") return;
  const isBare = spanMarks.some((mark) => node.get(mark) !== undefined);
  const attributes = node.get("attributes") ?? node.get("tags") ?? (isBare ? node : undefined);
  if (attributes !== undefined || isLogRecord(node)) {
    yield spanOf(node, attributes);
    return;
  }
  for (const key of groupKeys) {
    const group = node.get(key);
    if (group?.kind === "array" || group?.kind === "object") yield* spansIn(group, depth - 1);
  }
}

/** Whether a value looks like a span or a log record, whatever it is of. */
export function isSpan({ at }: TraceSpan): boolean {
  return traceOf(at) !== "" || at.get("startTimeUnixNano") !== undefined || at.get("start_time") !== undefined;
}

function isLogRecord(node: JsonNode): boolean {
  return (
    node.get("body") !== undefined && (node.get("severityNumber") ?? node.get("severity_number") ?? node.get("eventName")) !== undefined
  );
}

function spanOf(at: JsonNode, attributes: JsonNode | undefined): TraceSpan {
  const own = attributesOf(attributes);
  const name = nameOfRecord(at, own);
  const body = at.get("body");
  const events = (at.get("events")?.items() ?? at.get("logs")?.items() ?? []).map(eventOf);
  const dropped = at.get("droppedAttributesCount") ?? at.get("dropped_attributes_count") ?? at.get("dropped_attributes");
  return {
    at,
    attributes: own,
    events: name === undefined ? events : [{ at, name, attributes: own, body: body && plainValue(body) }],
    trace: traceOf(at),
    id: (at.get("spanId") ?? at.get("span_id") ?? at.get("spanID") ?? at.get("context")?.get("span_id"))?.string() ?? "",
    isCut: (dropped?.number() ?? 0) > 0,
  };
}

/** What a log record says that happened; a span says nothing here. */
function nameOfRecord(at: JsonNode, attributes: Attributes): string | undefined {
  return (at.get("eventName") ?? at.get("event_name") ?? attributes.get("event.name"))?.string();
}

function eventOf(at: JsonNode): SpanEvent {
  const attributes = attributesOf(at.get("attributes") ?? at.get("fields"));
  const name = (at.get("name") ?? attributes.get("event.name") ?? attributes.get("event"))?.string() ?? "";
  const body = at.get("body");
  return { at, name, attributes, body: body && plainValue(body) };
}

/** The trace of a span or log record, `""` where it does not tell. */
export function traceOf(at: JsonNode): string {
  const trace =
    at.get("traceId") ?? at.get("trace_id") ?? at.get("traceID") ?? at.get("context")?.get("trace_id") ?? at.get("context.trace_id");
  return trace?.string() ?? (trace?.kind === "number" ? trace.raw() : "");
}
