import type { Alias, Document, Node, Pair, Scalar } from "yaml";
import { assembleValue } from "./assemble.js";
import { lastOfEach } from "./last-of-each.js";
import { nestText } from "./nested.js";
import type { JsonKind, JsonMember, JsonNode, Nested, Range } from "./node.js";
import { escapeStep } from "./pointer.js";
import type { StringSource } from "./string-source.js";
import type { JsonValue } from "./value.js";
import { placesInScalar } from "./yaml-scalar.js";

/** What all nodes of one YAML document share. */
export interface YamlContext {
  /** The `yaml` package, which is loaded only when a YAML file is met. */
  readonly library: typeof import("yaml");
  readonly document: Document;
  /** What each alias stands for: the parser's own search walks the whole document for each. */
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly source: StringSource;
}

/** Tags of scalars that hold bytes as base64: YAML's own, and Ruby's. */
const binaryTags: ReadonlySet<string> = new Set(["tag:yaml.org,2002:binary", "!binary"]);

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A scalar's value as JSON has it, or the bytes that it holds. */
type ScalarValue = string | number | bigint | boolean | null | Uint8Array;

/** Where a node is in its tree: the node around it, and the key or index there. */
interface Step {
  readonly parent: YamlNode;
  readonly key: string;
}

/** Where a node is found: all that is inside an alias is where the alias does. */
interface Place {
  readonly written: Node | undefined;
  readonly isAlias: boolean;
}

const nowhere: Place = { written: undefined, isAlias: false };

/**
 * A value of a YAML document (1.2, core schema: dates stay text). An alias has the value of its anchor and the place of its own.
 *
 * What JSON lacks is null (`.nan`, `.inf`); keys that are no text are their text. The document was checked by its reader: no alias is
 * inside its own anchor, and all of them together unfold to a bounded number of nodes.
 */
export class YamlNode implements JsonNode {
  private readonly context: YamlContext;
  /** The value; `undefined` where nothing is written. */
  private readonly node: Node | undefined;
  /** Where it is written: the alias, or the node itself; for an empty value what is before it. */
  private readonly place: Place;
  private readonly step: Step | undefined;
  private readonly isKey: boolean;
  private decoded: ScalarValue | undefined;
  private inside: Nested | undefined;

  private constructor(context: YamlContext, written: Node | undefined, around: Place, step: Step | undefined, isKey: boolean) {
    this.context = context;
    this.node = resolve(written, context);
    this.place = around.isAlias || !written?.range ? around : { written, isAlias: context.library.isAlias(written) };
    this.step = step;
    this.isKey = isKey;
  }

  static root(context: YamlContext): YamlNode {
    const { contents } = context.document;
    return new YamlNode(context, contents ?? undefined, nowhere, undefined, false);
  }

  get kind(): JsonKind {
    const { library } = this.context;
    if (this.isKey) return "string";
    if (library.isMap(this.node)) return "object";
    if (library.isSeq(this.node)) return "array";
    const value = this.scalar();
    switch (typeof value) {
      case "boolean":
        return "boolean";
      case "number":
      case "bigint":
        return "number";
      case "string":
        return "string";
      default:
        return value === null ? "null" : "string";
    }
  }

  get range(): Range {
    const [from = 0, to = 0] = this.place.written?.range ?? [];
    return this.context.source.range(from, to);
  }

  get pointer(): string {
    let pointer = "";
    for (let step = this.step; step !== undefined; step = step.parent.step) pointer = `/${escapeStep(step.key)}${pointer}`;
    return pointer;
  }

  get within(): undefined {
    return undefined;
  }

  get(key: string): YamlNode | undefined {
    const pair = this.pairs().findLast((each) => this.keyText(each) === key);
    return pair && this.valueOf(pair, key);
  }

  first(): YamlNode | undefined {
    const { library } = this.context;
    const [first] = library.isSeq(this.node) ? this.node.items : [];
    return first === undefined ? undefined : this.child(first, "0");
  }

  items(): readonly YamlNode[] {
    const { library } = this.context;
    return library.isSeq(this.node) && !this.isKey ? this.node.items.map((item, index) => this.child(item, String(index))) : [];
  }

  entries(): readonly (JsonMember & { readonly key: YamlNode; readonly value: YamlNode })[] {
    return this.pairs().map((pair) => {
      const key = this.keyText(pair);
      const node = this.asNode(pair.key);
      return { key: new YamlNode(this.context, node, this.place, { parent: this, key }, true), value: this.valueOf(pair, key) };
    });
  }

  members(): readonly JsonMember[] {
    return lastOfEach(this.entries());
  }

  string(): string | undefined {
    if (this.isKey) return this.text();
    const value = this.scalar();
    if (typeof value === "string") return value;
    return value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : undefined;
  }

  number(): number | undefined {
    return this.kind === "number" ? Number(this.scalar()) : undefined;
  }

  boolean(): boolean | undefined {
    const value = this.scalar();
    return typeof value === "boolean" && !this.isKey ? value : undefined;
  }

  /** The bytes of a scalar that is tagged as binary. */
  binary(): Uint8Array | undefined {
    const value = this.scalar();
    return value instanceof Uint8Array ? value : undefined;
  }

  /** JSON text of the value; a number as it is written where JSON writes it so. */
  raw(): string {
    if (this.kind !== "number") return JSON.stringify(this.value());
    const written = this.context.library.isScalar(this.node) ? (this.node.source ?? "") : "";
    return jsonNumber.test(written) ? written : String(this.scalar());
  }

  value(): JsonValue {
    switch (this.kind) {
      case "object":
      case "array":
        return assembleValue(this);
      default:
        return this.string() ?? this.number() ?? this.boolean() ?? null;
    }
  }

  bytes(): undefined {
    return undefined;
  }

  nested(): Nested | undefined {
    const text = this.string();
    if (text === undefined) return undefined;
    this.inside ??= nestText(text, this);
    return this.inside;
  }

  textRange(from: number, to: number): Range {
    const places = this.places();
    if (places === undefined) return this.range;
    const last = places.length - 1;
    return this.context.source.range(places[Math.min(from, last)] ?? 0, places[Math.min(to, last)] ?? 0);
  }

  /** It is an alias, or inside one: a walk over the document meets its value elsewhere. */
  get isAlias(): boolean {
    return this.place.isAlias;
  }

  private scalar(): ScalarValue {
    if (this.decoded === undefined) this.decoded = this.context.library.isScalar(this.node) ? decodeScalar(this.node) : null;
    return this.decoded;
  }

  private places(): Uint32Array | undefined {
    const { library, source } = this.context;
    const { node } = this;
    if (this.isAlias || !library.isScalar(node) || !node.range || node.type === undefined || typeof node.value !== "string")
      return undefined;
    const [from, to] = node.range;
    return placesInScalar(source.text, from, to, node.type, node.value);
  }

  private pairs(): readonly Pair[] {
    return this.context.library.isMap(this.node) && !this.isKey ? this.node.items : [];
  }

  private keyText({ key }: Pair): string {
    return textOfKey(resolve(this.asNode(key), this.context), this.context);
  }

  private text(): string {
    return textOfKey(this.node, this.context);
  }

  private valueOf({ key, value }: Pair, step: string): YamlNode {
    const written = this.asNode(key);
    const around = this.place.isAlias || written === undefined ? this.place : { written, isAlias: false };
    return new YamlNode(this.context, this.asNode(value), around, { parent: this, key: step }, false);
  }

  private child(item: unknown, step: string): YamlNode {
    return new YamlNode(this.context, this.asNode(item), this.place, { parent: this, key: step }, false);
  }

  private asNode(value: unknown): Node | undefined {
    return this.context.library.isNode(value) ? value : undefined;
  }
}

/** The node itself, or the one that an alias stands for. */
export function resolve(node: Node | undefined, { library, targets }: YamlContext): Node | undefined {
  return library.isAlias(node) ? targets.get(node) : node;
}

function decodeScalar(node: Scalar): ScalarValue {
  const { value, tag, source } = node;
  if (tag !== undefined && binaryTags.has(tag)) return value instanceof Uint8Array ? value : Buffer.from(String(value), "base64");
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      return Number.isFinite(value) || jsonNumber.test(source ?? "") ? value : null;
    default:
      return value === null || value === undefined ? null : (source ?? null);
  }
}

function textOfKey(node: Node | undefined, { library }: YamlContext): string {
  if (library.isScalar(node)) {
    const value = decodeScalar(node);
    if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
    return typeof value === "string" ? value : (node.source ?? String(value));
  }
  return node === undefined ? "" : node.toString();
}

/** The bytes of a node that holds bytes, as YAML's `!!binary` does; its `string()` is their UTF-8 text. */
export function binaryOf(node: JsonNode): Uint8Array | undefined {
  return node instanceof YamlNode ? node.binary() : undefined;
}
