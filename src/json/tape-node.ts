import { assembleValue } from "./assemble.js";
import { BACKSLASH, isDigit, OPEN_BRACE, OPEN_BRACKET, QUOTE, ZERO } from "./bytes.js";
import { escapedCode, escapeLength } from "./escapes.js";
import { lastOfEach } from "./last-of-each.js";
import type { JsonKind, JsonMember, JsonNode, Nested, Range, WordHolder } from "./node.js";
import { escapeStep } from "./pointer.js";
import { Flag } from "./scalar-scanner.js";
import type { KeyNames, WordListener } from "./seen-words.js";
import type { TapeView } from "./tape-view.js";
import type { TokenSets } from "./token-sets.js";
import type { JsonValue } from "./value.js";
import { findWords, type SearchedWords } from "./word-search.js";

/** Lookups that pass so many keys build an index instead. */
const INDEX_AFTER = 32;

/** `index` of a node that is no item: a member's value, whose key is the token before, the key itself, the root. */
const MEMBER = -1;
const KEY = -2;
const ROOT = -3;

/** Units between two places of a text that are remembered. */
const milestoneUnits = 1024;

/**
 * Places in the text that was asked last: a text may hold any number of calls, each with a place, and to count from the text's begin each
 * time would cost the product.
 */
let milestones: { readonly node: object | undefined; readonly passed: { readonly unit: number; readonly at: number }[] } = {
  node: undefined,
  passed: [],
};

/** A value on a tape: four fields, made new at each question. */
export class TapeNode implements JsonNode {
  readonly view: TapeView;
  readonly token: number;
  private readonly parent: TapeNode | undefined;
  private readonly index: number;

  private constructor(view: TapeView, token: number, parent: TapeNode | undefined, index: number) {
    this.view = view;
    this.token = token;
    this.parent = parent;
    this.index = index;
  }

  static root(view: TapeView, token: number): TapeNode {
    return new TapeNode(view, token, undefined, ROOT);
  }

  get kind(): JsonKind {
    switch (this.view.tape.firstByte(this.token)) {
      case OPEN_BRACE:
        return "object";
      case OPEN_BRACKET:
        return "array";
      case QUOTE:
        return "string";
      case 0x74:
      case 0x66:
        return "boolean";
      case 0x6e:
        return "null";
      default:
        return "number";
    }
  }

  get range(): Range {
    const { tape, text } = this.view;
    return text.range(tape.startOf(this.token), tape.endOf(this.token));
  }

  get pointer(): string {
    let pointer = "";
    for (let node: TapeNode = this; node.parent !== undefined; node = node.parent) {
      const step =
        node.index >= 0 ? String(node.index) : escapeStep(this.view.string(node.index === KEY ? node.token : node.token - 1) ?? "");
      pointer = `/${step}${pointer}`;
    }
    return pointer;
  }

  get within(): JsonNode | undefined {
    return this.view.within;
  }

  get(key: string): TapeNode | undefined {
    const { view, token } = this;
    const { tape } = view;
    if (tape.firstByte(token) !== OPEN_BRACE) return undefined;
    if (view.has(Flag.repeatedKey | Flag.escapedKey)) return this.getIndexed(key);
    const found = tape.find(token, key, INDEX_AFTER);
    if (found > 0) return new TapeNode(view, found, this, MEMBER);
    if (found < 0) return this.getIndexed(key);
    return view.has(Flag.nonAscii) && !isAscii(key) ? this.getIndexed(key) : undefined;
  }

  private getIndexed(key: string): TapeNode | undefined {
    const token = this.view.index(this.token).get(key);
    return token === undefined ? undefined : new TapeNode(this.view, token, this, MEMBER);
  }

  mayHaveOneOf(names: KeyNames): boolean {
    return this.view.seenWords.mayHaveOneOf(names);
  }

  tellWords(listener: WordListener): boolean {
    const { seenWords } = this.view;
    let around = 0;
    for (let node = this.parent; node !== undefined; node = node.parent) around++;
    return listener.add(seenWords, seenWords.textsIn(around));
  }

  addTo(values: TokenSets): void {
    values.add(this.view, this.token);
  }

  *holdersOf(words: SearchedWords, except: TokenSets): Generator<WordHolder, void, undefined> {
    const { view } = this;
    const spelled = view.has(Flag.escapedLetter) ? (token: number) => view.string(token) : undefined;
    for (const { open, word, isKey } of findWords(view.tape, this.token, words, except.of(view), spelled)) {
      yield { node: TapeNode.root(view, open), word, isKey, located: () => this.descendant(open) };
    }
  }

  /** The value inside this one that begins at a token. */
  private descendant(token: number): TapeNode {
    const { view } = this;
    const { tape } = view;
    let node: TapeNode = this;
    while (node.token < token) {
      const isObject = tape.firstByte(node.token) === OPEN_BRACE;
      let index = 0;
      let child = node.token + (isObject ? 2 : 1);
      while (tape.after(child) <= token) {
        child = tape.after(child) + (isObject ? 1 : 0);
        index++;
      }
      node = new TapeNode(view, child, node, isObject ? MEMBER : index);
    }
    return node;
  }

  first(): TapeNode | undefined {
    const { tape } = this.view;
    if (tape.firstByte(this.token) !== OPEN_BRACKET || tape.closeOf(this.token) === this.token + 1) return undefined;
    return new TapeNode(this.view, this.token + 1, this, 0);
  }

  items(): readonly TapeNode[] {
    const { tape } = this.view;
    const items: TapeNode[] = [];
    if (tape.firstByte(this.token) !== OPEN_BRACKET) return items;
    const close = tape.closeOf(this.token);
    for (let at = this.token + 1; at < close; at = tape.after(at)) items.push(new TapeNode(this.view, at, this, items.length));
    return items;
  }

  entries(): readonly (JsonMember & { readonly key: TapeNode; readonly value: TapeNode })[] {
    const { tape } = this.view;
    const entries: { key: TapeNode; value: TapeNode }[] = [];
    if (tape.firstByte(this.token) !== OPEN_BRACE) return entries;
    const close = tape.closeOf(this.token);
    for (let at = this.token + 1; at < close; at = tape.after(at + 1)) {
      entries.push({ key: new TapeNode(this.view, at, this, KEY), value: new TapeNode(this.view, at + 1, this, MEMBER) });
    }
    return entries;
  }

  keys(): readonly string[] {
    const { tape } = this.view;
    const keys: string[] = [];
    if (tape.firstByte(this.token) !== OPEN_BRACE) return keys;
    const close = tape.closeOf(this.token);
    for (let at = this.token + 1; at < close; at = tape.after(at + 1)) keys.push(this.view.string(at) ?? "");
    return keys;
  }

  members(): readonly JsonMember[] {
    const entries = this.entries();
    return this.view.has(Flag.repeatedKey) ? lastOfEach(entries) : entries;
  }

  string(): string | undefined {
    return this.view.tape.firstByte(this.token) === QUOTE ? this.view.string(this.token) : undefined;
  }

  number(): number | undefined {
    if (this.kind !== "number") return undefined;
    const { bytes } = this.view.tape;
    const to = this.view.tape.endOf(this.token);
    let at = this.view.tape.startOf(this.token);
    // Most numbers are short and whole: ten times faster than to build their text.
    let whole = 0;
    if (to - at < 16) {
      for (let byte = bytes[at] ?? 0; at < to && isDigit(byte); byte = bytes[++at] ?? 0) whole = 10 * whole + byte - ZERO;
    }
    return at === to ? whole : Number(this.raw());
  }

  boolean(): boolean | undefined {
    const byte = this.view.tape.firstByte(this.token);
    return byte === 0x74 ? true : byte === 0x66 ? false : undefined;
  }

  raw(): string {
    const { tape } = this.view;
    return this.view.slice(tape.startOf(this.token), tape.endOf(this.token)) ?? "";
  }

  value(): JsonValue {
    const { kind } = this;
    if (kind === "string") return this.string() ?? null;
    const raw = this.raw();
    return raw === "" ? assembleValue(this) : JSON.parse(raw);
  }

  bytes(): Uint8Array {
    const { tape } = this.view;
    return tape.bytes.subarray(tape.startOf(this.token), tape.endOf(this.token));
  }

  get recalledFrom(): object | undefined {
    return this.view.tape.recalled(this.token);
  }

  get textStart(): number | undefined {
    const { tape } = this.view;
    return tape.firstByte(this.token) === QUOTE ? tape.bytes[tape.startOf(this.token) + 1] : undefined;
  }

  nested(): Nested | undefined {
    return this.view.tape.firstByte(this.token) === QUOTE ? this.view.nest(this) : undefined;
  }

  textRange(from: number, to: number): Range {
    const { tape, text } = this.view;
    if (tape.firstByte(this.token) !== QUOTE) return this.range;
    return text.range(this.offsetOfUnit(from), this.offsetOfUnit(to));
  }

  /** The byte where the UTF-16 unit with this number begins, or after the last one. */
  private offsetOfUnit(unit: number): number {
    const { tape } = this.view;
    const { bytes } = tape;
    const end = tape.endOf(this.token) - 1;
    const begun = { unit: 0, at: tape.startOf(this.token) + 1 };
    if (milestones.node !== this) milestones = { node: this, passed: [begun] };
    const { passed } = milestones;
    let known = Math.min(Math.floor(unit / milestoneUnits), passed.length - 1);
    // A milestone may lie a unit after its number, where that is the second half of a pair.
    while ((passed[known]?.unit ?? 0) > unit) known -= 1;
    let { unit: units, at } = passed[known] ?? begun;
    while (units < unit && at < end) {
      if (units >= passed.length * milestoneUnits) passed.push({ unit: units, at });
      const byte = bytes[at] ?? 0;
      if (byte === BACKSLASH) {
        const code = escapedCode(bytes, at);
        units += code > 0xffff ? 2 : 1;
        at += escapeLength(bytes, at, code);
      } else {
        units += byte >= 0xf0 ? 2 : 1;
        at += byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      }
    }
    return at;
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
