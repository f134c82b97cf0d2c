import type { KeyNames, WordListener } from "./seen-words.js";
import type { TokenSets } from "./token-sets.js";
import type { JsonValue } from "./value.js";
import type { SearchedWords } from "./word-search.js";

/** A place in a file: 1-based line and column (UTF-16 units), 0-based offset (UTF-16 units from the start of the file). */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Translates the offsets of one document into places in its file. */
export interface Source {
  /** `undefined` where the source has no text (a database row). Cheapest when asked in rising order. */
  position(offset: number): Position | undefined;
  /** The line around an offset, cut to a bounded length, for a code frame; absent where the source has no lines. */
  excerpt?(offset: number): Excerpt | undefined;
}

/** (A part of) one line of a file, as written. */
export interface Excerpt {
  /** Hostile text: reporters neutralise it. */
  readonly text: string;
  /** Column (1-based, UTF-16 units) of the first character of `text`. */
  readonly column: number;
  readonly cutLeft: boolean;
  readonly cutRight: boolean;
}

/** Offsets in the source's own unit (JSON: bytes; YAML: UTF-16 units), end excluded. Only `source` can read them. */
export interface Range {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
}

/** What a JSON value is. */
export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** One member of an object, in document order. */
export interface JsonMember {
  readonly key: JsonNode;
  readonly value: JsonNode;
}

/** An object that a word is in. */
export interface WordHolder {
  /** Answers all but where it is: its pointer begins here. */
  readonly node: JsonNode;
  readonly word: string;
  readonly isKey: boolean;
  /** The same object with its pointer, found from the root at a cost. */
  located(): JsonNode;
}

/** One value of a document, read only when asked. Nothing throws: a wrong kind gives `undefined` or an empty list. */
export interface JsonNode {
  readonly kind: JsonKind;
  /** Exact place of the value, quotes and brackets included, also inside a string. */
  readonly range: Range;
  /** RFC 6901 from the root of its own document, linear in depth. For findings, not for loops. */
  readonly pointer: string;
  /** The string that holds this document, when it is nested. */
  readonly within: JsonNode | undefined;
  /** The value of an own key (`__proto__` is like any other); of repeated keys the last. A new view at each call. */
  get(key: string): JsonNode | undefined;
  /**
   * Whether an object anywhere in this node's document may have a key of one of these names: `false` is certain, and costs a look into a
   * table for each name. Absent where no scan saw all keys of what the node holds (YAML, rows, composed lists): then anything may be
   * there. Keys inside strings do not count, JSON or not.
   */
  mayHaveOneOf?(names: KeyNames): boolean;
  /**
   * Tells all words of the documents that this value is of, keys and short strings, to somebody who looks for some; `false` where that is
   * not known. Absent as `mayHaveOneOf` is.
   */
  tellWords?(listener: WordListener): boolean;
  /**
   * The objects of this value that have one of these words as a key, or as the value of a member, in document order; without those inside
   * the values of `except`, and without keys whose value is one of these or a list of them alone. Absent where there are no tokens to be
   * looked through. One pass, in which nothing is built but what is found.
   */
  holdersOf?(words: SearchedWords, except: TokenSets): Iterable<WordHolder>;
  /** Adds this value to a set; absent where `holdersOf` is. */
  addTo?(values: TokenSets): void;
  /** The first item of an array, or `undefined`: constant time, for probes. */
  first(): JsonNode | undefined;
  items(): readonly JsonNode[];
  /** Members in document order, repeated keys included. */
  entries(): readonly JsonMember[];
  /** The keys of `entries`, without the nodes; absent where that spares nothing. */
  keys?(): readonly string[];
  /** Members as JSON.parse has them: of repeated keys the last. Absent where no key can be repeated: `entries` says the same there. */
  members?(): readonly JsonMember[];
  string(): string | undefined;
  /** As JSON.parse rounds it (1e400 is Infinity); judge big integers by `raw()`. */
  number(): number | undefined;
  boolean(): boolean | undefined;
  /** The source text, undecoded. */
  raw(): string;
  /** What JSON.parse gives: fresh and whole. The expensive one: for arguments and schemas. */
  value(): JsonValue;
  /** The source bytes, as a cache key; `undefined` where there are none. A view: copy to keep. */
  bytes(): Uint8Array | undefined;
  /**
   * Stands for the bytes of this value, as a cache key: where two values of one reader have the same object here, they have the same bytes.
   * Absent or `undefined` where the reader did not notice that they came again.
   */
  readonly recalledFrom?: object | undefined;
  /** The first byte of a string as it is written, its closing quote where it is empty; absent where that is not at hand. */
  readonly textStart?: number | undefined;
  /** JSON inside this string, scanned at the first call; `undefined` for other kinds. */
  nested(): Nested | undefined;
  /** Exact place of a part of a string's text (UTF-16 units of `string()`, end excluded), through the escapes; other kinds give their range. */
  textRange(from: number, to: number): Range;
}

/** A fact about the text of a document that JSON.parse would hide. `at` is the key (the later one), the string or the number. */
export interface Defect {
  readonly kind: "repeated-key" | "lone-surrogate" | "long-number";
  readonly at: JsonNode;
}

/** A whole document: its root, and what its text hides. */
export interface JsonDocument {
  readonly root: JsonNode;
  /** Exact, in document order; empty and free of cost when the scan raised no suspicion. */
  defects(): readonly Defect[];
}

/** What kept a text from being JSON, in words that help to fix it. */
export type JsonFaultKind =
  | "empty"
  | "byte-order-mark"
  | "utf-16"
  | "nul-bytes"
  | "invalid-utf-8"
  | "python-literal"
  | "not-a-number"
  | "single-quotes"
  | "comment"
  | "trailing-comma"
  | "control-character"
  | "invalid-escape"
  | "invalid-number"
  | "trailing-text"
  | "several-values"
  | "truncated"
  | "too-deep"
  | "too-large"
  | "unexpected-character"
  /** YAML that is none, or that no JSON can say. */
  | "invalid-yaml"
  /** Compressed bytes that do not unpack. */
  | "damaged";

/** The first fault of a text: its kind, a sentence without final period, and the exact place. */
export interface JsonFault {
  readonly kind: JsonFaultKind;
  readonly message: string;
  readonly at: Range;
}

/** A string's text, scanned as JSON: a document of its own, or where the scan stopped. */
export type Nested = { readonly kind: "json"; readonly document: JsonDocument } | { readonly kind: "malformed"; readonly fault: JsonFault };
