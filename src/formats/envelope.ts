import type { JsonNode } from "../json/node.js";
import { type Mode, modes } from "../model/conversation.js";
import { openLangfuse } from "./envelopes/langfuse.js";
import { openLangsmith } from "./envelopes/langsmith.js";
import type { Recording } from "./format.js";

/** What one layer of wrapping held. */
type Layer = Partial<Omit<Recording, "body" | "at">> & { readonly body: JsonNode };

/** A way in which recordings are wrapped. */
interface Envelope {
  /** Asked only where the value has this key. */
  readonly key: string;
  /** The recordings inside, or `undefined` where the key means something else. */
  open(node: JsonNode): readonly Layer[] | undefined;
}

/** Envelopes nest (a pair inside a proxy's log line inside ours): as deep as recordings have been seen to, with room. */
const maxDepth = 6;

/** Names under which recorders keep what was sent and what came back, most telling first (wire formats 1.2). */
const pairs = [
  ["request", "response"],
  ["request_body", "response_body"],
  ["requestBody", "responseBody"],
  ["req", "res"],
  ["body", "response"],
  ["kwargs", "response"],
] as const;

const envelopes: readonly Envelope[] = [
  { key: "transcript", open: openOurs },
  { key: "custom_id", open: openBatchLine },
  { key: "run_type", open: openLangsmith },
  ...["traceId", "trace_id", "observations"].map((key): Envelope => ({ key, open: openLangfuse })),
  ...pairs.map(([request, response]): Envelope => ({ key: request, open: (node) => openPair(node, request, response) })),
];

/**
 * Frees a value of its envelopes.
 *
 * @returns one recording each for the exchanges it holds; the value itself where nothing wraps it
 */
export function unwrap(root: JsonNode): readonly Recording[] {
  const bare = { response: undefined, tools: undefined, url: undefined, status: undefined, dataset: false } as const;
  const stated = { format: undefined, profile: undefined, mode: undefined };
  const items = isListOfRuns(root) ? root.items() : [root];
  return items.flatMap((item) => unwrapLayer({ stated, body: item, at: item, ...bare }, 0));
}

/** Exports of observability tools are one list of runs or observations, of which each is opened by itself. */
function isListOfRuns(root: JsonNode): boolean {
  const first = root.first();
  return first?.kind === "object" && (openLangsmith(first) ?? openLangfuse(first)) !== undefined;
}

function unwrapLayer(recording: Recording, depth: number): readonly Recording[] {
  if (depth === maxDepth || recording.body.kind !== "object" || recording.response !== undefined) return [recording];
  for (const envelope of envelopes) {
    if (recording.body.get(envelope.key) === undefined) continue;
    const layers = envelope.open(recording.body);
    if (layers === undefined) continue;
    // What an outer envelope states wins: ours may wrap any recording in order to correct it.
    return layers.flatMap((layer) =>
      unwrapLayer(
        {
          body: layer.body,
          response: layer.response,
          tools: recording.tools ?? layer.tools,
          url: recording.url ?? layer.url,
          status: recording.status ?? layer.status,
          dataset: recording.dataset || layer.dataset === true,
          stated: {
            format: recording.stated.format ?? layer.stated?.format,
            profile: recording.stated.profile ?? layer.stated?.profile,
            mode: recording.stated.mode ?? layer.stated?.mode,
          },
          at: recording.at,
        },
        depth + 1,
      ),
    );
  }
  return [recording];
}

/** `{ tools?, transcript, format?, profile?, mode? }` (contract 5). */
function openOurs(node: JsonNode): readonly Layer[] | undefined {
  const body = node.get("transcript");
  if (body === undefined || body.kind === "null") return undefined;
  const tools = node.get("tools");
  const mode = node.get("mode")?.string();
  return [
    {
      body: decoded(body),
      tools: tools?.kind === "null" ? undefined : tools,
      stated: { format: node.get("format")?.string(), profile: node.get("profile")?.string(), mode: isMode(mode) ? mode : undefined },
    },
  ];
}

function openPair(node: JsonNode, requestKey: string, responseKey: string): readonly Layer[] | undefined {
  const request = node.get(requestKey);
  const response = node.get(responseKey);
  if (request === undefined || (response === undefined && node.get("url") === undefined)) return undefined;
  // A step of the AI SDK keeps both beside its own content.
  if (node.get("finishReason") !== undefined || node.get("steps") !== undefined) return undefined;
  const sent = decoded(bodyOf(request));
  const received = response === undefined || response.kind === "null" ? undefined : decoded(bodyOf(response));
  if (sent.kind !== "object" && sent.kind !== "array") return undefined;
  return [
    { body: sent, response: received, url: urlOf(node) ?? urlOf(request), status: statusOf(node) ?? (response && statusOf(response)) },
  ];
}

/** Lines of a batch: `{custom_id, body | params}` in, `{custom_id, response: {status_code, body} | result: {message}}` out. */
function openBatchLine(node: JsonNode): readonly Layer[] | undefined {
  const sent = node.get("body") ?? node.get("params");
  if (sent?.kind === "object") return [{ body: sent, url: urlOf(node) }];
  const response = node.get("response");
  const received = response?.get("body") ?? node.get("result")?.get("message") ?? node.get("result")?.get("error") ?? node.get("error");
  return received?.kind === "object" ? [{ body: received, status: response && statusOf(response) }] : undefined;
}

/** The body of a recorded HTTP message, or the value itself where only bodies are kept. */
function bodyOf(node: JsonNode): JsonNode {
  const body = node.get("body");
  const isHttp =
    body !== undefined && (node.get("method") ?? node.get("headers") ?? node.get("status_code") ?? node.get("status")) !== undefined;
  return isHttp ? body : node;
}

function urlOf(node: JsonNode): string | undefined {
  return (node.get("url") ?? node.get("uri"))?.string();
}

function statusOf(node: JsonNode): number | undefined {
  return (node.get("status") ?? node.get("status_code") ?? node.get("statusCode"))?.number();
}

/** Proxies write bodies as text: the JSON inside, or the value itself. */
function decoded(node: JsonNode): JsonNode {
  const nested = node.kind === "string" ? node.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root : node;
}

function isMode(text: string | undefined): text is Mode {
  return modes.some((mode) => mode === text);
}
