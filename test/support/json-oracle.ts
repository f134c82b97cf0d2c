import { isUtf8 } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import type { JsonDocument, JsonNode, Range } from "../../src/json/node.js";
import type { JsonReader } from "../../src/json/read.js";
import type { JsonValue } from "../../src/json/value.js";

/** What `JSON.parse` makes of a text: the oracle for the tape. */
type Parsed = { readonly kind: "value"; readonly value: unknown } | { readonly kind: "error"; readonly error: string };

export type Verdict = "accepted" | "rejected" | "truncated" | "too-deep";

/**
 * Reads bytes as one file and holds what the reader says against `JSON.parse`; throws at the first difference.
 *
 * @param isThorough also compares each node by itself: its text, its place, its defects
 */
export function compare(reader: JsonReader, bytes: Uint8Array, isThorough: boolean): Verdict {
  // Now alone in its buffer, now between others, as a line of a block is.
  const from = bytes.length % 2;
  const block = Buffer.concat([Buffer.alloc(from, "9"), bytes, Buffer.alloc(from, "9")]);
  const result = reader.read(block, from, from + bytes.length);
  if (result.end !== from + bytes.length) throw new Error("Read less than the whole");
  if (from === 1 && block.at(-1) !== 0x39) throw new Error("The byte behind the text was not restored");
  if (!isUtf8(bytes)) {
    if (result.kind === "document") throw new Error("Accepted invalid UTF-8");
    if (result.fault.kind === "too-deep") return "too-deep";
    const isTruncated = result.fault.kind === "truncated";
    if (isTruncated !== isCutCharacter(bytes))
      throw new Error(`${result.fault.kind} for a text that ${isTruncated ? "is not" : "is"} cut inside a character`);
    return isTruncated ? "truncated" : "rejected";
  }

  const file = Buffer.from(bytes).toString("utf8");
  if (result.units !== file.length) throw new Error(`Counted ${result.units} units instead of ${file.length}`);
  const text = file.startsWith("\ufeff") ? file.slice(1) : file;
  const parsed = parse(text);
  if (result.kind === "document") {
    if (parsed.kind === "error") throw new Error(`Accepted, but ${parsed.error}`);
    compareValue(result.document.root, parsed.value);
    if (isThorough) {
      compareNodes(result.document);
      comparePlaces(result.document.root, file);
    }
    return "accepted";
  }

  const { kind, message, at } = result.fault;
  textOf(file, at);
  if (!/^[ -~]+$/.test(message)) throw new Error(`Message is not safe to print: ${message}`);
  if (kind === "too-deep") {
    if (depthOf(file.slice(0, at.source.position(at.to)?.offset)) !== 513) throw new Error("Too deep, but is not");
    return kind;
  }
  if (parsed.kind === "value") throw new Error(`Rejected as ${kind}: ${message}`);
  const isTruncated = text.trim() !== "" && endsEarly(text, parsed.error);
  if (isTruncated !== (kind === "truncated")) throw new Error(`${kind} (${message}), but V8 says ${parsed.error}`);
  return isTruncated ? "truncated" : "rejected";
}

function parse(text: string): Parsed {
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch (error) {
    return { kind: "error", error: String(error) };
  }
}

/** The views of a document give the parsed value, keys in the same places. */
export function compareValue(root: JsonNode, value: unknown): void {
  const viewed = valueOfViews(root);
  if (!isDeepStrictEqual(viewed, value) || JSON.stringify(viewed) !== JSON.stringify(value))
    throw new Error("The views give another value");
  if (!isDeepStrictEqual(root.value(), value)) throw new Error("value() is another value");
}

/** Each node's text parses to its value, `get` finds each value, and defects are told where they are. */
function compareNodes(document: JsonDocument): void {
  let expected = 0;
  eachNode(document.root, (node, isKey) => {
    const string = node.string();
    if (string !== undefined && /\p{Surrogate}/u.test(string)) expected++;
    if (isKey) return;
    const value = node.value();
    if (!isDeepStrictEqual(parse(node.raw()), { kind: "value", value }))
      throw new Error(`raw() of ${node.pointer} does not parse to its value`);
    if (node.kind === "object") {
      const keys = node.entries().map(({ key }) => key.string() ?? "");
      expected += keys.length - new Set(keys).size;
      for (const key of keys)
        if (!isDeepStrictEqual(node.get(key)?.value(), ownValue(value, key)))
          throw new Error(`get(${JSON.stringify(key)}) is another value`);
    }
    if (node.kind === "number" && (!Number.isFinite(value) || isInexactInteger(node.raw()))) expected++;
  });
  const defects = document.defects();
  if (defects.length !== expected) throw new Error(`${defects.length} defects instead of ${expected}`);
}

function ownValue(value: JsonValue, key: string): unknown {
  return Object.entries(Object(value)).find(([name]) => name === key)?.[1];
}

function isInexactInteger(literal: string): boolean {
  return /^-?\d+$/.test(literal) && BigInt(literal) !== BigInt(Number(literal));
}

/** The text at each node's place in the file, by offset and by line and column, is the node's own. */
export function comparePlaces(root: JsonNode, file: string): void {
  eachNode(root, (node) => {
    if (textOf(file, node.range) !== node.raw()) throw new Error(`The range of ${node.pointer} holds another text`);
  });
}

/** The part of a file that a range names, its lines and columns checked against its offsets. */
export function textOf(file: string, range: Range): string {
  const start = range.source.position(range.from);
  const end = range.source.position(range.to);
  if (start === undefined || end === undefined) throw new Error("A file has places");
  for (const { line, column, offset } of [start, end]) {
    const lines = file.slice(0, offset).split("\n");
    const isMarked = line === 1 && file.startsWith("\ufeff");
    const expected = (lines.at(-1)?.length ?? 0) + (isMarked ? 0 : 1);
    if (lines.length !== line || column !== expected)
      throw new Error(`Offset ${offset} is ${lines.length}:${expected}, not ${line}:${column}`);
  }
  return file.slice(start.offset, end.offset);
}

/** Calls `visit` with every key and value of a document, in its order. */
export function eachNode(node: JsonNode, visit: (node: JsonNode, isKey: boolean) => void): void {
  visit(node, false);
  for (const item of node.items()) eachNode(item, visit);
  for (const { key, value } of node.entries()) {
    visit(key, true);
    eachNode(value, visit);
  }
}

/** A value built by asking nodes for everything except `value()`. */
function valueOfViews(node: JsonNode): unknown {
  switch (node.kind) {
    case "object": {
      const entries = node.entries();
      return Object.fromEntries(entries.map((entry): [string, unknown] => [entry.key.string() ?? "", valueOfViews(entry.value)]));
    }
    case "array": {
      const items = node.items();
      if (node.first()?.raw() !== items[0]?.raw()) throw new Error("first() is another item");
      return items.map(valueOfViews);
    }
    case "null":
      return null;
    default:
      return node.string() ?? node.number() ?? node.boolean();
  }
}

/** At the place of each node inside `levels` strings, the file spells its text, escaped so many times. */
export function compareNestedPlaces(root: JsonNode, levels: number, spelled: (range: Range) => string): void {
  eachNode(root, (node) => {
    let text = spelled(node.range);
    for (let level = 0; level < levels; level++) text = String(JSON.parse(`"${text}"`));
    if (text !== node.raw()) throw new Error(`The range of nested ${node.pointer} holds another text`);
  });
}

/** The document inside a string, itself inside `levels - 1` others, is what `JSON.parse` makes of its text, at places that go through the escapes. */
export function compareNested(string: JsonNode, levels: number, file: string): Verdict {
  const text = string.string() ?? "";
  const nested = string.nested();
  if (nested === undefined) throw new Error("A string has a nested document or a fault");
  const parsed = parse(text);
  if (nested.kind === "json") {
    if (parsed.kind === "error") throw new Error(`Accepted, but ${parsed.error}`);
    compareValue(nested.document.root, parsed.value);
    compareNodes(nested.document);
    compareNestedPlaces(nested.document.root, levels, (range) => textOf(file, range));
    return "accepted";
  }
  const { kind, at } = nested.fault;
  textOf(file, at);
  if (kind === "too-deep") return kind;
  if (parsed.kind === "value") throw new Error(`Rejected as ${kind}: ${nested.fault.message}`);
  const isTruncated = text.trim() !== "" && endsEarly(text, parsed.error);
  if (isTruncated !== (kind === "truncated")) throw new Error(`${kind} (${nested.fault.message}), but V8 says ${parsed.error}`);
  return isTruncated ? "truncated" : "rejected";
}

/** The deepest nesting of brackets outside strings, in a text that begins a JSON document. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest;
}

/** Does V8 stop at the very end of the text, so that more text might have helped? */
function endsEarly(text: string, error: string): boolean {
  const position = /at position (\d+)/.exec(error)?.[1];
  return error.includes("Unexpected end of JSON input") || (position !== undefined && Number(position) >= text.length);
}

/** Do the bytes end inside a character that stands inside a string? */
function isCutCharacter(bytes: Uint8Array): boolean {
  try {
    const parsed = parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }));
    return parsed.kind === "error" && parsed.error.includes("Unterminated string");
  } catch {
    return false;
  }
}
