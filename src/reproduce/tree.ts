import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { readRecords } from "../containers/index.js";
import { looksLikeEventStream } from "../json/event-stream.js";
import type { JsonNode } from "../json/node.js";
import { JsonReader, parseJson } from "../json/read.js";

/** A value of a file as it is written, repeated keys and long numbers included: what a reproduction is made of, and cut from. */
export type Tree = ObjectTree | ListTree | TextLeaf | RawLeaf | PackedTree;

/** An object, member by member. */
export interface ObjectTree {
  readonly kind: "object";
  readonly members: readonly TreeMember[];
}

/** A key with its value. */
export interface TreeMember {
  readonly key: string;
  readonly value: Tree;
}

/** A list. */
export interface ListTree {
  readonly kind: "list";
  readonly items: readonly Tree[];
}

/** A text, and where it is. */
export interface TextLeaf {
  readonly kind: "text";
  readonly text: string;
  /** The nearest key above it. */
  readonly key: string;
  /** Somebody's own words, whatever they are: arguments, results, prose. Elsewhere a word of the wire means what the wire says. */
  readonly isFree: boolean;
}

/** A number, `true`, `false` or `null`. */
export interface RawLeaf {
  readonly kind: "raw";
  readonly raw: string;
}

/** A text that holds a value: JSON or server-sent events, perhaps packed and written in digits. */
export interface PackedTree {
  readonly kind: "packed";
  readonly packing: "json" | "events";
  /** How its bytes are written; `null`: as text. */
  readonly encoding: PackedEncoding | null;
  readonly inner: Tree;
}

/** Bytes as text, and what is in them. */
export interface PackedEncoding {
  readonly digits: "base64" | "hex";
  readonly isGzip: boolean;
}

/** A file taken apart, and how it is put together again: one document, one a line, or server-sent events. */
export interface FileTree {
  readonly layout: "document" | "lines" | "events";
  readonly records: readonly Tree[];
}

/** A file as trees; `undefined` where something in it is broken: then only its text can be shown. */
export function readFileTree(bytes: Uint8Array, maxBytes: number): FileTree | undefined {
  const records: Tree[] = [];
  let isNumbered = false;
  for (const record of readRecords([bytes], new JsonReader(), maxBytes)) {
    if (record.kind === "fault") return undefined;
    isNumbered ||= record.record !== null;
    records.push(treeOf(record.document.root));
  }
  const isStream = looksLikeEventStream(new TextDecoder("latin1").decode(bytes.subarray(0, 4096)));
  const [only] = records;
  if (!isNumbered && isStream && only?.kind === "list") return { layout: "events", records: only.items };
  return { layout: isNumbered || records.length > 1 ? "lines" : "document", records };
}

/** The value of a JSON text; `undefined` where it is none. */
export function treeOfText(text: string): Tree | undefined {
  const read = parseJson(text);
  return read.kind === "fault" ? undefined : treeOf(read.document.root);
}

/** A tree with each of its parts changed, the inner ones first. */
export function mapTree(tree: Tree, change: (part: Tree) => Tree): Tree {
  switch (tree.kind) {
    case "object":
      return change({ kind: "object", members: tree.members.map(({ key, value }) => ({ key, value: mapTree(value, change) })) });
    case "list":
      return change({ kind: "list", items: tree.items.map((item) => mapTree(item, change)) });
    case "packed":
      return change({ ...tree, inner: mapTree(tree.inner, change) });
    default:
      return change(tree);
  }
}

/** The same file with bytes written as the text that they are. */
export function withoutDigits(file: FileTree): FileTree {
  const records = file.records.map((record) => mapTree(record, (part) => (part.kind === "packed" ? { ...part, encoding: null } : part)));
  return { ...file, records };
}

const noKey = { key: "", isFree: false };

function treeOf(node: JsonNode, place: Pick<TextLeaf, "key" | "isFree"> = noKey): Tree {
  switch (node.kind) {
    case "object":
      return {
        kind: "object",
        members: node.entries().map(({ key, value }) => {
          const name = key.string() ?? "";
          return { key: name, value: treeOf(value, { key: name, isFree: place.isFree || opensFree(name, value) }) };
        }),
      };
    case "array":
      return { kind: "list", items: node.items().map((item) => treeOf(item, place)) };
    case "string":
      return treeOfString(node.string() ?? "", place);
    default:
      return { kind: "raw", raw: node.raw() };
  }
}

/** Keys under which everything is somebody's own: arguments, and values that a schema names. */
const freeKeys: ReadonlySet<string> = new Set(
  "arguments args parsed_arguments metadata enum const default examples description title content text thinking reasoning summary".split(
    " ",
  ),
);

function opensFree(key: string, value: JsonNode): boolean {
  if (key === "input") return value.kind === "object";
  if (key === "content") return value.kind === "string";
  return freeKeys.has(key) && (value.kind !== "array" || key === "enum" || key === "examples");
}

function treeOfString(text: string, place: Pick<TextLeaf, "key" | "isFree">): Tree {
  return packedIn(text, place, null) ?? packedInDigits(text, place) ?? { kind: "text", text, ...place };
}

function packedIn(text: string, place: Pick<TextLeaf, "key" | "isFree">, encoding: PackedEncoding | null): Tree | undefined {
  if (/^\s*[[{]/.test(text)) {
    const read = parseJson(text);
    return read.kind === "fault" ? undefined : { kind: "packed", packing: "json", encoding, inner: treeOf(read.document.root, place) };
  }
  if (!looksLikeEventStream(text.slice(0, 4096))) return undefined;
  for (const record of readRecords([Buffer.from(text)], new JsonReader(), text.length * 4)) {
    return record.kind === "fault"
      ? undefined
      : { kind: "packed", packing: "events", encoding, inner: treeOf(record.document.root, place) };
  }
  return undefined;
}

function packedInDigits(text: string, place: Pick<TextLeaf, "key" | "isFree">): Tree | undefined {
  const written = text.replace(/\s+/g, "");
  if (written.length < 16) return undefined;
  const digits = /^[0-9a-f]+$/i.test(written) ? "hex" : "base64";
  if (digits === "base64" && (written.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(written))) return undefined;
  const bytes = Buffer.from(written, digits);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = isGzip ? unzipped(bytes) : bytes;
  const inner = unpacked?.toString("utf8") ?? "";
  return unpacked !== undefined && Buffer.from(inner).equals(unpacked) ? packedIn(inner, place, { digits, isGzip }) : undefined;
}

function unzipped(bytes: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: 64 * 1024 * 1024 });
  } catch {
    return undefined; // damaged, or none at all
  }
}
