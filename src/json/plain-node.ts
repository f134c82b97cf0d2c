import { nestText } from "./nested.js";
import type { JsonKind, JsonMember, JsonNode, Nested, Range } from "./node.js";
import { escapeStep } from "./pointer.js";
import { MAX_DEPTH } from "./scanner.js";
import type { JsonValue } from "./value.js";

/** Where plain data is: the pointer inside the data is all that is known of a part. */
export interface PlainPlace {
  range(pointer: string): Range;
  /** The pointer to show for a part of the data. */
  pointer(pointer: string): string;
  readonly within: JsonNode | undefined;
  /** It is what JSON.parse gave, which makes Infinity of a number too large for a double. */
  readonly isParsed?: boolean;
}

/**
 * A node over a value that has no text of its own: a row of a table, a literal.
 *
 * Beyond JSON it takes what decoders give: bigint (a number, its digits in `raw()`), Date (its ISO text), Uint8Array (UTF-8 text),
 * other typed arrays (items). Members without a value are absent; anything else that JSON lacks is null, as `JSON.stringify` has it.
 */
export class PlainNode implements JsonNode {
  private readonly data: unknown;
  private readonly place: PlainPlace;
  private readonly path: string;

  constructor(data: unknown, place: PlainPlace, path = "") {
    this.data = plain(data);
    this.place = place;
    this.path = path;
  }

  get kind(): JsonKind {
    const { data } = this;
    switch (typeof data) {
      case "string":
        return "string";
      case "boolean":
        return "boolean";
      case "bigint":
        return "number";
      case "number":
        return Number.isFinite(data) || (this.place.isParsed === true && !Number.isNaN(data)) ? "number" : "null";
      case "object":
        return data === null ? "null" : Array.isArray(data) ? "array" : "object";
      default:
        return "null";
    }
  }

  get range(): Range {
    return this.place.range(this.path);
  }

  get pointer(): string {
    return this.place.pointer(this.path);
  }

  get within(): JsonNode | undefined {
    return this.place.within;
  }

  get(key: string): JsonNode | undefined {
    if (this.kind !== "object") return undefined;
    const object: object = Object(this.data);
    const own: unknown = Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
    return own === undefined ? undefined : this.child(own, key);
  }

  first(): JsonNode | undefined {
    return this.items()[0];
  }

  items(): readonly JsonNode[] {
    return Array.isArray(this.data) ? this.data.map((item: unknown, index) => this.child(item, String(index))) : [];
  }

  entries(): readonly JsonMember[] {
    if (this.kind !== "object") return [];
    const members: [string, unknown][] = Object.entries(Object(this.data));
    return members
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ key: this.child(key, key), value: this.child(value, key) }));
  }

  string(): string | undefined {
    return typeof this.data === "string" ? this.data : undefined;
  }

  number(): number | undefined {
    return this.kind === "number" ? Number(this.data) : undefined;
  }

  boolean(): boolean | undefined {
    return typeof this.data === "boolean" ? this.data : undefined;
  }

  raw(): string {
    return this.kind === "number" ? String(this.data) : JSON.stringify(this.value());
  }

  value(): JsonValue {
    return toJson(this, MAX_DEPTH);
  }

  bytes(): undefined {
    return undefined;
  }

  nested(): Nested | undefined {
    return typeof this.data === "string" ? nestText(this.data, this) : undefined;
  }

  textRange(): Range {
    return this.range;
  }

  private child(data: unknown, step: string): PlainNode {
    return new PlainNode(data, this.place, `${this.path}/${escapeStep(step)}`);
  }
}

/** A value that is nowhere, as a node: for what asks nodes alone. */
export function valueNode(data: JsonValue): JsonNode {
  return new PlainNode(data, nowhere);
}

const nowhere: PlainPlace = {
  range: () => ({ source: { position: () => undefined }, from: 0, to: 0 }),
  pointer: (pointer) => pointer,
  within: undefined,
  isParsed: true,
};

/** A row of a table as a node: pointers are those inside the row. */
export function plainNode(data: unknown, rangeOf: (pointer: string) => Range): JsonNode {
  return new PlainNode(data, { range: rangeOf, pointer: (pointer) => pointer, within: undefined });
}

/** `levels`: data of ours may be endless (a cycle); what lies too deep is null. */
function toJson(node: JsonNode, levels: number): JsonValue {
  switch (node.kind) {
    case "array":
      return levels === 0 ? null : node.items().map((item) => toJson(item, levels - 1));
    case "object":
      return levels === 0
        ? null
        : Object.fromEntries(node.entries().map(({ key, value }) => [key.string() ?? "", toJson(value, levels - 1)]));
    default:
      return node.string() ?? node.number() ?? node.boolean() ?? null;
  }
}

/** Brings what decoders give to the types of JSON, and bigint. */
function plain(data: unknown): unknown {
  if (data instanceof Uint8Array) return Buffer.from(data).toString("utf8");
  if (data instanceof Date) return Number.isFinite(data.getTime()) ? data.toISOString() : null;
  return isTypedArray(data) ? Array.from(data) : data;
}

function isTypedArray(data: unknown): data is Iterable<number | bigint> {
  return ArrayBuffer.isView(data) && !(data instanceof DataView);
}
