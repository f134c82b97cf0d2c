import { Buffer } from "node:buffer";

const stringHeader = 7;

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
    events.push(eventText(type, frames.toString("utf8", at + 12 + headersLength, at + length - 4)));
    at += length;
  }
  return events.length === 0 ? undefined : `[${events.join(",")}]`;
}

/**
 * The events of such a body that was decoded as if it were text: as Latin-1, or as UTF-8, which loses bytes of lengths and checksums but
 * none of the names and payloads.
 *
 * @returns as `amazonEvents`
 */
export function amazonEventsInText(text: string): string | undefined {
  if (!text.includes(":event-type") && !text.includes(":exception-type")) return undefined;
  const whole = /^[\0-\xff]*$/.test(text) ? amazonEvents(Buffer.from(text, "latin1")) : undefined;
  if (whole !== undefined) return whole;
  const events: string[] = [];
  for (const { index, 0: header } of text.matchAll(/:(?:event|exception)-type/g)) {
    const typed = index + header.length;
    // The type of the value, and its length in two bytes.
    if (text.charCodeAt(typed) !== stringHeader || text.charCodeAt(typed + 1) !== 0) continue;
    const name = typed + 3;
    const nameEnd = name + text.charCodeAt(typed + 2);
    const start = text.indexOf("{", nameEnd);
    const end = start < 0 ? -1 : endOfObject(text, start);
    if (end > start) events.push(eventText(text.slice(name, nameEnd), text.slice(start, end)));
  }
  return events.length === 0 ? undefined : `[${events.join(",")}]`;
}

/** Where the object that begins at `start` ends; -1 where it does not. Linear. */
function endOfObject(text: string, start: number): number {
  const step = /[{}]|"(?:[^"\\]|\\.)*"/gs;
  step.lastIndex = start;
  let depth = 0;
  for (let found = step.exec(text); found !== null; found = step.exec(text)) {
    if (found[0] === "{") depth += 1;
    else if (found[0] === "}") depth -= 1;
    if (depth === 0) return step.lastIndex;
  }
  return -1;
}

function eventText(type: string, text: string): string {
  if (type.endsWith("Exception")) return exceptionText(type, payload(text));
  return (type === "chunk" ? chunkOf(text) : undefined) ?? `{${JSON.stringify(type)}:${payload(text)}}`;
}

/** What broke a stream off, as a member of Converse's streams and as an event of Claude's: the frames do not say whose it is. */
function exceptionText(type: string, payload: string): string {
  const name = JSON.stringify(type);
  return `{"type":"error","error":{"type":${name},"message":${/"message"\s*:\s*("(?:[^"\\]|\\.)*")/i.exec(payload)?.[1] ?? name}},${name}:${payload}}`;
}

/**
 * The event that a chunk of InvokeModelWithResponseStream holds as base64, `{"bytes": "…"}`: the stream of the model's own wire
 * (`PayloadPart`, Bedrock runtime API reference, read 2026-11). `p` beside it is padding.
 */
function chunkOf(payload: string): string | undefined {
  const bytes = /"bytes"\s*:\s*"([A-Za-z0-9+/=_-]*)"/.exec(payload)?.[1];
  const text = bytes === undefined ? undefined : Buffer.from(bytes, "base64").toString("utf8");
  return text !== undefined && isJson(text) ? text : undefined;
}

/** A payload that is no JSON is reported as text. */
function payload(text: string): string {
  return isJson(text) ? text : JSON.stringify(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

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
