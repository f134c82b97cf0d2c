import type { FinishReason, Role } from "../../model/conversation.js";
import { type Test, testOf, Words } from "./condition.js";
import { type Path, pathsOf } from "./place.js";
import type { CallPiece, Condition, FinishWords, MessagePiece, OtherPiece, Piece, Pieces, ResultPiece, RoleWords } from "./table.js";

/** `Pieces` made ready: places taken apart, words in maps, since a word of a transcript may be `constructor`. */
export interface ReadyPieces {
  readonly by: readonly Path[] | undefined;
  readonly kinds: Words<readonly ReadyPiece[]>;
  readonly needsKind: boolean;
  readonly others: boolean;
  readonly each: readonly ReadyPiece[];
}

/** A piece made ready. `at`: where it is; without paths, it is the value itself. */
export type ReadyPiece = { readonly at: readonly Path[]; readonly if: Test | undefined; readonly needed: string | undefined } & ReadyKind;

type ReadyKind =
  | ReadyMessage
  | ReadyCall
  | ReadyResult
  | OtherPiece
  | { readonly is: "text" | "nothing" | "stop" | "openai-call" | "openai-function-call" | "written-calls" }
  | { readonly is: "pieces"; readonly pieces: ReadyPieces };

/** A message made ready. */
export interface ReadyMessage {
  readonly is: "message";
  readonly role: Role | ReadyRole;
  readonly content: readonly Path[];
  readonly parts: ReadyPieces | undefined;
  readonly needsParts: boolean;
  readonly beside: readonly ReadyPiece[];
  readonly finish: ReadyFinish | undefined;
  readonly broken: Test | undefined;
  readonly brokenBy: Test | undefined;
  readonly opensTurn: { readonly if: Test; readonly id: readonly Path[] } | undefined;
  readonly joins: readonly Path[];
}

/** Words of roles made ready. */
export interface ReadyRole {
  readonly at: readonly Path[];
  readonly words: Words<Role>;
  readonly anyCase: boolean;
  readonly otherwise: Role | undefined;
  readonly guess: readonly { readonly role: Role; readonly if: Test }[];
}

/** Finish reasons made ready. */
export interface ReadyFinish {
  readonly at: readonly Path[];
  readonly words: ReadonlyMap<string, FinishReason>;
}

/** A call made ready. */
export interface ReadyCall {
  readonly is: "call";
  readonly id: readonly Path[];
  readonly name: readonly Path[];
  readonly arguments: readonly Path[];
  readonly type: readonly Path[];
  readonly container: "string" | "object" | "either";
  readonly text: Test | undefined;
  readonly unjudged: string | undefined;
  readonly unjudgedIf: Test;
  readonly record: readonly Path[];
  readonly unreadable:
    | { readonly at: readonly Path[]; readonly if: Test; readonly message: string; readonly fix: string | undefined }
    | undefined;
  readonly hosted: Test | undefined;
  readonly partial: Test | undefined;
  readonly settled: Test | undefined;
  readonly settledIn: Test | undefined;
  readonly idOptional: Test | undefined;
  readonly result: ReadyInlineResult | undefined;
}

/** A result beside its call made ready. */
export interface ReadyInlineResult {
  readonly from: "call" | "entry" | "conversation";
  readonly byId: boolean;
  readonly id: readonly Path[];
  readonly content: readonly Path[];
  readonly isError: Test | undefined;
  readonly if: Test | undefined;
}

/** A result made ready. */
export interface ReadyResult {
  readonly is: "result";
  readonly id: readonly Path[];
  readonly severalIds: boolean;
  readonly name: readonly Path[];
  readonly content: readonly Path[];
  readonly isError: Test | undefined;
  readonly structured: readonly Path[];
  readonly hosted: Test | undefined;
  readonly standalone: Test | undefined;
  readonly idOptional: Test | undefined;
  readonly record: readonly Path[];
}

/** Makes pieces ready for being read. */
export function readyPieces({ by, kinds = {}, each = [], needsKind = false, others = false }: Pieces): ReadyPieces {
  return {
    by: by === undefined ? undefined : pathsOf(by),
    kinds: new Words(Object.entries(kinds).map(([word, piece]) => [word, "is" in piece ? [readyPiece(piece)] : piece.map(readyPiece)])),
    needsKind,
    others,
    each: each.map(readyPiece),
  };
}

/** Makes finish reasons ready. */
export function readyFinish({ at, words }: FinishWords): ReadyFinish {
  return { at: pathsOf(at), words: new Map(Object.entries(words)) };
}

function readyPiece(piece: Piece): ReadyPiece {
  return { ...readyKind(piece), at: pathsOf(piece.at), if: optional(piece.if), needed: piece.needed };
}

function readyKind(piece: Piece): ReadyKind {
  switch (piece.is) {
    case "message":
      return readyMessage(piece);
    case "call":
      return readyCall(piece);
    case "result":
      return readyResult(piece);
    case "pieces":
      return { is: "pieces", pieces: readyPieces(piece) };
    case "thinking":
    case "other":
      return { is: piece.is, ...(piece.type !== undefined && { type: piece.type }) };
    default:
      return { is: piece.is };
  }
}

function readyMessage({
  role,
  content,
  parts,
  needsParts = false,
  beside = [],
  finish,
  broken,
  brokenBy,
  opensTurn,
  joins,
}: MessagePiece): ReadyMessage {
  return {
    is: "message",
    role: typeof role === "string" ? role : readyRole(role),
    content: pathsOf(content),
    parts: parts && readyPieces(parts),
    needsParts,
    beside: beside.map(readyPiece),
    finish: finish && readyFinish(finish),
    broken: optional(broken),
    brokenBy: optional(brokenBy),
    opensTurn: opensTurn && { if: testOf(opensTurn.if), id: pathsOf(opensTurn.id) },
    joins: pathsOf(joins),
  };
}

function readyRole({ at, words, anyCase = false, otherwise, guess = [] }: RoleWords): ReadyRole {
  return {
    at: pathsOf(at),
    words: new Words(Object.entries(words)),
    anyCase,
    otherwise,
    guess: guess.map((each) => ({ role: each.role, if: testOf(each.if) })),
  };
}

function readyCall(piece: CallPiece): ReadyCall {
  const { result, unreadable } = piece;
  return {
    is: "call",
    id: pathsOf(piece.id),
    name: pathsOf(piece.name),
    arguments: pathsOf(piece.arguments),
    type: pathsOf(piece.type),
    container: piece.container ?? "either",
    text: optional(piece.text),
    unjudged: piece.unjudged,
    unjudgedIf: testOf(piece.unjudgedIf),
    record: pathsOf(piece.record),
    unreadable: unreadable && { at: pathsOf(unreadable.at), if: testOf(unreadable.if), message: unreadable.message, fix: unreadable.fix },
    hosted: optional(piece.hosted),
    partial: optional(piece.partial),
    settled: optional(piece.settled),
    settledIn: optional(piece.settledIn),
    idOptional: optional(piece.idOptional),
    result: result && {
      from: result.from ?? "call",
      byId: result.byId ?? false,
      id: pathsOf(result.id),
      content: pathsOf(result.content),
      isError: optional(result.isError),
      if: optional(result.if),
    },
  };
}

function readyResult({ id, name, content, isError, structured, hosted, standalone, idOptional, record }: ResultPiece): ReadyResult {
  return {
    is: "result",
    id: pathsOf(id),
    severalIds: pathsOf(id).some((path) => path.includes("*")),
    name: pathsOf(name),
    content: pathsOf(content),
    isError: optional(isError),
    structured: pathsOf(structured),
    hosted: optional(hosted),
    standalone: optional(standalone),
    idOptional: optional(idOptional),
    record: pathsOf(record),
  };
}

function optional(condition: Condition | undefined): Test | undefined {
  return condition && testOf(condition);
}
