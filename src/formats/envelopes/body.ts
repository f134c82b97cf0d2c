import { Buffer } from "node:buffer";
import { unpackBody } from "../../codecs/unpack.js";
import { packingOf } from "../../codecs/unpacked.js";
import { composeArray, literal } from "../../json/composed.js";
import { eventsInside, linesInside, looksLikeEventStream } from "../../json/event-stream.js";
import type { JsonDocument, JsonFault, JsonNode } from "../../json/node.js";
import { binaryOf } from "../../json/yaml-node.js";
import { amazonEvents, amazonEventsInText } from "./amazon-events.js";
import { bytesIn, isDataUrl, type Transfer } from "./transfer.js";

/** The body of an HTTP message as a recorder kept it. */
export type Body =
  /** Its JSON, or the list of its events or lines. `documents`: those found inside text on the way. */
  | { readonly kind: "json"; readonly root: JsonNode; readonly documents: readonly JsonDocument[] }
  | { readonly kind: "text"; readonly root: JsonNode }
  /** Bytes that are neither text nor anything that is unpacked here: a picture, a protocol buffer. */
  | { readonly kind: "binary"; readonly root: JsonNode }
  /** Begins as JSON does and is none, or does not unpack: the recorder cut it off, or it was damaged. */
  | { readonly kind: "broken"; readonly root: JsonNode; readonly fault: JsonFault }
  /** The recorder wrote a mark in its place, or left it out. */
  | { readonly kind: "withheld" }
  | { readonly kind: "absent" };

/** What a recorder says about a body that it wrote as text. */
export interface BodyHints {
  readonly transfer?: Transfer | undefined;
  /** The header `content-encoding`. */
  readonly packing?: string | undefined;
}

/** Unpacked bodies in memory at once: as much as one JavaScript string may hold. */
const maxBytes = 512 * 1024 * 1024;

/** What a body may unpack to: so many times its size, past the first megabytes. JSON packs to a tenth; what goes beyond is an attack. */
const densest = 64;
const alwaysAllowed = 16 * 1024 * 1024;

/** What recorders write in place of what they must not keep. */
const mark =
  /^(?:[*x•.…\s]+|[[(<{]{0,2}\s*(?:redacted|filtered|omitted|removed|masked|scrubbed|truncated|elided|hidden|binary)[\w\s.-]*[\])>}]{0,2})$/i;

const noHints: BodyHints = {};

/**
 * Reads a body, whatever it is kept as: JSON, text of JSON, text of text, server-sent events, lines of JSON, base64, hexadecimal digits,
 * packed bytes, values with the name of their class.
 *
 * Places are exact but in bytes that were unpacked: these are where the whole string is.
 */
export function readBody(node: JsonNode | undefined, hints: BodyHints = noHints): Body {
  if (node === undefined || node.kind === "null") return { kind: "absent" };
  const binary = binaryOf(node) ?? listedBytes(node);
  if (binary !== undefined) return readBytes(binary, node, hints.packing);
  if (node.kind !== "string") {
    const value = withoutClass(node);
    return value === node ? { kind: "json", root: withoutClasses(node), documents: [] } : readBody(value, hints);
  }
  const text = node.string();
  if (text === undefined || text === "") return { kind: "absent" };
  const bytes = mayBeBytes(text) ? bytesIn(text, hints.transfer, isPacking(hints.packing)) : undefined;
  return bytes === undefined ? readText(text, node, []) : readBytes(bytes, node, hints.packing);
}

/** Spares the search in texts that begin as bodies do. A data URL begins as an event does. */
function mayBeBytes(text: string): boolean {
  return !/^\s*[[{"<]/.test(text) && (isDataUrl(text) || !looksLikeEventStream(text));
}

function isPacking(encoding: string | undefined): boolean {
  return encoding !== undefined && /^\s*(?:gzip|x-gzip|br|deflate|zstd)\s*$/i.test(encoding);
}

/** Bytes that are in the file as something else: base64, hexadecimal digits. */
export function readBytes(bytes: Uint8Array, node: JsonNode, packing: string | undefined): Body {
  if (bytes.length === 0) return { kind: "absent" };
  const unpacked = unpackBody(bytes, packing, Math.min(maxBytes, alwaysAllowed + densest * bytes.length));
  if (unpacked.fault !== undefined) {
    const isTooLarge = unpacked.fault.startsWith("too-");
    const what = isTooLarge ? "is too large when unpacked" : `is ${unpacked.fault}`;
    const kind = isTooLarge ? "too-large" : "damaged";
    return { kind: "broken", root: node, fault: { kind, message: `A packed body ${what}`, at: node.range } };
  }
  const text = amazonEvents(unpacked.bytes) ?? Buffer.from(unpacked.bytes).toString("utf8");
  const placed = literal(text, node);
  const isText = packingOf(bytes) !== undefined || !(text.includes("\0") || text.includes("\ufffd"));
  const body = isText || /^\s*[[{]/.test(text) ? readText(text, placed, []) : undefined;
  return body === undefined || (body.kind === "broken" && !isText) ? { kind: "binary", root: placed } : body;
}

/** Bytes as a list of numbers: Node's `Buffer` as JSON, `Vec<u8>` of Rust, where they are the text of a body. */
function listedBytes(node: JsonNode): Uint8Array | undefined {
  const isBuffer = node.kind === "object" && node.get("type")?.string() === "Buffer";
  const list = isBuffer ? node.get("data") : node;
  const first = list?.kind === "array" ? list.first()?.number() : undefined;
  if (list === undefined || first === undefined || (!isBuffer && !beginnings.has(first))) return undefined;
  const numbers = list.items().map((item) => item.number() ?? -1);
  return numbers.every((each) => Number.isInteger(each) && each >= 0 && each < 256) ? Buffer.from(numbers) : undefined;
}

/** `{`, `[`, `d` of `data:`, `e` of `event:`, and the first bytes of frames and of packed bodies. */
const beginnings: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x64, 0x65, 0, 0x1f, 0x28]);

/**
 * A value that a recorder kept with the name of its class, `{__type__, __data__}`, alone or in a list (OGX, once Llama Stack,
 * `api_recorder.py`, read 2026-12), as the value itself.
 */
function withoutClasses(node: JsonNode): JsonNode {
  if (node.kind !== "array") return node;
  const first = node.first();
  if (first?.get("__type__") !== undefined) return composeArray(node.items().map(withoutClass), node);
  return first?.get("chunk")?.get("bytes") === undefined ? node : composeArray(node.items().map(eventInChunk), node);
}

/** An event of InvokeModelWithResponseStream as SDKs hand it on, `{chunk: {bytes}}`: JSON text, mostly as base64. */
function eventInChunk(item: JsonNode): JsonNode {
  const bytes = item.get("chunk")?.get("bytes");
  const text = bytes?.string();
  if (bytes === undefined || text === undefined) return item;
  const isPlain = text.trimStart().startsWith("{");
  const nested = (isPlain ? bytes : literal(Buffer.from(text, "base64").toString("utf8"), bytes)).nested();
  return nested?.kind === "json" ? nested.document.root : item;
}

/** A value freed of the name of its class: a body, or the whole message around one. */
export function withoutClass(node: JsonNode): JsonNode {
  const value = node.kind === "object" && node.get("__type__")?.kind === "string" ? node.get("__data__") : undefined;
  return value ?? node;
}

function readText(text: string, node: JsonNode, documents: readonly JsonDocument[]): Body {
  switch (text.trimStart()[0]) {
    case undefined:
      return { kind: "absent" };
    case "{":
    case "[":
      return mark.test(text) ? { kind: "withheld" } : readJson(node, documents);
    case '"':
      return readQuoted(node, documents);
    default:
      if (mark.test(text)) return { kind: "withheld" };
      if (looksLikeEventStream(text)) return readEvents(node, documents);
      return isGarbled(text) ? readGarbled(text, node) : { kind: "text", root: node };
  }
}

/** Bytes that were decoded as text although they were none. */
function isGarbled(text: string): boolean {
  return text.includes("\0") || text.includes("\ufffd");
}

function readGarbled(text: string, node: JsonNode): Body {
  const events = amazonEventsInText(text);
  return events === undefined ? { kind: "binary", root: node } : readText(events, literal(events, node), []);
}

function readJson(node: JsonNode, documents: readonly JsonDocument[]): Body {
  const nested = node.nested();
  if (nested === undefined) return { kind: "text", root: node };
  if (nested.kind === "json") return { kind: "json", root: nested.document.root, documents: [...documents, nested.document] };
  const lines = linesInside(node);
  if (lines !== undefined) return { kind: "json", root: lines.root, documents: [...documents, lines] };
  return { kind: "broken", root: node, fault: nested.fault };
}

/** Text of text: gateways that log a body as a string of a string. */
function readQuoted(node: JsonNode, documents: readonly JsonDocument[]): Body {
  const nested = node.nested();
  const root = nested?.kind === "json" ? nested.document.root : undefined;
  const text = root?.string();
  if (nested?.kind !== "json" || root === undefined || text === undefined) return { kind: "text", root: node };
  return readText(text, root, [...documents, nested.document]);
}

function readEvents(node: JsonNode, documents: readonly JsonDocument[]): Body {
  const events = eventsInside(node);
  return events === undefined ? { kind: "text", root: node } : { kind: "json", root: events.root, documents: [...documents, events] };
}
