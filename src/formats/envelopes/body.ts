import { Buffer } from "node:buffer";
import { unpackBody } from "../../codecs/unpack.js";
import { packingOf } from "../../codecs/unpacked.js";
import { literal } from "../../json/composed.js";
import { eventsInside, linesInside, looksLikeEventStream } from "../../json/event-stream.js";
import type { JsonDocument, JsonFault, JsonNode } from "../../json/node.js";
import { binaryOf } from "../../json/yaml-node.js";
import { amazonEvents } from "./amazon-events.js";

/** The body of an HTTP message as a recorder kept it. */
export type Body =
  /** Its JSON, or the list of its events or lines. `documents`: those found inside text on the way. */
  | { readonly kind: "json"; readonly root: JsonNode; readonly documents: readonly JsonDocument[] }
  | { readonly kind: "text"; readonly root: JsonNode }
  /** Begins as JSON does and is none: the recorder cut it off, or it was damaged. */
  | { readonly kind: "broken"; readonly fault: JsonFault }
  /** The recorder wrote a mark in its place, or left it out. */
  | { readonly kind: "withheld" }
  | { readonly kind: "absent" };

/** Unpacked bodies in memory at once: as much as one JavaScript string may hold. */
const maxBytes = 512 * 1024 * 1024;

/** What recorders write in place of what they must not keep. */
const mark =
  /^(?:[*x•.…\s]+|[[(<{]{0,2}\s*(?:redacted|filtered|omitted|removed|masked|scrubbed|truncated|elided|hidden|binary)[\w\s.-]*[\])>}]{0,2})$/i;

/**
 * Reads a body, whatever it is kept as: JSON, text of JSON, text of text, server-sent events, lines of JSON, base64, packed bytes.
 *
 * Places are exact but in bytes that were unpacked: these stand where the whole string stands.
 *
 * @param isBase64 the recorder says so
 * @param encoding the header `content-encoding`
 */
export function readBody(node: JsonNode | undefined, isBase64 = false, encoding?: string): Body {
  if (node === undefined || node.kind === "null") return { kind: "absent" };
  const binary = binaryOf(node);
  if (binary !== undefined) return readBytes(binary, node, encoding);
  if (node.kind !== "string") return { kind: "json", root: node, documents: [] };
  const text = node.string();
  if (text === undefined || text === "") return { kind: "absent" };
  if (isBase64 || text.startsWith(packedInBase64)) return readBytes(Buffer.from(text, "base64"), node, encoding);
  return readText(text, node, []);
}

/** Base64 of the first bytes of gzip: no text begins so by chance. */
const packedInBase64 = "H4sI";

/** Bytes that stand in the file as something else: base64, hexadecimal digits. */
export function readBytes(bytes: Uint8Array, node: JsonNode, encoding: string | undefined): Body {
  if (bytes.length === 0) return { kind: "absent" };
  const isPacked = packingOf(bytes) !== undefined;
  const unpacked = unpackBody(bytes, encoding, maxBytes);
  if (unpacked.fault !== undefined) {
    const what = unpacked.fault === "too-large" ? "is too large when unpacked" : `is ${unpacked.fault}`;
    const kind = unpacked.fault === "too-large" ? "too-large" : "damaged";
    return { kind: "broken", fault: { kind, message: `Unexpected packed body that ${what}`, at: node.range } };
  }
  const text = amazonEvents(unpacked.bytes) ?? Buffer.from(unpacked.bytes).toString("utf8");
  const placed = literal(text, node);
  return isPacked || !text.includes("\0") ? readText(text, placed, []) : { kind: "text", root: placed };
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
      return looksLikeEventStream(text) ? readEvents(node, documents) : { kind: "text", root: node };
  }
}

function readJson(node: JsonNode, documents: readonly JsonDocument[]): Body {
  const nested = node.nested();
  if (nested === undefined) return { kind: "text", root: node };
  if (nested.kind === "json") return { kind: "json", root: nested.document.root, documents: [...documents, nested.document] };
  const lines = linesInside(node);
  if (lines !== undefined) return { kind: "json", root: lines.root, documents: [...documents, lines] };
  return { kind: "broken", fault: nested.fault };
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
