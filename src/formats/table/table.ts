import type { FinishReason, Role } from "../../model/conversation.js";
import type { Place, Places } from "./place.js";

/**
 * A wire that is regular, as data: where conversations, entries, calls, results and declarations stand. It can be written as JSON.
 *
 * Entries are the items of a conversation's list, or the lines of a log: messages, calls, results. Parts are the items of a message's
 * content. Both are told apart by a word they hold (`by`) or by a key they have.
 */
export interface FormatTable {
  readonly id: string;
  readonly title: string;
  /** The writer's page or file and the date read. */
  readonly source: string;
  /** Profile of a recording that names neither host nor model: `framework`, where ids and order are the framework's own. */
  readonly profile?: string;
  /** What shows that a document is of this format. One is enough. */
  readonly claims: readonly TableClaim[];
  /** Where conversations stand in a document; left out: it is one. */
  readonly conversations?: Places;
  /** Where the list of entries stands in a conversation; left out: the conversation is the list. */
  readonly entries?: Places;
  /** The entries of one conversation have the same value there; left out: all entries of a list are one conversation. */
  readonly groupBy?: Place;
  readonly read: Pieces;
  /** Lists of declarations in any dialect, seen from the document or the conversation. */
  readonly tools?: Places;
  /** Seen from the conversation, the document, or an entry: the last that names one. */
  readonly model?: Places;
  /** `log`: a harness with tools of its own wrote it, so that an undeclared tool weighs less. `none`: results are never kept. */
  readonly harness?: { readonly log?: boolean; readonly results?: "kept" | "none" };
  /** Calls and results may come without an id. */
  readonly idsOptional?: boolean;
}

/** What must be seen for a document to be claimed. All that is said here must hold. */
export interface TableClaim {
  /** Finishes the sentence "read as X because it …". */
  readonly because: string;
  /** What the document around the entries shows. With this, a bare list or a line of a log is not claimed. */
  readonly document?: Condition;
  /** What at least one entry shows. */
  readonly some?: Condition;
  /** What every entry shows. */
  readonly every?: Condition;
  /** `false`: other formats may know better. */
  readonly sure?: boolean;
}

/** What a value shows. */
export interface Condition {
  /** Places where something stands. */
  readonly has?: readonly Place[];
  /** Places where nothing stands. */
  readonly lacks?: readonly Place[];
  /** Words (or numbers and booleans as words) at places: the word itself, one of several, or how it begins (`ATIF*`). */
  readonly is?: Readonly<Record<Place, string | readonly string[]>>;
}

/** How entries or parts are told apart. */
export interface Pieces {
  /** Where the word stands that names the kind. Left out: the kind is the first key of `kinds` that the value has, and what stands there is read. */
  readonly by?: Places;
  readonly kinds?: Readonly<Record<string, Piece | readonly Piece[]>>;
  /** What is read of each value whatever its kind; nothing where it is not there. */
  readonly each?: readonly Piece[];
}

/** What an entry, or a part of a message, is. `at` is where it stands in the value that has its kind; left out: it is the value. */
export type Piece =
  | MessagePiece
  | CallPiece
  | ResultPiece
  | { readonly is: "text" | "thinking" | "other"; readonly at?: Places }
  /** Known, and left out on purpose: display copies, hooks, snapshots. */
  | { readonly is: "nothing" }
  /** Entries inside an entry. */
  | ({ readonly is: "pieces"; readonly at: Places } & Pieces);

/** A message: what one side said. */
export interface MessagePiece {
  readonly is: "message";
  readonly at?: Places;
  /** The role, or where the word for it stands. */
  readonly role: Role | RoleWords;
  /** Text, a list of texts, or a list of parts. */
  readonly content?: Places;
  /** How the parts of its content are told apart; left out: `{"type": "text", "text": …}` and others by type. */
  readonly parts?: Pieces;
  /** Content that is neither text nor a list does not fit; left out: it may be missing. */
  readonly needsParts?: boolean;
  /** What stands beside the content. */
  readonly beside?: readonly Piece[];
  readonly finish?: { readonly at: Places; readonly words: Readonly<Record<string, FinishReason>> };
}

/** Where a role stands, and what its words mean. */
export interface RoleWords {
  readonly at: Places;
  readonly words: Readonly<Record<string, Role>>;
}

/** A call. */
export interface CallPiece {
  readonly is: "call";
  readonly at?: Places;
  readonly id?: Places;
  readonly name: Places;
  readonly arguments: Places;
  /** `string`: JSON text; `object`; left out: either. */
  readonly container?: "string" | "object";
  /** Where the provider runs it. */
  readonly hosted?: Condition;
  /** Where it was still being written. */
  readonly partial?: Condition;
  /** Where no result is owed: cancelled, denied. */
  readonly settled?: Condition;
  /** The result that stands in the call's own record. */
  readonly result?: { readonly content: Places; readonly isError?: Condition };
}

/** A result. */
export interface ResultPiece {
  readonly is: "result";
  readonly at?: Places;
  readonly id?: Places;
  readonly name?: Places;
  readonly content: Places;
  readonly isError?: Condition;
  readonly structured?: Places;
}
