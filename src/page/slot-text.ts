import type { JsonNode, Range } from "../json/node.js";
import { redactedMark } from "../text/quote.js";

/** Characters of a slot's text, end excluded. */
export type Span = readonly [number, number];

/** A text that the page shows for a node, and which of its characters a place in the file is. */
export interface SlotText {
  readonly text: string;
  /** `undefined` where the place is not in it, or all of it. */
  spanOf(range: Range): Span | undefined;
}

/** What is there without being a text. */
export function plainText(text: string): SlotText {
  return { text, spanOf: () => undefined };
}

/** The text of a string, else the JSON of a value as it is written. */
export function slotText(node: JsonNode): SlotText {
  const string = node.string();
  if (string !== undefined) return textOfString(node, string);
  const text = node.raw();
  return {
    text,
    spanOf: (range) => {
      const own = node.range;
      if (!isWithin(range, own)) return undefined;
      const outer = node.within;
      if (outer === undefined) return [unitsOf(text, range.from - own.from, node), unitsOf(text, range.to - own.from, node)];
      // JSON inside a string: both ends are found in the text of that string.
      const units = unitFinder(outer, outer.string() ?? "");
      const begin = units(own.from);
      return [units(range.from) - begin, units(range.to) - begin];
    },
  };
}

function textOfString(node: JsonNode, text: string): SlotText {
  return {
    text,
    spanOf: (range) => {
      const { from, to, source } = node.range;
      if (!isWithin(range, node.range) || source.position(from) === undefined || (range.from <= from && range.to >= to)) return undefined;
      const units = unitFinder(node, text);
      return [units(range.from), units(range.to)];
    },
  };
}

function isWithin(inner: Range, outer: Range): boolean {
  return inner.source === outer.source && outer.from <= inner.from && inner.to <= outer.to;
}

/** Finds the first unit of a string's text that is at an offset of its source or after it. */
function unitFinder(node: JsonNode, text: string): (offset: number) => number {
  return (offset) => {
    let low = 0;
    for (let high = text.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (node.textRange(middle, middle).from < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** UTF-16 units of a value's text that take so many units of its source: bytes of JSON, UTF-16 units of YAML. */
function unitsOf(text: string, distance: number, node: JsonNode): number {
  if (node.bytes() === undefined) return Math.min(distance, text.length);
  let bytes = 0;
  let units = 0;
  while (units < text.length && bytes < distance) {
    const code = text.codePointAt(units) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units += code < 0x10000 ? 1 : 2;
  }
  return units;
}

/**
 * The JSON of a value without its values: its structure stays, and so do keys that are declared or belong to the trade.
 *
 * @param mayShow names that stay
 */
export function redactedSlot(root: JsonNode, mayShow: (name: string) => boolean): SlotText {
  const spans: { readonly range: Range; readonly span: Span }[] = [];
  const pieces: string[] = [];
  let length = 0;
  const write = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const walk = (node: JsonNode, levels: number): void => {
    const begin = length;
    if (levels === 0 || (node.kind !== "object" && node.kind !== "array")) write(node.kind === "null" ? "null" : `"${redactedMark}"`);
    else if (node.kind === "array") {
      write("[");
      for (const [index, item] of node.items().entries()) {
        if (index > 0) write(",");
        walk(item, levels - 1);
      }
      write("]");
    } else {
      write("{");
      for (const [index, { key, value }] of node.entries().entries()) {
        if (index > 0) write(",");
        const name = key.string() ?? "";
        const from = length;
        write(JSON.stringify(mayShow(name) ? name : redactedMark));
        spans.push({ range: key.range, span: [from, length] });
        write(":");
        walk(value, levels - 1);
      }
      write("}");
    }
    spans.push({ range: node.range, span: [begin, length] });
  };
  walk(root, maxLevels);
  return {
    text: pieces.join(""),
    spanOf: ({ from, to, source }) => spans.find(({ range }) => range.source === source && range.from === from && range.to === to)?.span,
  };
}

/** Deeper structure says nothing to a reader. */
const maxLevels = 32;
