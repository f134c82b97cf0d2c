import { constants } from "node:buffer";
import { PLAIN } from "./bytes.js";
import { decodeWtf8 } from "./escapes.js";
import type { JsonNode, Nested } from "./node.js";
import { Flag } from "./scalar-scanner.js";
import type { SeenWords } from "./seen-words.js";
import type { Tape } from "./tape.js";
import type { TapeNode } from "./tape-node.js";
import { assertLive, type Text } from "./text.js";
import { TEXT_SLOTS, textSlot } from "./text-slot.js";

/** Strings up to this many bytes are looked through before they are built: most are plain, though the document is not. */
const SHORT = 64;

/**
 * The short texts that were built last, by their slots. Roles, types and keys come again in every message: to find them here is five times
 * faster than to build them, and a string that is always the same one keeps its hash for the maps that it is looked up in.
 */
const words = Array.from({ length: TEXT_SLOTS }, () => "");

/** Scans the text of string nodes as documents of their own. */
export interface Nester {
  nest(node: TapeNode): Nested;
  /** One with nothing in it, for a document that outlives this one. */
  fresh(): Nester;
}

/** What a scan found out about its document. */
export interface Scanned {
  readonly flags: number;
  /** Opening tokens of the objects that may repeat a key. */
  readonly suspects: readonly number[];
  readonly seenWords: SeenWords;
}

/** What all nodes of one document share: the tape, what the scan found, and the memory of answers that cost. */
export class TapeView {
  readonly text: Text;
  readonly flags: number;
  readonly within: JsonNode | undefined;
  readonly nester: Nester;
  readonly seenWords: SeenWords;
  private readonly owned: Tape;
  private readonly generation: number;
  private indexes: Map<number, ReadonlyMap<string, number>> | undefined;
  private nested: Map<number, Nested> | undefined;

  constructor(tape: Tape, { flags, suspects, seenWords }: Scanned, text: Text, within: JsonNode | undefined, nester: Nester) {
    this.owned = tape;
    this.generation = tape.generation;
    this.text = text;
    this.within = within;
    this.nester = nester;
    this.seenWords = seenWords;
    this.flags = flags;
    for (const open of suspects) if (this.repeatsKey(open)) this.flags |= Flag.repeatedKey;
  }

  /** The tape, as long as it still holds this document; throws when it was cleared. */
  get tape(): Tape {
    // Each question to a node passes here: one comparison, and no call.
    if (this.owned.generation !== this.generation) assertLive(this.owned, this.generation);
    return this.owned;
  }

  has(flags: number): boolean {
    return (this.flags & flags) !== 0;
  }

  /** The bytes from one offset to another as text; `undefined` where no JavaScript string can hold them (512 MiB). */
  slice(from: number, to: number): string | undefined {
    const { bytes } = this.tape;
    if (to - from > constants.MAX_STRING_LENGTH) return undefined;
    if (!this.has(Flag.nonAscii)) return bytes.toString("latin1", from, to);
    return this.has(Flag.rawSurrogate) ? decodeWtf8(bytes, from, to) : bytes.toString("utf8", from, to);
  }

  /** The text of the string or key at `token`; `undefined` where it is too long. */
  string(token: number): string | undefined {
    const { tape } = this;
    const from = tape.startOf(token);
    const to = tape.endOf(token);
    if (to - from <= SHORT) {
      const { bytes } = tape;
      const slot = textSlot(to - from, bytes[from + 1] ?? 0, bytes[(from + to) >> 1] ?? 0, bytes[to - 2] ?? 0);
      const known = words[slot] ?? "";
      if (tape.isText(token, known)) return known;
      let at = from + 1;
      while (PLAIN[bytes[at] ?? 0] === 1) at++;
      if (at === to - 1) {
        const text = bytes.toString("latin1", from + 1, at);
        words[slot] = text;
        return text;
      }
    }
    const literal = this.slice(from, to);
    if (literal === undefined) return undefined;
    if (!literal.includes("\\")) return literal.slice(1, -1);
    const text: unknown = JSON.parse(literal);
    return String(text);
  }

  /** Value tokens of an object by decoded key, the last of repeated keys; built at the first question. */
  index(open: number): ReadonlyMap<string, number> {
    this.indexes ??= new Map();
    const known = this.indexes.get(open);
    if (known !== undefined) return known;
    const { tape } = this;
    const index = new Map<string, number>();
    for (let at = open + 1; at < tape.closeOf(open); at = tape.after(at + 1)) index.set(this.string(at) ?? "", at + 1);
    this.indexes.set(open, index);
    return index;
  }

  private repeatsKey(open: number): boolean {
    const { tape } = this;
    let keys = 0;
    for (let at = open + 1; at < tape.closeOf(open); at = tape.after(at + 1)) keys++;
    return this.index(open).size < keys;
  }

  /** The document inside a string, scanned once for all views of it. */
  nest(node: TapeNode): Nested {
    this.nested ??= new Map();
    let nested = this.nested.get(node.token);
    if (nested === undefined) {
      nested = this.nester.nest(node);
      this.nested.set(node.token, nested);
    }
    return nested;
  }
}
