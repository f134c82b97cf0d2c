import { isNestedTooDeep } from "./nested.js";
import type { JsonDocument, JsonNode } from "./node.js";
import { placeText } from "./placed-text.js";
import { JsonReader } from "./read.js";
import { Rewriting, type Rewritten } from "./rewritten.js";
import type { Text } from "./text.js";
import { byteLines } from "./text-lines.js";

/** Lines of comments, ids and the like, then one with data or the name of an event. */
const beginning = /^(?:(?::|id:|retry:)[^\r\n]*[\r\n]|[\r\n])*(?:data|event):[ \t]*[^\s]/;

/** Whether a text begins as server-sent events do: a line of `data:` or `event:` before anything that is none of theirs. */
export function looksLikeEventStream(text: string): boolean {
  return beginning.test(text);
}

/**
 * Reads server-sent events (HTML Standard, section 9.2.6, read 2026-11) as one list of `{event?, data}`.
 *
 * `data` is the value where it is JSON, else its text (`[DONE]`). Each value has its place in the original, whose byte after `to`
 * must exist. Lines of data that follow each other without a blank line, as loggers leave them, are events of their own where each is JSON.
 *
 * @param within the string that holds the text, `undefined` for a file
 */
export function readEventStream(bytes: Buffer, from: number, to: number, base: Text, within: JsonNode | undefined): Rewritten {
  const list = new ListWriter(bytes, from);
  let name: string | undefined;
  let data: Span[] = [];
  const dispatch = () => {
    for (const spans of list.asEvents(data)) list.add(name, spans);
    name = undefined;
    data = [];
  };
  for (const line of byteLines(bytes, from, to, true)) {
    if (line.from === line.to) {
      dispatch();
      continue;
    }
    const colon = bytes.subarray(line.from, line.to).indexOf(0x3a);
    const field = bytes.toString("latin1", line.from, colon === -1 ? line.to : line.from + colon);
    let valueFrom = colon === -1 ? line.to : line.from + colon + 1;
    if (valueFrom < line.to && bytes[valueFrom] === 0x20) valueFrom++;
    if (field === "data") {
      data.push({ from: valueFrom, to: line.to });
    } else if (field === "event") {
      if (data.length > 0) dispatch();
      name = bytes.toString("utf8", valueFrom, line.to);
    }
  }
  // The specification drops an event that no blank line ends. A recording that stopped there still holds it, if it came whole.
  if (bytes[to - 1] === 0x0a || !list.isTorn(data)) dispatch();
  return list.read(base, within);
}

/**
 * Reads lines of JSON inside a text as one list; a line that is no JSON is its text.
 *
 * @returns `undefined` where fewer than two lines hold a value, so that the text is better read as a whole
 */
export function readLineList(bytes: Buffer, from: number, to: number, base: Text, within: JsonNode | undefined): JsonDocument | undefined {
  const list = new ListWriter(bytes, from);
  let values = 0;
  for (const line of byteLines(bytes, from, to, false)) {
    if (bytes.toString("latin1", line.from, line.to).trim() === "") continue;
    if (list.isJson([line])) values++;
    list.addValue([line]);
  }
  const read = list.read(base, within);
  return values > 1 && read.kind === "document" ? read.document : undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

class ListWriter {
  private readonly bytes: Buffer;
  private readonly rewriting: Rewriting;
  private readonly reader = new JsonReader();
  private separator = "[";
  private end: number;

  constructor(bytes: Buffer, from: number) {
    this.bytes = bytes;
    this.rewriting = new Rewriting(bytes);
    this.end = from;
  }

  /** One event of all lines, or one of each. */
  asEvents(lines: readonly Span[]): readonly (readonly Span[])[] {
    if (lines.length === 0) return [];
    if (lines.length === 1 || this.isJson(lines)) return [lines];
    const areEvents = lines.every((line) => this.isJson([line]) || this.text([line]).trim() === "[DONE]");
    return areEvents ? lines.map((line) => [line]) : [lines];
  }

  /** Whether lines begin as JSON does and are none. */
  isTorn(lines: readonly Span[]): boolean {
    return !this.isJson(lines) && /^\s*[{[](?!DONE)/.test(this.text(lines));
  }

  add(name: string | undefined, lines: readonly Span[]): void {
    const from = lines[0]?.from ?? this.end;
    const named = name === undefined ? "" : `"event":${JSON.stringify(name)},`;
    this.open();
    this.rewriting.write(`{${named}"data":`, from);
    this.value(lines);
    this.rewriting.write("}", this.end);
  }

  addValue(lines: readonly Span[]): void {
    this.open();
    this.value(lines);
  }

  isJson(lines: readonly Span[]): boolean {
    const [only] = lines;
    if (only === undefined) return false;
    if (lines.length === 1) return this.reader.read(this.bytes, only.from, only.to).kind === "document";
    return this.reader.read(Buffer.from(this.text(lines))).kind === "document";
  }

  read(base: Text, within: JsonNode | undefined): Rewritten {
    if (this.separator === "[") this.rewriting.write("[", this.end);
    this.rewriting.write("]", this.end);
    return this.rewriting.read(base, within);
  }

  private open(): void {
    this.rewriting.write(this.separator, this.end);
    this.separator = ",";
  }

  private value(lines: readonly Span[]): void {
    const [first] = lines;
    const last = lines.at(-1);
    if (first === undefined || last === undefined) return;
    this.end = last.to;
    if (!this.isJson(lines)) {
      this.rewriting.write(JSON.stringify(this.text(lines)), first.from);
      return;
    }
    lines.forEach(({ from, to }, index) => {
      if (index > 0) this.rewriting.write("\n", from);
      this.rewriting.copy(from, to);
    });
  }

  private text(lines: readonly Span[]): string {
    return lines.map(({ from, to }) => this.bytes.toString("utf8", from, to)).join("\n");
  }
}

/**
 * The events in the text of a string, as one list.
 *
 * @returns `undefined` where the node is no string, or its text is no stream of events
 */
export function eventsInside(node: JsonNode): JsonDocument | undefined {
  const value = node.string();
  if (value === undefined || !looksLikeEventStream(value) || isNestedTooDeep(node)) return undefined;
  const { bytes, to, text } = placeText(value, node);
  const read = readEventStream(bytes, 0, to, text, node);
  return read.kind === "document" ? read.document : undefined;
}

/** The values in the lines of a string's text, as one list; `undefined` where there are fewer than two. */
export function linesInside(node: JsonNode): JsonDocument | undefined {
  const value = node.string();
  if (value === undefined || !value.includes("\n") || isNestedTooDeep(node)) return undefined;
  const { bytes, to, text } = placeText(value, node);
  return readLineList(bytes, 0, to, text, node);
}
