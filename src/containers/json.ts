import type { Position } from "../json/node.js";
import type { JsonReader, ReadResult } from "../json/read.js";
import type { Container, ContainerReading, FileRecord, JsonLinesPart } from "./container.js";
import { FileText } from "./file-text.js";

/** JSON in all its ways: a document, JSON Lines, values in a row. What is nothing else is read as JSON, and its faults are reported as JSON's. */
export const json: Container = {
  id: "json",
  title: "JSON, JSON Lines, JSON values in a row",
  sniff: () => true,
  read: readJson,
};

/** How many lines of a broken file are tried, in order to tell JSON Lines with a broken first line from one broken document. */
const linesTried = 20;

/** As many more where the file begins with other output: a program says much before its first message. */
const linesOfTextTried = 1000;

/**
 * Splits a file into its JSON documents: one for plain JSON, one a line for JSON Lines, one a value for values in a row.
 *
 * Memory is bounded by the longest line (JSON Lines) or by the file (plain JSON), never by the number of lines. A document that is too
 * large ends the file.
 */
export function* readJson(blocks: Iterable<Uint8Array>, { reader, maxBytes }: ContainerReading): Generator<FileRecord, void, undefined> {
  const text = new FileText(blocks, maxBytes, reader);
  text.skipBlank();
  if (beginsAsLines(text, reader)) {
    yield* readLines(text, reader, maxBytes);
    return;
  }
  text.readAll();
  if (text.isTooLarge) {
    yield tooLargeFault(text.origin, maxBytes, null);
    return;
  }
  const whole = readWhole(text, reader);
  if (whole.kind === "document") yield { kind: "document", document: whole.document, record: null };
  else if (whole.fault.kind === "several-values") yield* readValues(text, reader);
  else if (isJsonLines(text, reader)) yield* readLines(text, reader, maxBytes);
  else yield* wholeFault(text, reader);
}

/**
 * The records of a part of a JSON Lines file.
 *
 * @param blocks the part, from the start of a line
 */
export function* readJsonLines(
  blocks: Iterable<Uint8Array>,
  { reader, maxBytes }: Omit<ContainerReading, "open" | "budget">,
  part: JsonLinesPart,
): Generator<FileRecord, void, undefined> {
  const text = new FileText(blocks, maxBytes, reader);
  text.origin = part.origin;
  yield* readLines(text, reader, maxBytes, part);
}

/** Whether a file is JSON Lines by its first line: then it can be read in parts. */
export function isReadAsLines(blocks: Iterable<Uint8Array>, { reader, maxBytes }: Omit<ContainerReading, "open" | "budget">): boolean {
  const text = new FileText(blocks, maxBytes, reader);
  text.skipBlank();
  return beginsAsLines(text, reader);
}

function beginsAsLines(text: FileText, reader: JsonReader): boolean {
  const line = text.nextLine();
  return (
    line !== undefined && !text.isTooLarge && text.hasTextBehind(line.next - text.start) && readLine(text, reader)?.kind === "document"
  );
}

function readWhole(text: FileText, reader: JsonReader): ReadResult {
  return reader.read(text.bytes, text.start, text.end, text.origin);
}

/** Read again: the reader was asked for other lines since, and a fault lives no longer than its document. */
function* wholeFault(text: FileText, reader: JsonReader): Generator<FileRecord, void, undefined> {
  const whole = readWhole(text, reader);
  if (whole.kind === "fault") yield { kind: "fault", fault: whole.fault, record: null, cutOff: false };
}

/** The line at the start of what is left, as a document of its own; `undefined` at the end of the file. */
function readLine(text: FileText, reader: JsonReader): ReadResult | undefined {
  const line = text.nextLine();
  return line === undefined ? undefined : reader.read(text.bytes, text.start, line.end, text.origin);
}

function* readLines(text: FileText, reader: JsonReader, maxBytes: number, part?: JsonLinesPart): Generator<FileRecord, void, undefined> {
  for (let record = part?.record ?? 0; ; ) {
    const line = text.nextLine();
    if (text.isTooLarge) yield tooLargeFault(text.origin, maxBytes, record);
    if (line === undefined || text.isTooLarge) {
      if (part !== undefined) [part.record, part.origin, part.isEnded] = [record, text.origin, text.isTooLarge];
      return;
    }
    if (line.isBlank) {
      text.advance(line.next);
      continue;
    }
    const outcome = reader.read(text.bytes, text.start, line.end, text.origin);
    if (outcome.kind === "document") yield { kind: "document", document: outcome.document, record };
    else {
      const cutOff = line.isLast && outcome.fault.kind === "truncated";
      yield { kind: "fault", fault: outcome.fault, record, cutOff, ...(!cutOff && !beginsAsJson(text, line.end) && { isText: true }) };
    }
    record += 1;
    text.advance(line.next, outcome.kind === "document" ? outcome.units + (line.next - line.end) : undefined);
  }
}

/** Values in a row without regard to lines: `jq` output, log tails. A broken value ends the file, since nothing tells where the next begins. */
function* readValues(text: FileText, reader: JsonReader): Generator<FileRecord, void, undefined> {
  for (let record = 0; text.skipBlank(); record += 1) {
    const outcome = reader.readFirst(text.bytes, text.start, text.end, text.origin);
    if (outcome.kind === "fault") {
      yield { kind: "fault", fault: outcome.fault, record, cutOff: outcome.fault.kind === "truncated" };
      return;
    }
    yield { kind: "document", document: outcome.document, record };
    text.advance(outcome.end);
  }
}

/** Whether a broken file is one of lines: one of its next lines is an object or a list on its own. */
function isJsonLines(text: FileText, reader: JsonReader): boolean {
  const firstLine = text.nextLine();
  const isText = firstLine !== undefined && !beginsAsJson(text, firstLine.end);
  for (const line of text.linesBehindFirst(isText ? linesOfTextTried : linesTried)) {
    const outcome = reader.read(text.bytes, line.start, line.end);
    const kind = outcome.kind === "document" ? outcome.document.root.kind : undefined;
    if (kind === "object" || kind === "array") return true;
  }
  return false;
}

/** Whether a line begins as an object does, or a list of objects: `[INFO] …` and `[2026-11-30 …]` are text. */
function beginsAsJson(text: FileText, end: number): boolean {
  return jsonBeginning.test(text.bytes.toString("latin1", text.start, Math.min(end, text.start + beginningTried)));
}

const jsonBeginning = /^[ \t]*(?:\{|\[[ \t]*(?:[{["\]]|$))/;
const beginningTried = 64;

/** A document over the limit, which begins at `origin`. */
export function tooLargeFault(origin: Position, maxBytes: number, record: number | null): FileRecord {
  const at = { source: { position: () => origin }, from: 0, to: 0 };
  const fault = { kind: "too-large", message: `The document has more than ${maxBytes} bytes`, at } as const;
  return { kind: "fault", fault, record, cutOff: false };
}
