import type { Buffer } from "node:buffer";

/** A part of a file, end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An HTTP/1 message as it goes over the wire. */
export interface HttpText {
  /** `POST https://… HTTP/1.1`, `HTTP/1.1 200 OK`. */
  readonly first: string;
  /** By name in lower case; of repeated ones the last. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body without the marks of its chunks, piece by piece. */
  readonly body: readonly Span[];
  readonly at: number;
}

/** Takes a message apart (RFC 9112). Total: what is missing is empty. */
export function readHttpText(bytes: Buffer, { from, to }: Span): HttpText {
  const headers = new Map<string, string>();
  let first = "";
  let at = from;
  while (at < to) {
    const { text, next } = lineAt(bytes, at, to);
    const isFirst = at === from;
    at = next;
    if (isFirst) {
      first = text;
      continue;
    }
    if (text === "") break;
    const colon = text.indexOf(":");
    if (colon > 0) headers.set(text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim());
  }
  const isChunked = /(?:^|,\s*)chunked$/i.test(headers.get("transfer-encoding") ?? "");
  return { first, headers, body: isChunked ? chunksOf(bytes, at, to) : [{ from: at, to }], at };
}

/** Each chunk is after its length in hexadecimal digits; the last one has none. */
function chunksOf(bytes: Buffer, start: number, to: number): readonly Span[] {
  const chunks: Span[] = [];
  for (let at = start; at < to; ) {
    const { text, next } = lineAt(bytes, at, to);
    const size = /^[0-9a-f]{1,8}/i.exec(text)?.[0];
    const length = size === undefined ? Number.NaN : Number.parseInt(size, 16);
    // Scrubbers change what is inside and leave the lengths: the rest is read as it is.
    if (Number.isNaN(length) || next + length > to) return [...chunks, { from: at, to }];
    if (length === 0) break;
    chunks.push({ from: next, to: next + length });
    at = lineAt(bytes, next + length, to).next;
  }
  return chunks;
}

function lineAt(bytes: Buffer, from: number, to: number): { readonly text: string; readonly next: number } {
  const feed = bytes.indexOf(0x0a, from);
  const end = feed === -1 || feed > to ? to : feed;
  return { text: bytes.toString("utf8", from, end).replace(/\r$/, ""), next: Math.min(end + 1, to) };
}
