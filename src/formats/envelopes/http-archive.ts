import type { JsonNode } from "../../json/node.js";
import { type Body, readBody } from "./body.js";
import { type Envelope, type Opened, statusOf } from "./envelope.js";
import { joinOpened, openExchange } from "./exchange.js";
import { headerOf } from "./headers.js";
import { readWrapped } from "./http-message.js";
import { openSocket } from "./web-socket.js";

/**
 * HTTP Archive 1.2 (W3C web performance group, historical draft of 2012-08; Chrome adds `_webSocketMessages`) and the recordings of
 * Polly.JS, which are the same inside: `log.entries[]`. Playwright writes bodies to files of their own (`_file`), where they stay.
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
  const url = request?.get("url")?.string();
  if (messages?.kind === "array" && messages.first() !== undefined) return openSocket(messages.items(), url, entry);
  return openExchange({
    request: contentOf(request?.get("postData"), request),
    response: contentOf(response?.get("content"), response),
    method: request?.get("method")?.string(),
    url,
    status: response && statusOf(response),
    at: entry,
  });
}

function contentOf(content: JsonNode | undefined, message: JsonNode | undefined): Body {
  if (content === undefined) return { kind: "absent" };
  const text = content.get("text");
  if (text === undefined) return (content.get("_file") ?? content.get("_sha1")) === undefined ? { kind: "absent" } : { kind: "withheld" };
  const packing = headerOf(message, "content-encoding");
  return text.kind === "string" ? readWrapped(text, { transfer: transferOf(content), packing }) : readBody(text, { packing });
}

/** Polly says `_isBinary` of hexadecimal digits as well as of base64: the text tells. */
function transferOf(content: JsonNode): "base64" | undefined {
  const encoding = content.get("encoding") ?? content.get("_encoding");
  return encoding?.string() === "base64" || content.get("_isBinary")?.boolean() === true ? "base64" : undefined;
}
