import { composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { openInteraction } from "./cassette.js";
import { type Envelope, type Opened, statusOf, urlOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";
import { readHttpMessage, readMessage } from "./http-message.js";

/**
 * What servers of mocks record, in their own words (read 2026-12): httpmock for Rust (`when`/`then`, a YAML document each), WireMock
 * (`mappings`, or a stub alone with `bodyPatterns`), Hoverfly (`data.pairs`), MockServer (`httpRequest`/`httpResponse`), Microsoft's Dev
 * Proxy (`mocks`), Azure's test proxy (`Entries`), and Envoy's tap filter (`http_buffered_trace`).
 */
export const mocks: readonly Envelope[] = [
  { key: "when", open: openHttpmock },
  { key: "mappings", open: (node) => openEach(node.get("mappings"), "request", openStub) },
  { key: "request", open: (node) => (node.get("request")?.get("bodyPatterns") === undefined ? undefined : openStub(node)) },
  { key: "data", open: (node) => openEach(node.get("data")?.get("pairs"), "request", openHoverfly) },
  { key: "httpRequest", open: (node) => openMessages(node.get("httpRequest"), node.get("httpResponse"), node) },
  { key: "http_buffered_trace", open: openTap },
  {
    key: "mocks",
    open: (node) => openEach(node.get("mocks"), "request", (each) => openInteraction(each.get("request"), each.get("response"), each)),
  },
  { key: "Entries", open: (node) => openEach(node.get("Entries"), "RequestUri", openAzureEntry) },
];

/** @param key what the first item must have, so that the list is theirs */
function openEach(list: JsonNode | undefined, key: string, open: (item: JsonNode) => Opened): Opened | undefined {
  if (list?.kind !== "array") return undefined;
  const first = list.first();
  if (first === undefined) return { layers: [] };
  return first.get(key) === undefined ? undefined : joinOpened(list.items().map(open));
}

function openHttpmock(node: JsonNode): Opened | undefined {
  const asked = node.get("when");
  const answered = node.get("then");
  if (asked?.kind !== "object" || answered?.kind !== "object") return undefined;
  return openMessages(asked, answered, node);
}

function openMessages(request: JsonNode | undefined, response: JsonNode | undefined, at: JsonNode): Opened | undefined {
  if (request?.kind !== "object") return undefined;
  return openExchange({
    request: readHttpMessage(request),
    response: response === undefined ? { kind: "absent" } : readHttpMessage(response),
    method: request.get("method")?.string(),
    url: urlOf(request) ?? pathOf(request),
    status: response && statusOf(response),
    at,
  });
}

function openTap(node: JsonNode): Opened | undefined {
  const trace = node.get("http_buffered_trace");
  return openMessages(trace?.get("request"), trace?.get("response"), node);
}

/** A path tells the API, if not the host. */
function pathOf(request: JsonNode): string | undefined {
  return (request.get("path") ?? request.get("urlPath"))?.string();
}

/** What a request must equal is the request that was recorded. */
function openStub(stub: JsonNode): Opened {
  const request = stub.get("request");
  const pattern = request
    ?.get("bodyPatterns")
    ?.items()
    .find((each) => (each.get("equalToJson") ?? each.get("equalTo")) !== undefined);
  const body = pattern?.get("equalToJson") ?? pattern?.get("equalTo") ?? pattern?.get("binaryEqualTo");
  const asked =
    request && composeObject([...request.entries().map(({ key, value }) => [key.string() ?? "", value] as const), ["body", body]], request);
  const response = stub.get("response");
  return openExchange({
    request: asked === undefined ? { kind: "absent" } : readHttpMessage(asked),
    response: response === undefined ? { kind: "absent" } : readHttpMessage(response),
    method: request?.get("method")?.string(),
    url: request && (urlOf(request) ?? pathOf(request)),
    status: response && statusOf(response),
    at: stub,
  });
}

/** Hoverfly writes each part of a request as a list of matchers; its first version as a value. */
function openHoverfly(pair: JsonNode): Opened {
  const request = pair.get("request");
  const response = pair.get("response");
  const exactly = (key: string): JsonNode | undefined => {
    const part = request?.get(key);
    return part?.first()?.get("value") ?? (part?.kind === "string" ? part : undefined);
  };
  const host = exactly("destination")?.string();
  const path = exactly("path")?.string();
  return openExchange({
    request: readMessage(exactly("body")),
    response: response === undefined ? { kind: "absent" } : readHttpMessage(response),
    method: exactly("method")?.string(),
    url: host === undefined || path === undefined ? path : `https://${host}${path}`,
    status: response && statusOf(response),
    at: pair,
  });
}

/** Azure SDK, `RecordEntry` of the test proxy. */
function openAzureEntry(entry: JsonNode): Opened {
  const message = (side: "Request" | "Response") =>
    composeObject(
      [
        ["headers", entry.get(`${side}Headers`)],
        ["body", entry.get(`${side}Body`)],
      ],
      entry,
    );
  return openExchange({
    request: readHttpMessage(message("Request")),
    response: readHttpMessage(message("Response")),
    method: entry.get("RequestMethod")?.string(),
    url: entry.get("RequestUri")?.string(),
    status: entry.get("StatusCode")?.number(),
    at: entry,
  });
}
