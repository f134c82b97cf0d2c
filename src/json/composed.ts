import { assembleValue } from "./assemble.js";
import { lastOfEach } from "./last-of-each.js";
import { nestText } from "./nested.js";
import type { JsonKind, JsonMember, JsonNode, Nested, Range } from "./node.js";
import { PlainNode } from "./plain-node.js";
import type { WordListener } from "./seen-words.js";
import type { JsonValue } from "./value.js";

/**
 * An object made of nodes from elsewhere: an assembled stream gets the shape of the response it stands for, while each
 * leaf still knows the event it came from. It is at `place`; its members keep places and pointers of their own.
 *
 * @param members in order; those without a node are left out
 */
export function composeObject(members: readonly (readonly [string, JsonNode | undefined])[], place: JsonNode): JsonNode {
  return new ComposedObject(
    members.flatMap(([key, value]) => (value === undefined ? [] : [{ key: literal(key, value), value }])),
    place,
  );
}

/** An array made of nodes from elsewhere, which keep places and pointers of their own. */
export function composeArray(items: readonly JsonNode[], place: JsonNode): JsonNode {
  return new ComposedArray(items, place);
}

/** A value that the wire implies but does not spell; it and its parts are at `place`. */
export function literal(value: JsonValue, place: JsonNode): JsonNode {
  return new PlainNode(value, { range: () => place.range, pointer: () => place.pointer, within: place.within });
}

/**
 * A string in pieces: its text is the concatenation of theirs (what is no string adds nothing), and each of its
 * characters, also in JSON inside it, has the place of its piece. A range over several pieces ends with the last where
 * all are in one document in order, else with the first.
 */
export function joinText(fragments: readonly JsonNode[], place: JsonNode): JsonNode {
  return new JoinedText(fragments, place);
}

/** What all composed nodes answer alike: they are where another node is, and a wrong kind gives nothing. */
abstract class ComposedNode implements JsonNode {
  abstract readonly kind: JsonKind;
  protected readonly place: JsonNode;

  constructor(place: JsonNode) {
    this.place = place;
  }

  get range(): Range {
    return this.place.range;
  }

  get pointer(): string {
    return this.place.pointer;
  }

  get within(): JsonNode | undefined {
    return this.place.within;
  }

  get(_key: string): JsonNode | undefined {
    return undefined;
  }

  first(): JsonNode | undefined {
    return this.items()[0];
  }

  items(): readonly JsonNode[] {
    return [];
  }

  entries(): readonly JsonMember[] {
    return [];
  }

  string(): string | undefined {
    return undefined;
  }

  number(): undefined {
    return undefined;
  }

  boolean(): undefined {
    return undefined;
  }

  abstract raw(): string;

  value(): JsonValue {
    return assembleValue(this);
  }

  bytes(): undefined {
    return undefined;
  }

  nested(): Nested | undefined {
    return undefined;
  }

  textRange(_from: number, _to: number): Range {
    return this.range;
  }
}

class ComposedObject extends ComposedNode {
  override readonly kind = "object";
  private readonly own: readonly JsonMember[];

  constructor(members: readonly JsonMember[], place: JsonNode) {
    super(place);
    this.own = members;
  }

  override get(key: string): JsonNode | undefined {
    return this.own.findLast((member) => member.key.string() === key)?.value;
  }

  override entries(): readonly JsonMember[] {
    return this.own;
  }

  members(): readonly JsonMember[] {
    return lastOfEach(this.own);
  }

  override raw(): string {
    return `{${this.own.map(({ key, value }) => `${key.raw()}:${value.raw()}`).join(",")}}`;
  }
}

class ComposedArray extends ComposedNode {
  override readonly kind = "array";
  private readonly parts: readonly JsonNode[];

  constructor(parts: readonly JsonNode[], place: JsonNode) {
    super(place);
    this.parts = parts;
  }

  override items(): readonly JsonNode[] {
    return this.parts;
  }

  tellWords(listener: WordListener): boolean {
    for (const item of this.parts) if (item.tellWords?.(listener) !== true) return false;
    return true;
  }

  override raw(): string {
    return `[${this.parts.map((part) => part.raw()).join(",")}]`;
  }
}

/** A piece of a joined text and the UTF-16 units that it covers. */
interface Piece {
  readonly node: JsonNode;
  readonly from: number;
  readonly to: number;
}

class JoinedText extends ComposedNode {
  override readonly kind = "string";
  private readonly text: string;
  private readonly pieces: readonly Piece[];
  private inside: Nested | undefined;

  constructor(fragments: readonly JsonNode[], place: JsonNode) {
    super(place);
    const pieces: Piece[] = [];
    let text = "";
    for (const node of fragments) {
      const from = text.length;
      text += node.string() ?? "";
      if (text.length > from) pieces.push({ node, from, to: text.length });
    }
    this.text = text;
    this.pieces = pieces;
  }

  override string(): string {
    return this.text;
  }

  override raw(): string {
    return JSON.stringify(this.text);
  }

  override value(): string {
    return this.text;
  }

  override nested(): Nested {
    this.inside ??= nestText(this.text, this);
    return this.inside;
  }

  override textRange(from: number, to: number): Range {
    const first = this.pieceAt(from);
    if (first === undefined) return this.range;
    const start = first.node.textRange(from - first.from, Math.min(to, first.to) - first.from);
    const last = to > first.to ? this.pieceAt(to - 1) : undefined;
    if (last === undefined) return start;
    const end = last.node.textRange(0, to - last.from);
    return end.source === start.source && end.from >= start.to ? { source: start.source, from: start.from, to: end.to } : start;
  }

  /** The piece that holds a unit; after the text the last one. */
  private pieceAt(unit: number): Piece | undefined {
    const { pieces } = this;
    let low = 0;
    for (let high = pieces.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((pieces[middle]?.from ?? 0) <= unit) low = middle;
      else high = middle;
    }
    return pieces[low];
  }
}
