import { Buffer } from "node:buffer";
import { composeArray } from "../../json/composed.js";
import type { JsonDocument, JsonNode } from "../../json/node.js";
import { type Body, readBody, readBytes } from "./body.js";
import { decoded, type Envelope, type Opened, statusOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";

/**
 * HTTP Archive 1.2 (W3C web performance group, historical draft of 2012-08; Chrome adds `_webSocketMessages`) and the recordings of
 * Polly.JS, which are the same inside: `log.entries[]`.
 */
export const httpArchive: Envelope = { key: "log", open };

function open(node: JsonNode): Opened | undefined {
  const entries = node.get("log")?.get("entries");
  return entries?.kind === "array" ? joinOpened(entries.items().map(openEntry)) : undefined;
}

function openEntry(entry: JsonNode): Opened {
  const request = entry.get("request");
  const response = entry.get("response");
  const messages = entry.get("_webSocketMessages");
  if (messages?.kind === "array") return openSocket(messages, request, entry);
  const posted = request?.get("postData");
  const content = response?.get("content");
  return openExchange({
    request: readBody(posted?.get("text"), isBase64(posted), header(request, "content-encoding")),
    response: readContent(content, header(response, "content-encoding")),
    method: request?.get("method")?.string(),
    url: request?.get("url")?.string(),
    status: response && statusOf(response),
    at: entry,
  });
}

function isBase64(content: JsonNode | undefined): boolean {
  return (content?.get("encoding") ?? content?.get("_encoding"))?.string() === "base64";
}

/** Polly writes what came in chunks as a list of them, base64 or hexadecimal, as JSON text. */
function readContent(content: JsonNode | undefined, encoding: string | undefined): Body {
  const text = content?.get("text");
  const chunks = text?.string()?.startsWith("[") === true ? decoded(text).root : undefined;
  if (text === undefined || chunks?.first()?.kind !== "string") return readBody(text, isBase64(content), encoding);
  const parts = chunks.items().map((chunk) => chunk.string() ?? "");
  const isBinary = isBase64(content) || content?.get("_isBinary")?.boolean() === true;
  const bytes = joinChunks(parts);
  return bytes === undefined && !isBinary ? readBody(text) : readBytes(bytes ?? Buffer.concat(parts.map(fromBase64)), text, encoding);
}

/** Bytes written as pieces of hexadecimal digits; `undefined` where they are none. */
export function joinChunks(parts: readonly string[]): Uint8Array | undefined {
  return parts.every((part) => /^(?:[0-9a-f]{2})+$/i.test(part)) ? Buffer.concat(parts.map((part) => Buffer.from(part, "hex"))) : undefined;
}

function fromBase64(part: string): Uint8Array {
  return Buffer.from(part, "base64");
}

/** What went over a WebSocket, as one list of events. */
function openSocket(messages: JsonNode, request: JsonNode | undefined, entry: JsonNode): Opened {
  const documents: JsonDocument[] = [];
  const events: JsonNode[] = [];
  for (const message of messages.items()) {
    const body = readBody(message.get("data"));
    if (body.kind !== "json") continue;
    events.push(body.root);
    documents.push(...body.documents);
  }
  if (events.length === 0) return { layers: [], unresolvable: 1 };
  const url = request?.get("url")?.string();
  return { layers: [{ body: composeArray(events, messages), ...(url !== undefined && { url }), documents, isTraffic: true, at: entry }] };
}

/** The value of a header in HAR's list of `{name, value}`. */
function header(message: JsonNode | undefined, name: string): string | undefined {
  const found = message
    ?.get("headers")
    ?.items()
    .find((each) => each.get("name")?.string()?.toLowerCase() === name);
  return found?.get("value")?.string();
}
