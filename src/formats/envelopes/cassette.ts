import type { JsonNode } from "../../json/node.js";
import { type Envelope, type Opened, statusOf, urlOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";
import { readMessage } from "./http-message.js";
import { openSocket } from "./web-socket.js";

/**
 * Cassettes, in YAML or JSON: vcrpy (`interactions`; its older form for httpx has `content` and `status_code`, its oldest lists of
 * `requests` and `responses`), VCR for Ruby, Betamax and R (`http_interactions`, bodies as `{encoding, string}` or `{base64_string}`),
 * go-vcr (`interactions`, bodies as text, `code`), Pact, and the variants of Pydantic AI's tests that keep bodies as data
 * (`parsed_body`) or the frames of a WebSocket (`{kind, direction, data}`). Read 2026-11.
 */
export const cassettes: readonly Envelope[] = [
  ...["interactions", "http_interactions"].map((key): Envelope => ({ key, open: (node) => openCassette(node, key) })),
  { key: "responses", open: openParallel },
  { key: "frames", open: (node) => openFrames(node.get("frames"), node) },
  { key: "[]", open: (list) => openFrames(list, list) },
];

function openCassette(node: JsonNode, key: string): Opened | undefined {
  const interactions = node.get(key);
  // `interactions: {}`, as serialisers write a list without items.
  if (interactions?.kind === "object" && interactions.entries().length === 0) return { layers: [] };
  if (interactions?.kind !== "array") return undefined;
  const first = interactions.first();
  if (first === undefined) return { layers: [] };
  const items = interactions.items();
  if (isFrame(first)) return openSocket(items.filter(isFrame), urlOf(node), node);
  if (first.get("request") === undefined || first.get("response") === undefined) return undefined;
  return joinOpened(items.map((each) => openInteraction(each.get("request"), each.get("response"), each)));
}

function openFrames(list: JsonNode | undefined, node: JsonNode): Opened | undefined {
  const first = list?.kind === "array" ? list.first() : undefined;
  if (list === undefined || first === undefined || !isFrame(first)) return undefined;
  return openSocket(list.items().filter(isFrame), urlOf(node), node);
}

/** One frame of a connection; others say that it was opened or closed. */
function isFrame(item: JsonNode): boolean {
  return item.get("direction")?.kind === "string" && item.get("kind")?.kind === "string" && item.get("request") === undefined;
}

/** Requests and responses in lists of their own, paired by their index. Responses of OpenAI's API go by the same name, alone. */
function openParallel(node: JsonNode): Opened | undefined {
  const requests = node.get("requests");
  const responses = node.get("responses");
  if (responses?.kind !== "array") return undefined;
  if (requests === undefined) return openAnswers(responses);
  if (requests.kind !== "array") return undefined;
  if (requests.first() !== undefined && urlOf(requests.first() ?? node) === undefined) return undefined;
  const answers = responses.items();
  return joinOpened(requests.items().map((request, index) => openInteraction(request, answers[index], request)));
}

/** Python's `responses`, which records answers alone: `responses: [{response: {method, url, status, body}}]`. */
function openAnswers(responses: JsonNode): Opened | undefined {
  const first = responses.first()?.get("response");
  if (first === undefined || urlOf(first) === undefined || first.get("method") === undefined) return undefined;
  return joinOpened(
    responses.items().map((each) => {
      const answer = each.get("response");
      return openExchange({
        request: { kind: "absent" },
        response: readMessage(answer),
        method: answer?.get("method")?.string(),
        url: answer && urlOf(answer),
        status: answer && statusOf(answer),
        at: each,
      });
    }),
  );
}

/** An exchange of two HTTP messages, as recorders keep them. */
export function openInteraction(request: JsonNode | undefined, response: JsonNode | undefined, at: JsonNode): Opened {
  return openExchange({
    request: readMessage(request),
    response: readMessage(response),
    method: request?.get("method")?.string(),
    url: request && urlOf(request),
    status: response && statusOf(response),
    at,
  });
}
