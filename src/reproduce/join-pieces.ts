import { type FileTree, mapTree, type TextLeaf, type Tree, treeOfText } from "./tree.js";

/** Keys under which streams bring arguments piece by piece. */
const pieceKeys: ReadonlySet<string> = new Set(["arguments", "partial_json", "delta", "input", "arguments_delta", "partialJson"]);

/** Members that say which part of the answer a piece belongs to. */
const partKeys: ReadonlySet<string> = new Set(["index", "output_index", "content_index", "item_id", "contentBlockIndex", "contentIndex"]);

interface Piece {
  readonly part: string;
  readonly leaf: TextLeaf;
}

/**
 * Arguments that a stream brings in pieces, put into the first piece: no piece says which of its letters are keys, the whole does. The other
 * pieces become empty.
 */
export function joinPieces(file: FileTree): FileTree {
  const [only] = file.records;
  const events = file.layout === "document" && only?.kind === "list" ? only.items : file.records;
  const joined = joinIn(events);
  if (joined === events) return joinInside(file);
  if (file.layout === "document") return { ...file, records: [{ kind: "list", items: joined }] };
  return { ...file, records: joined };
}

/** Streams inside texts. */
function joinInside(file: FileTree): FileTree {
  const joined = (part: Tree): Tree => (part.kind === "list" ? { kind: "list", items: joinIn(part.items) } : part);
  return { ...file, records: file.records.map((record) => mapTree(record, joined)) };
}

function joinIn(events: readonly Tree[]): readonly Tree[] {
  const byPart = new Map<string, Piece[]>();
  for (const event of events) {
    for (const piece of piecesIn(event, "", "")) byPart.set(piece.part, [...(byPart.get(piece.part) ?? []), piece]);
  }
  const replaced = new Map<TextLeaf, Tree>();
  for (const pieces of byPart.values()) {
    const whole = pieces.length < 2 ? undefined : treeOfText(pieces.map(({ leaf }) => leaf.text).join(""));
    if (whole?.kind !== "object") continue;
    const [first, ...others] = pieces.filter(({ leaf }) => leaf.text !== "");
    if (first === undefined) continue;
    replaced.set(first.leaf, { kind: "packed", packing: "json", encoding: null, inner: freed(whole) });
    for (const { leaf } of others) replaced.set(leaf, { ...leaf, text: "" });
  }
  return replaced.size === 0
    ? events
    : events.map((event) => mapTree(event, (part) => (part.kind === "text" ? (replaced.get(part) ?? part) : part)));
}

function* piecesIn(tree: Tree, path: string, part: string): Generator<Piece, void, undefined> {
  if (tree.kind === "packed") return yield* piecesIn(tree.inner, `${path}*`, part);
  if (tree.kind === "list") {
    for (const item of tree.items) yield* piecesIn(item, `${path}/`, part);
  }
  if (tree.kind !== "object") return;
  const own = tree.members.flatMap(({ key, value }) => (partKeys.has(key) ? [`${key}=${wordOf(value)}`] : []));
  const inner = [part, ...own].join(" ");
  for (const { key, value } of tree.members) {
    if (value.kind !== "text") yield* piecesIn(value, `${path}/${key}`, inner);
    else if (pieceKeys.has(key)) yield { part: `${path}/${key}${inner}`, leaf: value };
  }
}

function wordOf(tree: Tree): string {
  return tree.kind === "raw" ? tree.raw : tree.kind === "text" ? tree.text : "";
}

/** All in it is somebody's own. */
function freed(tree: Tree): Tree {
  return mapTree(tree, (part) => (part.kind === "text" ? { ...part, isFree: true } : part));
}
