import { Buffer } from "node:buffer";
import { packingOf } from "../../codecs/unpacked.js";
import { looksLikeEventStream } from "../../json/event-stream.js";
import { amazonEvents } from "./amazon-events.js";

/** How a recorder wrote bytes as text. */
export type Transfer = "base64" | "hex";

/**
 * The bytes that a text stands for.
 *
 * @param transfer what the recorder says; a text that cannot be that is taken as it is
 * @param isPacked the header `content-encoding` names a packing
 * @returns `undefined` where the text is the body itself
 */
export function bytesIn(text: string, transfer: Transfer | undefined, isPacked: boolean): Uint8Array | undefined {
  const prefixed = prefixedBytes(text);
  if (prefixed !== undefined) return prefixed;
  if (transfer === "hex" && hexDigits.test(text)) return fromHex(text);
  if (transfer === "base64" && base64.test(text)) return Buffer.from(text, "base64");
  if (isBinaryString(text)) return Buffer.from(text, "latin1");
  // No JSON and no stream of events consists of these letters alone.
  if (text.length < shortest || !base64.test(text)) return undefined;
  const bytes = hexDigits.test(text) ? fromHex(text) : Buffer.from(text, "base64");
  return isPacked ? bytes : tellingBytes(bytes);
}

/** Bytes that begin as bodies do, where nothing says that they are one. */
export function tellingBytes(bytes: Uint8Array): Uint8Array | undefined {
  return isDistinctive(bytes) ? bytes : undefined;
}

/** Shorter than any body that says something, and as short as words are. */
const shortest = 16;

/** What base64 is written with. */
export const base64 = /^[A-Za-z0-9+/_\-=\s]+$/;
const hexDigits = /^[0-9a-f\s]+$/i;

/** As long as hexadecimal digits say; white space is not theirs. */
function fromHex(text: string): Uint8Array {
  return Buffer.from(text.replace(/\s+/g, ""), "hex");
}

/** `base64:…` (dd-apm-test-agent), `hex:…`, and data URLs (RFC 2397). */
function prefixedBytes(text: string): Uint8Array | undefined {
  const [whole, kind] = /^(base64|hex):/.exec(text) ?? [];
  if (whole !== undefined) return Buffer.from(text.slice(whole.length), kind === "hex" ? "hex" : "base64");
  const [url, isBase64] = urlHead.exec(text.slice(0, maxUrlHead)) ?? [];
  if (url === undefined) return undefined;
  const data = text.slice(url.length);
  return isBase64 === undefined ? Buffer.from(percentDecoded(data)) : Buffer.from(data, "base64");
}

const urlHead = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.+-]+=[^;,\s]*)*(;base64)?,/;
const maxUrlHead = 256;

/** Whether a text is a data URL. */
export function isDataUrl(text: string): boolean {
  return text.startsWith("data:") && urlHead.test(text.slice(0, maxUrlHead));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Packed bytes or frames written one character a byte, as `latin1` decodes them. */
function isBinaryString(text: string): boolean {
  return (text.startsWith("\x1f\x8b") || text.startsWith("\0\0")) && !/[^\0-\xff]/.test(text);
}

/** Whether bytes begin as bodies do: nothing that was encoded by chance reads so. */
function isDistinctive(bytes: Uint8Array): boolean {
  if (packingOf(bytes) !== undefined) return true;
  if (bytes[0] === 0) return amazonEvents(bytes) !== undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8").trim();
  if (/^(?:\{.*\}|\[.*\])$/s.test(text)) return !text.includes("\ufffd");
  return looksLikeEventStream(text);
}
