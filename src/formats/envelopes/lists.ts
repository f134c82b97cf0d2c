import type { JsonNode } from "../../json/node.js";
import { decodedBody, type Envelope, type Layer, type Opened } from "./envelope.js";

/** Keys under which exports and pages of APIs keep many recordings. */
const listKeys = [
  "data",
  "observations",
  "generations",
  "traces",
  "spans",
  "runs",
  "calls",
  "records",
  "rows",
  "items",
  "logs",
  "events",
  "results",
  "entries",
  "examples",
  "samples",
  "sessions",
  "conversations",
  "transcripts",
  "result",
  "tasks_output",
] as const;

/** Keys under which a log line, a span or a row keeps what happened. */
const holderKeys = [
  "attributes",
  "payload",
  "jsonPayload",
  "data",
  "meta",
  "row",
  "event",
  "record",
  "generation",
  "observation",
  "trace",
  "detail",
  "message",
  "log",
  "json",
  "body",
] as const;

/** Lists of recordings: pages of an API (`{object: "list", data}`), exports. What no format reads among them is something else. */
export const lists: readonly Envelope[] = [
  ...listKeys.map((key): Envelope => ({ key, open: (node) => openList(node.get(key)) })),
  // Opik's pages; elsewhere the content is what a message says.
  { key: "page", open: (node) => openList(node.get("content")) },
];

/** Log lines, spans and rows that hold a recording, as a value or as JSON text. */
export const holders: readonly Envelope[] = holderKeys.map((key): Envelope => ({ key, open: (node) => openHolder(node.get(key)) }));

function openList(list: JsonNode | undefined): Opened | undefined {
  if (list?.kind !== "array" || list.first()?.kind !== "object") return undefined;
  return { layers: list.items().map((item): Layer => ({ body: item, isTraffic: true, at: item })) };
}

function openHolder(value: JsonNode | undefined): Opened | undefined {
  if (value === undefined) return undefined;
  const start = value.kind === "string" ? value.string()?.trimStart()[0] : undefined;
  if (value.kind === "string" && start !== "{" && start !== "[" && start !== '"') return undefined;
  const { root, documents } = decodedBody(value);
  return root.kind === "object" || root.kind === "array" ? { layers: [{ body: root, documents, isLogged: true }] } : undefined;
}
