import { BACKSLASH } from "./bytes.js";
import { escapedCode, escapeLength, utf8Length, writeUnescaped } from "./escapes.js";
import { ScanFault } from "./fault.js";
import type { JsonNode, Nested, Range } from "./node.js";
import { placeText } from "./placed-text.js";
import { scanDocument } from "./scan-document.js";
import { Scanner } from "./scanner.js";
import { Tape } from "./tape.js";
import type { TapeNode } from "./tape-node.js";
import type { Nester } from "./tape-view.js";
import type { Text } from "./text.js";

const NO_BYTES = Buffer.alloc(0);

/** Documents inside the strings of documents inside strings: a body holds arguments hold a body. More is a joke on us. */
const MAX_NESTING = 8;

/** The documents inside the strings of one document, at any depth: one buffer and one tape, appended to until cleared. */
export class Arena implements Nester {
  private readonly scanner: Scanner;
  private readonly tape = new Tape(NO_BYTES, 0, true);
  private used = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  clear(): void {
    this.used = 0;
    this.tape.clear(this.tape.bytes);
  }

  fresh(): Arena {
    return new Arena(this.scanner);
  }

  nest(node: TapeNode): Nested {
    const { tape } = node.view;
    const { bytes } = tape;
    const from = tape.startOf(node.token) + 1;
    const to = tape.endOf(node.token) - 1;
    if (isNestedTooDeep(node)) return { kind: "malformed", fault: ScanFault.nesting(from, to, node.view.text) };
    const base = this.reserve(to - from);
    const end = writeUnescaped(bytes, from, to, this.tape.bytes, base);
    this.tape.bytes[end] = 0;

    const tokens = this.tape.count;
    const result = scanDocument(this.scanner, this.tape, base, end, new EscapedText(node, base), node, this);
    if (result instanceof ScanFault) {
      this.tape.cut(tokens);
      return { kind: "malformed", fault: result };
    }
    this.used = end + 1;
    return { kind: "json", document: result };
  }

  /** Makes room for a text of so many bytes and the NUL after it; returns where it begins. */
  private reserve(length: number): number {
    const needed = this.used + length + 1;
    const { bytes } = this.tape;
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length));
      bytes.copy(larger, 0, 0, this.used);
      this.tape.bytes = larger;
    }
    return this.used;
  }
}

/** Scans a string's text that is nowhere as one literal: places are found through `node.textRange`. */
export function nestText(value: string, node: JsonNode): Nested {
  const { bytes, to, text } = placeText(value, node);
  const scanner = new Scanner();
  const tape = new Tape(bytes, 16 + (bytes.length >> 3), true);
  if (isNestedTooDeep(node)) return { kind: "malformed", fault: ScanFault.nesting(0, to, text) };
  const result = scanDocument(scanner, tape, 0, to, text, node, new Arena(scanner));
  return result instanceof ScanFault ? { kind: "malformed", fault: result } : { kind: "json", document: result };
}

/** Whether a document inside a string would be one level too many. */
export function isNestedTooDeep(node: JsonNode): boolean {
  let levels = 1;
  for (let outer = node.within; outer !== undefined; outer = outer.within) levels++;
  return levels > MAX_NESTING;
}

/** The text of one string literal, unescaped to an arena at `base`. */
class EscapedText implements Text {
  private readonly outer: TapeNode;
  private readonly base: number;
  /** Where the literal and its text get out of step: offset in the text after each escape, and in the literal. */
  private steps: { readonly inner: number[]; readonly outer: number[] } | undefined;

  constructor(outer: TapeNode, base: number) {
    this.outer = outer;
    this.base = base;
  }

  range(from: number, to: number): Range {
    return this.outer.view.text.range(this.outerOffset(from - this.base), this.outerOffset(to - this.base));
  }

  private outerOffset(offset: number): number {
    this.steps ??= stepsOf(this.outer);
    const { inner, outer } = this.steps;
    let low = 0;
    for (let high = inner.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((inner[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return (outer[low] ?? 0) + offset - (inner[low] ?? 0);
  }
}

function stepsOf(node: TapeNode): { readonly inner: number[]; readonly outer: number[] } {
  const { tape } = node.view;
  const { bytes } = tape;
  const to = tape.endOf(node.token) - 1;
  let at = tape.startOf(node.token) + 1;
  const inner = [0];
  const outer = [at];
  for (let offset = 0; at < to; ) {
    if (bytes[at] !== BACKSLASH) {
      at++;
      offset++;
      continue;
    }
    const code = escapedCode(bytes, at);
    at += escapeLength(bytes, at, code);
    offset += utf8Length(code);
    inner.push(offset);
    outer.push(at);
  }
  return { inner, outer };
}
