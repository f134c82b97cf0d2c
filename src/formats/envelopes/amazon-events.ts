import { Buffer } from "node:buffer";

/**
 * The events of a body of `application/vnd.amazon.eventstream` (AWS SDK, "Event stream encoding", read 2026-11) as JSON text: a list of
 * `{<event type>: <payload>}`, as the Bedrock runtime names its members. Checksums are not verified.
 *
 * @returns `undefined` where the bytes are no such frames; a cut frame at the end is left out
 */
export function amazonEvents(bytes: Uint8Array): string | undefined {
  const frames = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const events: string[] = [];
  for (let at = 0; at + 16 <= frames.length; ) {
    const length = frames.readUInt32BE(at);
    const headersLength = frames.readUInt32BE(at + 4);
    if (length < 16 + headersLength || length > 1 << 24) return undefined;
    if (at + length > frames.length) break;
    const type = eventType(frames.subarray(at + 12, at + 12 + headersLength));
    if (type === undefined) return undefined;
    events.push(`{${JSON.stringify(type)}:${payload(frames.toString("utf8", at + 12 + headersLength, at + length - 4))}}`);
    at += length;
  }
  return events.length === 0 ? undefined : `[${events.join(",")}]`;
}

/** A payload that is no JSON is told as text. */
function payload(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

const stringHeader = 7;

/** Headers are a name and a typed value each; all that these streams use are text. */
function eventType(headers: Buffer): string | undefined {
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < headers.length; ) {
    const nameEnd = at + 1 + (headers[at] ?? 0);
    if (nameEnd + 3 > headers.length || headers[nameEnd] !== stringHeader) break;
    const valueEnd = nameEnd + 3 + headers.readUInt16BE(nameEnd + 1);
    found.set(headers.toString("utf8", at + 1, nameEnd), headers.toString("utf8", nameEnd + 3, valueEnd));
    at = valueEnd;
  }
  return found.get(":event-type") ?? found.get(":exception-type");
}
