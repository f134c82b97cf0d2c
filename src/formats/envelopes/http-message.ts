import { Buffer } from "node:buffer";
import { looksLikeEventStream } from "../../json/event-stream.js";
import type { JsonNode } from "../../json/node.js";
import { type Body, type BodyHints, readBody, readBytes, withoutClass } from "./body.js";
import { decodedBody } from "./envelope.js";
import { headerOf } from "./headers.js";
import { base64, type Transfer, tellingBytes } from "./transfer.js";

/** Keys under which recorders keep a body, the plainest first; `transfer`: what the key says about the text there. */
const bodyKeys: readonly { readonly key: string; readonly transfer?: Transfer }[] = [
  { key: "parsed_body" },
  { key: "jsonBody" },
  { key: "json_body" },
  { key: "base64_string", transfer: "base64" },
  { key: "base64Body", transfer: "base64" },
  { key: "bodyBase64", transfer: "base64" },
  { key: "body_base64", transfer: "base64" },
  { key: "body_b64", transfer: "base64" },
  { key: "bodyB64", transfer: "base64" },
  { key: "content_base64", transfer: "base64" },
  { key: "contentBase64", transfer: "base64" },
  { key: "content_b64", transfer: "base64" },
  { key: "body_bytes", transfer: "base64" },
  { key: "bodyBytes", transfer: "base64" },
  { key: "raw_gzip", transfer: "base64" },
  { key: "content_base64", transfer: "base64" },
  { key: "contentBase64", transfer: "base64" },
  { key: "body_hex", transfer: "hex" },
  { key: "bodyHex", transfer: "hex" },
  { key: "body" },
  { key: "content" },
  { key: "request_body" },
  { key: "response_body" },
  { key: "bodyAsBase64", transfer: "base64" },
  { key: "postData" },
  { key: "text" },
  { key: "data" },
  { key: "chunks" },
];

/** Keys of what recorders wrap a body in, where they do not write it as it is. `alone`: no other value has this key alone. */
const wrapped: readonly { readonly key: string; readonly transfer?: Transfer; readonly alone?: true }[] = [
  { key: "string", alone: true },
  { key: "base64_string", transfer: "base64", alone: true },
  { key: "base64String", transfer: "base64", alone: true },
  { key: "base64Bytes", transfer: "base64", alone: true },
  { key: "base64", transfer: "base64", alone: true },
  { key: "as_bytes", transfer: "base64", alone: true },
  { key: "as_string", alone: true },
  { key: "raw_gzip", transfer: "base64", alone: true },
  { key: "rawBytes", transfer: "base64", alone: true },
  { key: "$binary", transfer: "base64", alone: true },
  { key: "py/b64", transfer: "base64", alone: true },
  { key: "hex", transfer: "hex", alone: true },
  { key: "text" },
  { key: "content" },
  { key: "encoded" },
  { key: "json" },
  { key: "bytes", transfer: "base64" },
  { key: "data" },
  { key: "value" },
];

/** What names the encoding or the kind of what is wrapped: no body has these beside nothing but its text. */
const wrappings = [
  "encoding",
  "_encoding",
  "encoded",
  "decoded",
  "charset",
  "mimeType",
  "contentType",
  "content_type",
  "matchType",
  "isBase64",
] as const;

/** What is beside a body that is wrapped. */
const besideWrapped: ReadonlySet<string> = new Set([
  ...wrapped.map(({ key }) => key),
  "encoding",
  "_encoding",
  "encoded",
  "decoded",
  "type",
  "contentType",
  "contentTypeHint",
  "content_type",
  "mimeType",
  "size",
  "compression",
  "comment",
  "charset",
  "not",
  "optional",
  "matchType",
  "file",
  "truncated",
  "format",
  "isBase64",
  "base64Encoded",
  "subType",
]);

/** What is beside a body in a recorded HTTP message; a body alone is one as well. */
const httpKeys = [
  "method",
  "url",
  "uri",
  "headers",
  "header",
  "rawHeaders",
  "status_code",
  "statusCode",
  "status",
  "statusText",
  "ok",
  "bodyEncoding",
  "body_encoding",
  "isBase64Encoded",
  "encodedBody",
  "is_streaming",
] as const;

/** Keys that only HTTP messages have. */
const plainKeys = bodyKeys.map(({ key }) => key).filter((key) => !["content", "text", "data", "postData", "chunks"].includes(key));

/** Whether a value is an HTTP message as recorders keep it, with its body or without one. */
export function isHttpMessage(node: JsonNode): boolean {
  if (node.kind !== "object") return false;
  if (node.get("body") !== undefined && node.entries().length === 1) return true;
  const [body] = bodyIn(node) ?? [];
  // Messages of models have a content as well, and a status.
  const isPlain = plainKeys.some((key) => node.get(key) !== undefined);
  const isRequest = node.get("method")?.kind === "string" && (node.get("url") ?? node.get("uri") ?? node.get("path")) !== undefined;
  if (body !== undefined) {
    if (isPlain) return httpKeys.some((key) => node.get(key) !== undefined);
    const isAnswer = body.kind === "string" && (node.get("status_code") ?? node.get("statusCode"))?.kind === "number";
    return isRequest || isAnswer || node.get("headers") !== undefined;
  }
  return (
    isRequest ||
    (node.get("headers") !== undefined && (node.get("status") ?? node.get("status_code") ?? node.get("statusCode")) !== undefined)
  );
}

/** The body of a recorded HTTP message, or the value itself where only bodies are kept. */
export function readMessage(value: JsonNode | undefined): Body {
  if (value === undefined || value.kind === "null") return { kind: "absent" };
  const node = withoutClass(value);
  if (isHttpMessage(node)) return readHttpMessage(node);
  const stream = streamIn(node);
  return stream === undefined ? readBody(node) : readWrapped(stream, {});
}

/** Keys under which a recorder keeps the pieces of a stream, and nothing beside them. */
const streamKeys: ReadonlySet<string> = new Set(["events", "chunks", "lines", "stream"]);

function streamIn(node: JsonNode): JsonNode | undefined {
  const [member, ...others] = node.entries();
  const isStream = member?.value.kind === "array" && others.length === 0 && streamKeys.has(member.key.string() ?? "");
  return isStream ? member.value : undefined;
}

/** The body of a value that is an HTTP message, whatever its recorder says of the encoding. */
export function readHttpMessage(message: JsonNode): Body {
  const [node, transfer] = bodyIn(message) ?? [];
  // WireMock keeps long bodies in files of their own.
  if (node === undefined) return message.get("bodyFileName") === undefined ? { kind: "absent" } : { kind: "withheld" };
  const hints = { transfer: transfer ?? flagIn(message), packing: headerOf(message, "content-encoding") };
  return readWrapped(node, hints);
}

/** A body that may be wrapped: `{encoding, string}`, `{text, encoding}`, `{type, base64Bytes}`, pieces of hexadecimal digits or base64. */
export function readWrapped(node: JsonNode, hints: BodyHints): Body {
  if (node.kind === "object" && node.get("type")?.string() !== "Buffer") {
    const entries = node.entries();
    const isWrapped = entries.length > 0 && entries.every(({ key }) => besideWrapped.has(key.string() ?? ""));
    const isTold = isWrapped && (wrappings.some((key) => node.get(key) !== undefined) || isKindOfBody(node));
    for (const { key, alone = false, transfer = flagIn(node) ?? hints.transfer } of isWrapped ? wrapped : []) {
      const inner = node.get(key);
      // A flag has such a name as well.
      if (!isPresent(inner) || inner.kind === "boolean") continue;
      if (isTold || (alone && inner.kind === "string")) return readWrapped(inner, { ...hints, transfer });
    }
    // `{encoding: "UTF-8", string: null}`: a body that is empty, or lies in a file of its own.
    if (isWrapped && node.get("encoding") !== undefined) return { kind: "absent" };
  }
  const chunks = piecesOf(node, hints);
  return chunks === undefined ? readBody(node, hints) : readBytes(chunks, node, hints.packing);
}

/** What came in chunks as a list of them, as a value or as JSON text: hexadecimal digits, or what the recorder says. */
function piecesOf(node: JsonNode, hints: BodyHints): Uint8Array | undefined {
  const isText = node.string()?.startsWith("[") === true;
  const list = isText ? decodedBody(node).root : node;
  if (list.kind !== "array" || list.first()?.kind !== "string") return undefined;
  const parts = list.items().map((part) => part.string() ?? "");
  const bytes = joinHex(parts);
  if (bytes !== undefined) return bytes;
  if (hints.transfer === "base64") return Buffer.concat(parts.map((part) => Buffer.from(part, "base64")));
  // Text in pieces: a line each (Azure's test proxy), or as the network brought them.
  if (parts.every((part) => /^(?:data|event|id|retry)?:|^\s*$/.test(part)))
    return Buffer.from(parts.map((part) => (part.endsWith("\n") ? part : `${part}\n`)).join(""));
  const text = parts.join("");
  if (looksLikeEventStream(text)) return Buffer.from(text);
  return parts.every((part) => base64.test(part))
    ? tellingBytes(Buffer.concat(parts.map((part) => Buffer.from(part, "base64"))))
    : undefined;
}

/** Bytes written as pieces of hexadecimal digits; `undefined` where they are none. */
export function joinHex(parts: readonly string[]): Uint8Array | undefined {
  return parts.every((part) => /^[0-9a-f]+$/i.test(part) && part.length % 2 === 0)
    ? Buffer.concat(parts.map((part) => Buffer.from(part, "hex")))
    : undefined;
}

/** MockServer's bodies: `{type: "BINARY" | "STRING" | "JSON", …}`. */
function isKindOfBody(node: JsonNode): boolean {
  return /^(?:BINARY|STRING|JSON|JSON_SCHEMA|XML|REGEX|PARAMETERS)$/.test(node.get("type")?.string() ?? "");
}

function bodyIn(message: JsonNode): readonly [JsonNode, Transfer | undefined] | undefined {
  let empty: JsonNode | undefined;
  for (const { key, transfer } of bodyKeys) {
    const node = message.get(key);
    if (!isPresent(node)) continue;
    // ExVCR writes an empty `body` beside what was sent.
    if (node.string() === "") empty ??= node;
    else return [node, transfer];
  }
  return empty && [empty, undefined];
}

function isPresent(node: JsonNode | undefined): node is JsonNode {
  return node !== undefined && node.kind !== "null";
}

/** Keys that name the encoding of the text beside them. */
const encodingKeys = ["bodyEncoding", "body_encoding", "encoding", "_encoding", "bodyFormat", "body_format", "encoded", "format"] as const;

/** Keys that say with `true` that the text beside them is base64. */
const base64Keys = [
  "isBase64Encoded",
  "is_base64_encoded",
  "isBase64",
  "is_base64",
  "bodyIsBase64",
  "body_is_base64",
  "base64Encoded",
  "base64_encoded",
  "base64",
  "encodedBody",
  "encoded",
  "_isBinary",
  "isBinary",
  "binary",
] as const;

/** What is beside a body about how it is written. */
export function flagIn(node: JsonNode | undefined): Transfer | undefined {
  if (node === undefined) return undefined;
  for (const key of encodingKeys) {
    const name = node.get(key)?.string()?.toLowerCase();
    if (name === "base64" || name === "base64url") return "base64";
    if (name === "hex" || name === "base16") return "hex";
  }
  return base64Keys.some((key) => node.get(key)?.boolean() === true) ? "base64" : undefined;
}
