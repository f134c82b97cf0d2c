import type { JsonKind } from "../../json/node.js";
import type { FinishReason, Role } from "../../model/conversation.js";
import type { Place, Places } from "./place.js";

/**
 * A wire that is regular, as data: where conversations, entries, calls, results and declarations are. It can be written as JSON.
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
  /** Where conversations are in a document (`*` in a list of them); left out: it is one. */
  readonly conversations?: Places;
  /** Conversations of the same shape inside a conversation: sub-agents. */
  readonly inner?: Places;
  /**
   * Where the list of entries, or the only one, is in a conversation; left out: the conversation is the list. `""` alone: it may be its
   * own only entry, a row.
   */
  readonly entries?: Places;
  /** What came back, where it is kept apart from what was sent. */
  readonly answer?: TableAnswer;
  /** Each conversation begins with the one before it and goes on: what another one repeats is not read again. */
  readonly repeatsHistory?: boolean;
  /** The entries of one conversation have the same value there; left out: all entries of a list are one conversation. */
  readonly groupBy?: Places;
  /** How entries are distinguished; `openai-chat`: they are messages of OpenAI's chat API. */
  readonly read: Pieces | "openai-chat";
  /** Lists of declarations in any dialect, or with `*` the declarations themselves, seen from the document or the conversation. */
  readonly tools?: Places;
  /** Seen from the conversation, the document, or an entry: the last that names one. */
  readonly model?: Places;
  /** Where a request says whether the model must call: `auto`, `none`, `required`. */
  readonly toolChoice?: Places;
  /** What shows that a document is a request as it was sent, beside the URL or the answer that it came with. */
  readonly request?: Condition;
  /** What one of the first two entries shows where the history before them was left out. */
  readonly historyCut?: Condition;
  /** A training or benchmark set: each conversation is judged as a sample. */
  readonly dataset?: boolean;
  /** `log`: a harness with tools of its own wrote it, so that an undeclared tool weighs less. `none`: results are never kept. */
  readonly harness?: { readonly log?: boolean; readonly results?: "kept" | "none" };
  /** Calls and results may come without an id. */
  readonly idsOptional?: boolean;
  /** Ids may be numbers. */
  readonly numberIds?: boolean;
}

/** Where the messages of an answer are. */
export interface TableAnswer {
  /** Seen from the response: a message, or a list of them. */
  readonly entries: Places;
  /** Documents without a response beside them may be one, or hold what it holds. */
  readonly inDocument?: boolean;
  /** Why the model stopped, seen from the response. */
  readonly finish?: FinishWords;
}

/** What must be seen for a document to be claimed. All that is said here must hold. */
export interface TableClaim {
  /** Finishes the sentence "read as X because it …". */
  readonly because: string;
  /** What the document around the entries shows. With this, a bare list or a line of a log is not claimed. */
  readonly document?: Condition;
  /** What the first conversation shows. With this, a bare list of entries or a line of a log is not claimed. */
  readonly conversation?: Condition;
  /** What at least one entry shows. */
  readonly some?: Condition;
  /** What every entry shows; with `some`, every entry up to the first that shows that: what comes after may be at fault. */
  readonly every?: Condition;
  /** `false`: other formats may know better. */
  readonly sure?: boolean;
}

/**
 * What a value shows. All that is said here must hold; at a place with `*`, for one of the values.
 *
 * Claims look for a format by the first place that is named: let that be the one that fewest others have.
 */
export interface Condition {
  /** Places where something is. */
  readonly has?: readonly Place[];
  /** Places where something is, be it null. */
  readonly keys?: readonly Place[];
  /** Places where nothing is, or null. */
  readonly lacks?: readonly Place[];
  /** Words (or numbers and booleans as words) at places: the word itself, one of several, or how it begins (`ATIF*`). */
  readonly is?: Readonly<Record<Place, string | readonly string[]>>;
  /** What kind of value is at a place. */
  readonly kinds?: Readonly<Record<Place, JsonKind | readonly JsonKind[]>>;
  /** What a value at a place shows in turn. */
  readonly some?: Readonly<Record<Place, Condition>>;
  /** One of these holds. */
  readonly any?: readonly Condition[];
  /** This does not hold. */
  readonly not?: Condition;
}

/** How entries or parts are told apart. */
export interface Pieces {
  /**
   * Where the word is that names the kind. Left out: the kind is the first key of `kinds` that the value has, and what is there is read; an
   * entry that is such a word alone holds nothing.
   */
  readonly by?: Places;
  /** A word that ends with `*` stands for all that begin so. */
  readonly kinds?: Readonly<Record<string, Piece | readonly Piece[]>>;
  /** A value without the word does not fit; left out: it is warned of. */
  readonly needsKind?: boolean;
  /** All other kinds are neither text nor calls nor results, and known; left out: they are warned of. */
  readonly others?: boolean;
  /** What is read of each value whatever its kind; nothing where it is not there. */
  readonly each?: readonly Piece[];
}

/** What an entry, or a part of a message, is. */
export type Piece = PieceKind & PiecePlace;

/** Where a piece is, and whether it is read. */
export interface PiecePlace {
  /** Where it is in the value that has its kind; left out: it is the value. */
  readonly at?: Places;
  /** It is read only where the value that has its kind shows this. */
  readonly if?: Condition;
  /** Where nothing is there, that is reported: finishes "expected …". */
  readonly needed?: string;
}

/** What a piece can be. */
export type PieceKind =
  | MessagePiece
  | CallPiece
  | ResultPiece
  | OtherPiece
  /** A call as OpenAI's chat API writes it, also a legacy `function_call` and what servers make of it. */
  | { readonly is: "openai-call" | "openai-function-call" }
  /** Calls as models were taught to write them (`{name, arguments}` or a list, also as text): an assistant message of their own. */
  | { readonly is: "written-calls" }
  | { readonly is: "text" }
  /** Known, and left out on purpose: display copies, hooks, snapshots. */
  | { readonly is: "nothing" }
  /** The turn was stopped here: a call since the user last spoke that has no result yet is owed none. */
  | { readonly is: "stop" }
  /** Entries inside an entry. */
  | ({ readonly is: "pieces" } & Pieces);

/** What a model thought, or what is neither text nor a call nor a result. */
export interface OtherPiece {
  readonly is: "thinking" | "other";
  /** What it is called; left out: its `type`, or the word or key of its kind. */
  readonly type?: string;
}

/** A message: what one side said. */
export interface MessagePiece {
  readonly is: "message";
  /** The role, or where the word for it is. */
  readonly role: Role | RoleWords;
  /** Text, a list of texts, or a list of parts. */
  readonly content?: Places;
  /** How the parts of its content are distinguished; left out: `{"type": "text", "text": …}` and others by type. */
  readonly parts?: Pieces;
  /** Content that is neither text nor a list does not fit; left out: it may be missing. */
  readonly needsParts?: boolean;
  /** What is beside the content. */
  readonly beside?: readonly Piece[];
  /** Why the model stopped; the arguments of an answer that ran into its limit are cut. */
  readonly finish?: FinishWords;
  /** Where it was broken off: what it calls is neither whole nor owed a result. */
  readonly broken?: Condition;
  /** The same, seen from the entry after it. */
  readonly brokenBy?: Condition;
  readonly opensTurn?: TurnWords;
  /** It goes on with the message directly before it, where both have the same value there: an answer that is kept in pieces. */
  readonly joins?: Places;
}

/** Where a message of the assistant is an answer of its own, not a further piece of the one before it. */
export interface TurnWords {
  readonly if?: Condition;
  /** Pieces of one answer have the same value there. */
  readonly id?: Places;
}

/** Where a role is, and what its words mean. A word that ends with `*` stands for all that begin so. */
export interface RoleWords {
  readonly at: Places;
  readonly words: Readonly<Record<string, Role>>;
  /** However it is written: `Assistant` is `assistant`. */
  readonly anyCase?: boolean;
  /** The role of all other words; left out: they are reported. */
  readonly otherwise?: Role;
  /** What a message with a word that is reported is taken for, the first that fits; left out: the user's. */
  readonly guess?: readonly { readonly role: Role; readonly if: Condition }[];
}

/** Where the reason is why a model stopped, and what its words mean; others are kept as they are. */
export interface FinishWords {
  readonly at: Places;
  readonly words: Readonly<Record<string, FinishReason>>;
}

/** A call. */
export interface CallPiece {
  readonly is: "call";
  readonly id?: Places;
  readonly name: Places;
  readonly arguments: Places;
  /** `string`: JSON text; `object`; left out: either. */
  readonly container?: "string" | "object";
  /** Where its type is; left out: it is a function. */
  readonly type?: Places;
  /** Where its arguments are free text: code, a query. */
  readonly text?: Condition;
  /** Why its arguments are not judged, whatever they are: finishes "because …". */
  readonly unjudged?: string;
  /** Where they are not; left out: nowhere are they judged. */
  readonly unjudgedIf?: Condition;
  /** Where the recorder says why it could not read them. */
  readonly unreadable?: UnreadableWords;
  /** Where the provider runs it. */
  readonly hosted?: Condition;
  /** Where it was still being written. */
  readonly partial?: Condition;
  /** Where no result is owed: cancelled, denied. */
  readonly settled?: Condition;
  /** The same, seen from the entry. */
  readonly settledIn?: Condition;
  /** Where it may come without an id, beside `idsOptional` of the table. */
  readonly idOptional?: Condition;
  /** The id of its entry, by which a result may name it. */
  readonly record?: Places;
  readonly result?: InlineResult;
}

/** Where a recorder keeps words of its own in place of arguments that were no JSON. */
export interface UnreadableWords {
  readonly at: Places;
  readonly if?: Condition;
  /** What is said of them: finishes with the words themselves. */
  readonly message: string;
  readonly fix?: string;
}

/** The result that is kept with its call. */
export interface InlineResult {
  /**
   * `entry`: its places are seen from the entry, and answer the first of its calls; `conversation`: from the conversation; left out: it is
   * in the call's own record.
   */
  readonly from?: "entry" | "conversation";
  /** What is at `content` is an object that holds the results of calls under their ids. */
  readonly byId?: boolean;
  readonly id?: Places;
  readonly content: Places;
  readonly isError?: Condition;
  /** Where there is one, be it without content; left out: where it has content. */
  readonly if?: Condition;
}

/** A result. */
export interface ResultPiece {
  readonly is: "result";
  /** A place with `*` makes a result for each id. */
  readonly id?: Places;
  readonly name?: Places;
  readonly content: Places;
  readonly isError?: Condition;
  readonly structured?: Places;
  /** Where the provider ran the call. */
  readonly hosted?: Condition;
  /** Where it answers no call: what a terminal shows. */
  readonly standalone?: Condition;
  /** Where it may come without an id, beside `idsOptional` of the table. */
  readonly idOptional?: Condition;
  /** Where it names the entry of its call, which counts where it has no id; without either it answers nothing that is known. */
  readonly record?: Places;
}
