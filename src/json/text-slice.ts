import { nestText } from "./nested.js";
import type { JsonMember, JsonNode, Nested, Range } from "./node.js";

/**
 * A part of a string's text as a string of its own: a call, a list of tools or an answer that is inside prose. It has the string's
 * pointer, and its own exact place. A slice keeps its text, so slices of a slice decode nothing again.
 *
 * @param from first UTF-16 unit of `node.string()`
 * @param to the unit after the last
 */
export function sliceText(node: JsonNode, from: number, to: number): JsonNode {
  const text = (node.string() ?? "").slice(from, to);
  return node instanceof TextSlice ? new TextSlice(node.whole, node.from + from, text) : new TextSlice(node, from, text);
}

class TextSlice implements JsonNode {
  readonly kind = "string";
  readonly whole: JsonNode;
  readonly from: number;
  private readonly text: string;
  private inside: Nested | undefined;

  constructor(whole: JsonNode, from: number, text: string) {
    this.whole = whole;
    this.from = from;
    this.text = text;
  }

  get range(): Range {
    return this.whole.textRange(this.from, this.from + this.text.length);
  }

  get pointer(): string {
    return this.whole.pointer;
  }

  get within(): JsonNode | undefined {
    return this.whole.within;
  }

  get(_key: string): undefined {
    return undefined;
  }

  first(): undefined {
    return undefined;
  }

  items(): readonly JsonNode[] {
    return [];
  }

  entries(): readonly JsonMember[] {
    return [];
  }

  string(): string {
    return this.text;
  }

  number(): undefined {
    return undefined;
  }

  boolean(): undefined {
    return undefined;
  }

  raw(): string {
    return JSON.stringify(this.text);
  }

  value(): string {
    return this.text;
  }

  bytes(): undefined {
    return undefined;
  }

  nested(): Nested {
    this.inside ??= nestText(this.text, this);
    return this.inside;
  }

  textRange(from: number, to: number): Range {
    return this.whole.textRange(this.from + from, this.from + to);
  }
}
