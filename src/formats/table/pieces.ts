import type { FinishReason, Role } from "../../model/conversation.js";
import { type Test, testOf } from "./condition.js";
import { type Path, pathsOf } from "./place.js";
import type { CallPiece, MessagePiece, Piece, Pieces, ResultPiece } from "./table.js";

/** `Pieces` made ready: places taken apart, words in maps, since a word of a transcript may be `constructor`. */
export interface ReadyPieces {
  readonly by: readonly Path[] | undefined;
  readonly kinds: ReadonlyMap<string, readonly ReadyPiece[]>;
  readonly each: readonly ReadyPiece[];
}

/** A piece made ready. `at`: where it stands; without paths, it is the value itself. */
export type ReadyPiece =
  | ReadyMessage
  | ReadyCall
  | ReadyResult
  | { readonly is: "text" | "thinking" | "other"; readonly at: readonly Path[] }
  | { readonly is: "nothing" }
  | { readonly is: "pieces"; readonly at: readonly Path[]; readonly pieces: ReadyPieces };

/** A message made ready. */
export interface ReadyMessage {
  readonly is: "message";
  readonly at: readonly Path[];
  readonly role: Role | { readonly at: readonly Path[]; readonly words: ReadonlyMap<string, Role> };
  readonly content: readonly Path[];
  readonly parts: ReadyPieces | undefined;
  readonly needsParts: boolean;
  readonly beside: readonly ReadyPiece[];
  readonly finish: { readonly at: readonly Path[]; readonly words: ReadonlyMap<string, FinishReason> } | undefined;
}

/** A call made ready. */
export interface ReadyCall {
  readonly is: "call";
  readonly at: readonly Path[];
  readonly id: readonly Path[];
  readonly name: readonly Path[];
  readonly arguments: readonly Path[];
  readonly container: "string" | "object" | "either";
  readonly hosted: Test | undefined;
  readonly partial: Test | undefined;
  readonly settled: Test | undefined;
  readonly result: { readonly content: readonly Path[]; readonly isError: Test | undefined } | undefined;
}

/** A result made ready. */
export interface ReadyResult {
  readonly is: "result";
  readonly at: readonly Path[];
  readonly id: readonly Path[];
  readonly name: readonly Path[];
  readonly content: readonly Path[];
  readonly isError: Test | undefined;
  readonly structured: readonly Path[];
}

/** Makes pieces ready for being read. */
export function readyPieces({ by, kinds = {}, each = [] }: Pieces): ReadyPieces {
  return {
    by: by === undefined ? undefined : pathsOf(by),
    kinds: new Map(Object.entries(kinds).map(([word, piece]) => [word, "is" in piece ? [readyPiece(piece)] : piece.map(readyPiece)])),
    each: each.map(readyPiece),
  };
}

function readyPiece(piece: Piece): ReadyPiece {
  switch (piece.is) {
    case "message":
      return readyMessage(piece);
    case "call":
      return readyCall(piece);
    case "result":
      return readyResult(piece);
    case "pieces":
      return { is: "pieces", at: pathsOf(piece.at), pieces: readyPieces(piece) };
    case "nothing":
      return piece;
    default:
      return { is: piece.is, at: pathsOf(piece.at) };
  }
}

function readyMessage({ at, role, content, parts, needsParts = false, beside = [], finish }: MessagePiece): ReadyMessage {
  return {
    is: "message",
    at: pathsOf(at),
    role: typeof role === "string" ? role : { at: pathsOf(role.at), words: new Map(Object.entries(role.words)) },
    content: pathsOf(content),
    parts: parts && readyPieces(parts),
    needsParts,
    beside: beside.map(readyPiece),
    finish: finish && { at: pathsOf(finish.at), words: new Map(Object.entries(finish.words)) },
  };
}

function readyCall({ at, id, name, arguments: given, container, hosted, partial, settled, result }: CallPiece): ReadyCall {
  return {
    is: "call",
    at: pathsOf(at),
    id: pathsOf(id),
    name: pathsOf(name),
    arguments: pathsOf(given),
    container: container ?? "either",
    hosted: hosted && testOf(hosted),
    partial: partial && testOf(partial),
    settled: settled && testOf(settled),
    result: result && { content: pathsOf(result.content), isError: result.isError && testOf(result.isError) },
  };
}

function readyResult({ at, id, name, content, isError, structured }: ResultPiece): ReadyResult {
  return {
    is: "result",
    at: pathsOf(at),
    id: pathsOf(id),
    name: pathsOf(name),
    content: pathsOf(content),
    isError: isError && testOf(isError),
    structured: pathsOf(structured),
  };
}
