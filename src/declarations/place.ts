import type { JsonKind, JsonNode } from "../json/node.js";
import { escapeStep } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";

/** A spot in a declaration, whether something is there or not: a reader asks first and judges later. */
export class DeclarationPlace {
  readonly node: JsonNode | undefined;
  /** RFC 6901, from the node that the list was read from. */
  readonly pointer: string;
  /** The last step of the pointer. */
  readonly key: string;

  constructor(node: JsonNode | undefined, pointer = "", key = "") {
    this.node = node;
    this.pointer = pointer;
    this.key = key;
  }

  get(key: string): DeclarationPlace {
    return new DeclarationPlace(this.node?.get(key), `${this.pointer}/${escapeStep(key)}`, key);
  }

  /** The first of several spellings under which something is, else the place of the first spelling. */
  firstOf(keys: readonly [string, ...string[]]): DeclarationPlace {
    const places = keys.map((key) => this.get(key));
    return places.find((place) => place.isGiven) ?? this.get(keys[0]);
  }

  items(): readonly DeclarationPlace[] {
    return (this.node?.items() ?? []).map((item, index) => new DeclarationPlace(item, `${this.pointer}/${index}`, String(index)));
  }

  /** Members of an object under their keys; a repeated key is there once, with its last value. */
  members(): readonly (readonly [key: string, value: DeclarationPlace])[] {
    const keys = new Set((this.node?.entries() ?? []).map(({ key }) => key.string() ?? ""));
    return [...keys].map((key) => [key, this.get(key)]);
  }

  /** Something other than JSON null is here: recorders write null for what is unset. */
  get isGiven(): boolean {
    return this.node !== undefined && this.node.kind !== "null";
  }

  get isObject(): boolean {
    return this.node?.kind === "object";
  }

  get kind(): JsonKind | "nothing" {
    return this.node?.kind ?? "nothing";
  }

  text(): string | undefined {
    return this.node?.string();
  }

  flag(): boolean | null {
    return this.node?.boolean() ?? null;
  }

  value(): JsonValue {
    return this.node?.value() ?? null;
  }
}
