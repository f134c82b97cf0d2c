import { Buffer } from "node:buffer";
import { JsonReader } from "../json/read.js";
import { Rewriting } from "../json/rewritten.js";
import { Tape } from "../json/tape.js";
import { JsonText } from "../json/text.js";
import { type Container, type ContainerReading, type FileRecord, lasting } from "./container.js";
import { headText } from "./head.js";
import { type HttpText, readHttpText, type Span } from "./http-text.js";
import { tooLargeFault } from "./json.js";
import { wholeFile } from "./whole-file.js";

/**
 * A trace of Go's `httprr` (golang.org/x/oscar, `internal/httprr`, and what copied it; read 2026-12): a line with the version, then for
 * each exchange a line with the lengths of request and response, and both as they went over the wire.
 *
 * Read as a cassette: `{interactions: [{request, response}]}`.
 */
export const httprr: Container = {
  id: "httprr",
  title: "HTTP traces of Go's httprr",
  sniff: (head) => /^httprr trace v\d+\r?\n/.test(headText(head)),
  read,
};

const start = { line: 1, column: 1, offset: 0 };

function* read(blocks: Iterable<Uint8Array>, { maxBytes }: ContainerReading): Generator<FileRecord, void, undefined> {
  const bytes = wholeFile(blocks, maxBytes);
  if (bytes === undefined) {
    yield tooLargeFault(start, maxBytes, null);
    return;
  }
  const to = bytes.length - 1;
  const base = new JsonText(new Tape(bytes, 0, false), 0, to, start);
  const writer = new TraceWriter(bytes);
  const end = writer.exchanges(bytes.indexOf(0x0a) + 1, to);
  const read = writer.rewriting.read(base, undefined);
  if (read.kind === "fault") yield { kind: "fault", fault: read.fault, record: null, cutOff: false };
  else yield { kind: "document", document: lasting(read.document), record: null };
  if (end < to) {
    const fault = {
      kind: "truncated",
      message: "The trace ends in the middle of an exchange",
      at: base.range(end, end),
    } as const;
    yield { kind: "fault", fault, record: null, cutOff: false };
  }
}

/** Writes a trace as JSON whose values are where they are in the trace. */
class TraceWriter {
  readonly rewriting: Rewriting;
  readonly #bytes: Buffer;
  readonly #reader = new JsonReader();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.rewriting = new Rewriting(bytes);
  }

  /** @returns where what is no whole exchange begins, or the end */
  exchanges(from: number, to: number): number {
    let at = from;
    this.rewriting.write('{"interactions":[', at);
    for (let separator = ""; at < to; separator = ",") {
      const feed = this.#bytes.indexOf(0x0a, at);
      const lengths = feed === -1 ? null : /^(\d{1,10}) (\d{1,10})\r?$/.exec(this.#bytes.toString("latin1", at, feed));
      if (lengths === null) break;
      const request = { from: feed + 1, to: feed + 1 + Number(lengths[1]) };
      const response = { from: request.to, to: request.to + Number(lengths[2]) };
      if (response.to > to) break;
      this.rewriting.write(`${separator}{"request":`, request.from);
      this.#message(readHttpText(this.#bytes, request));
      this.rewriting.write(',"response":', response.from);
      this.#message(readHttpText(this.#bytes, response));
      this.rewriting.write("}", response.to);
      at = response.to;
    }
    this.rewriting.write("]}", at);
    return at;
  }

  #message({ first, headers, body, at }: HttpText): void {
    const [one = "", two = ""] = first.split(" ");
    const known = /^HTTP\//.test(first) ? { status: Number(two) || null } : { method: one, url: urlOf(two, headers) };
    const head = { ...known, headers: Object.fromEntries(headers), ...(isText(headers) ? {} : { bodyEncoding: "base64" }) };
    this.rewriting.write(`${JSON.stringify(head).slice(0, -1)},"body":`, at);
    this.#body(body, isText(headers));
    this.rewriting.write("}", body.at(-1)?.to ?? at);
  }

  #body(pieces: readonly Span[], isText: boolean): void {
    const from = pieces[0]?.from ?? 0;
    const whole = Buffer.concat(pieces.map((piece) => this.#bytes.subarray(piece.from, piece.to)));
    if (!isText) {
      this.rewriting.write(JSON.stringify(whole.toString("base64")), from);
    } else if (this.#isJson(whole)) {
      for (const piece of pieces) this.rewriting.copy(piece.from, piece.to);
    } else {
      this.rewriting.write('"', from);
      for (const piece of pieces) this.#escaped(piece);
      this.rewriting.write('"', pieces.at(-1)?.to ?? from);
    }
  }

  /** Whether a body is JSON as a whole: then its values are in the trace as they are. */
  #isJson(whole: Buffer): boolean {
    return whole.length > 0 && this.#reader.read(Buffer.concat([whole, Buffer.alloc(1)]), 0, whole.length).kind === "document";
  }

  /** Text as the inside of a JSON string, each character where it is. */
  #escaped({ from, to }: Span): void {
    let plain = from;
    for (let at = from; at < to; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte >= 0x20 && byte !== 0x22 && byte !== 0x5c) continue;
      if (at > plain) this.rewriting.copy(plain, at);
      this.rewriting.write(JSON.stringify(String.fromCharCode(byte)).slice(1, -1), at);
      plain = at + 1;
    }
    if (to > plain) this.rewriting.copy(plain, to);
  }
}

/** Traces write the whole URL in the first line; the form with a path alone is HTTP's own. */
function urlOf(target: string, headers: ReadonlyMap<string, string>): string {
  const host = headers.get("host");
  return target.startsWith("/") && host !== undefined ? `https://${host}${target}` : target;
}

/** Packed bodies and binary events are no text. */
function isText(headers: ReadonlyMap<string, string>): boolean {
  const packing = headers.get("content-encoding") ?? "identity";
  return packing === "identity" && !/eventstream|octet-stream|protobuf|grpc/.test(headers.get("content-type") ?? "");
}
