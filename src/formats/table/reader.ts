import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import type { ConversationDraft } from "../conversation-draft.js";
import { decoded } from "../decoded.js";
import { mustBeKind, mustBeWith, unknownRole, unknownType } from "../shape-faults.js";
import { addCall, addOpenaiCall, addResult, addWrittenCalls, type TableHabits } from "./calls.js";
import { wordOf } from "./condition.js";
import { type ReadyMessage, type ReadyPiece, type ReadyPieces, readyPieces } from "./pieces.js";
import { keyOf, type Path, valueAt, valuesAt } from "./place.js";
import type { Pieces } from "./table.js";
import { EntryTurns } from "./turns.js";

/** Where an entry is. */
interface EntryPlace {
  readonly fromResponse?: boolean;
  /** The entry after it. */
  readonly next?: JsonNode | undefined;
}

/** What a piece is read from. */
interface Context {
  /** Where a message begins, if one must be opened for what is read. */
  readonly message: JsonNode;
  /** It is what its kind or its message says; otherwise it is looked for in every entry, and where nothing of it is there, none is. */
  readonly isStated?: true;
  /** The word or the key that told the kind. */
  readonly kind?: string;
}

/** Makes the reader of entries ready, for formats that find them by code: branches, changes of what was said. */
export function piecesReader(read: Pieces, habits: TableHabits) {
  const pieces = readyPieces(read);
  return (draft: ConversationDraft, entries: readonly JsonNode[], answer: readonly JsonNode[] = [], conversation?: JsonNode): void => {
    const reader = new TableReader(draft, habits, conversation);
    const all = [...entries, ...answer];
    for (const [index, entry] of all.entries()) {
      reader.readEntry(entry, pieces, { fromResponse: index >= entries.length, next: all[index + 1] });
    }
  };
}

/** Reads the entries of one conversation into a draft. */
class TableReader {
  readonly #draft: ConversationDraft;
  readonly #habits: TableHabits;
  readonly #turns: EntryTurns;
  /** What the message before has where pieces of one answer have the same. */
  #lastId: string | undefined;

  constructor(draft: ConversationDraft, habits: TableHabits, conversation: JsonNode | undefined) {
    this.#draft = draft;
    this.#habits = habits;
    this.#turns = new EntryTurns(draft, conversation);
  }

  /** Reads one entry. What does not fit is reported, an unknown kind warned of once. */
  readEntry(node: JsonNode, pieces: ReadyPieces, { fromResponse = false, next }: EntryPlace = {}): void {
    if (node.kind !== "object") {
      // A word alone is a kind that holds nothing, as Rust's enums are written.
      if (node.kind === "string" && pieces.by === undefined && pieces.kinds.get(node.string() ?? "") !== undefined) return;
      this.#draft.report(node, mustBeKind("An entry", "an object", node));
      return;
    }
    this.#turns.speaker = undefined;
    this.#turns.entry = { node, fromResponse, next, isAnswered: false };
    this.#turns.isBroken = false;
    this.#turns.cutBy = undefined;
    this.#readPieces(node, pieces, node);
  }

  #readPieces(node: JsonNode, { by, kinds, each, needsKind, others }: ReadyPieces, message: JsonNode): void {
    if (node.kind === "string" && this.#turns.speaker !== undefined && !needsKind && each.length === 0) {
      this.#turns.message?.text(node);
      return;
    }
    for (const piece of each) this.#readPiece(node, piece, { message });
    if (by === undefined) {
      this.#readByKey(node, kinds, each.length > 0, message);
      return;
    }
    const kindAt = valueAt(node, by);
    const kind = wordOf(kindAt) ?? "";
    const known = kinds.get(kind);
    for (const piece of known ?? []) this.#readPiece(node, piece, { message, kind, isStated: true });
    if (known !== undefined || each.length > 0) return;
    if (needsKind && kindAt?.kind !== "string") {
      this.#draft.report(node, mustBeWith("An entry", keyOf(by) ?? "kind", node));
      return;
    }
    if (this.#turns.speaker !== undefined) this.#note("other", kind, node, message);
    if (others) return;
    if (kindAt === undefined)
      this.#draft.warn(node, `An entry of the ${this.#habits.title} log does not say its kind, so it is not checked`);
    else this.#draft.warn(kindAt, unknownType("Entries", wordOf(kindAt) ?? kindAt.kind));
  }

  /** The kind is the first of the known keys that the value has. */
  #readByKey(node: JsonNode, kinds: ReadyPieces["kinds"], isRead: boolean, message: JsonNode): void {
    for (const [kind, pieces] of kinds.entries()) {
      const value = node.get(kind);
      if (value === undefined) continue;
      for (const piece of pieces) {
        // A part that is no text is shown whole, with its key.
        if (piece.is === "thinking" || piece.is === "other") this.#note(piece.is, kind, node, message);
        else this.#readPiece(value, piece, { message, kind, isStated: true });
      }
      return;
    }
    if (isRead) return;
    this.#note("other", "", node, message);
    this.#draft.warn(node, "A content part is of an unknown kind, so it is not checked");
  }

  #readPiece(node: JsonNode, piece: ReadyPiece, context: Context): void {
    if (piece.is === "nothing" || piece.if?.holds(node) === false) return;
    if (piece.at.length === 0) {
      if (node.kind !== "null") this.#readValue(node, piece, context);
      return;
    }
    // An item that is null is one too many, a value that is null is none.
    const isList = piece.at.some((path) => path.at(-1) === "*");
    const values = valuesAt(node, piece.at);
    if (values.length === 0 && piece.needed !== undefined) {
      this.#draft.report(node, mustBeKind(`\`${keyOf(piece.at) ?? "content"}\``, piece.needed, undefined));
    }
    for (const value of values) if (isList || value.kind !== "null") this.#readValue(value, piece, context);
  }

  #readValue(value: JsonNode, piece: ReadyPiece, context: Context): void {
    const isStated = context.isStated === true || piece.at.length > 0;
    switch (piece.is) {
      case "message":
        this.#readMessage(value, piece);
        break;
      case "call":
        if (this.#isObject(value, "tool call", [piece.id, piece.name, piece.arguments])) {
          addCall(value, piece, { message: context.message, isStated }, this.#turns, this.#habits);
        }
        break;
      case "result":
        if (this.#isObject(value, "tool result", [piece.id, piece.content])) {
          addResult(value, piece, { message: context.message, isStated }, this.#turns, this.#habits);
        }
        break;
      case "openai-call":
      case "openai-function-call":
        addOpenaiCall(value, piece.is, context.message, this.#turns, this.#habits);
        break;
      case "written-calls":
        addWrittenCalls(value, this.#turns, this.#habits);
        break;
      case "pieces":
        this.#readPieces(value, piece.pieces, context.message);
        break;
      case "text":
        this.#turns
          .side(this.#turns.speaker ?? "assistant", context.message)
          .text(value.kind === "object" ? (value.get("text") ?? value) : value);
        break;
      case "thinking":
      case "other":
        this.#note(piece.is, piece.type ?? wordOf(value.get("type")) ?? context.kind ?? "", value, context.message);
        break;
      case "stop":
        this.#draft.stop();
        break;
      case "nothing":
        break;
    }
  }

  /** What is in a list of calls or results, and is none, is reported. */
  #isObject(value: JsonNode, what: string, fields: readonly (readonly Path[])[]): boolean {
    if (value.kind === "object" || decoded(value).kind === "object") return true;
    const keys = fields.flatMap((paths) => keyOf(paths) ?? []);
    this.#draft.report(value, mustBeWith(`A ${what}`, keys, value));
    return false;
  }

  #note(is: "thinking" | "other", type: string, node: JsonNode, message: JsonNode): void {
    const side = this.#turns.side(this.#turns.speaker ?? "assistant", message);
    if (is === "thinking") side.thinking(type, node);
    else side.other(type, node);
  }

  #readMessage(node: JsonNode, piece: ReadyMessage): void {
    if (node.kind !== "object" && decoded(node).kind !== "object") {
      this.#draft.report(node, mustBeKind("An entry", "an object", node));
      return;
    }
    const { entry } = this.#turns;
    const { role, roleAt } = this.#roleOf(node, piece);
    this.#turns.speaker = role;
    this.#turns.isBroken = piece.broken?.holds(node) === true || (entry?.next !== undefined && piece.brokenBy?.holds(entry.next) === true);
    const finish = piece.finish && valueAt(node, piece.finish.at);
    const reason = finish?.string() ?? "";
    this.#turns.cutBy = piece.finish?.words.get(reason) === "length" ? reason : undefined;
    const joined = piece.joins.length === 0 ? undefined : wordOf(valueAt(node, piece.joins));
    if (!this.#turns.goesOn(role, joined)) {
      this.#turns.begin(role, node, roleAt, role === "assistant" && this.#opensTurn(node, piece));
      this.#turns.joined = joined;
    }
    this.#readContent(valueAt(node, piece.content), node, piece);
    for (const each of piece.beside) this.#readPiece(node, each, { message: node, isStated: true });
    if (piece.finish !== undefined) this.#draft.finish(finish, piece.finish.words);
  }

  #opensTurn(node: JsonNode, { opensTurn }: ReadyMessage): boolean {
    if (opensTurn === undefined) return false;
    const id = wordOf(valueAt(node, opensTurn.id));
    const isNew = id === undefined || id !== this.#lastId;
    this.#lastId = id;
    return isNew && opensTurn.if.holds(node);
  }

  #roleOf(node: JsonNode, { role }: ReadyMessage): { readonly role: Role; readonly roleAt?: JsonNode | undefined } {
    if (typeof role === "string") return { role };
    const found = role.at.flatMap((path) => valueAt(node, [path]) ?? []);
    const roleAt = found.find((each) => wordOf(each) !== undefined) ?? found[0];
    const word = wordOf(roleAt);
    const known = role.words.get((role.anyCase ? word?.toLowerCase() : word) ?? "") ?? role.otherwise;
    if (known !== undefined) return { role: known, roleAt };
    const key = keyOf(role.at) ?? "role";
    this.#draft.report(roleAt ?? node, unknownRole(roleAt, role.words.names, key));
    return { role: role.guess.find((each) => each.if.holds(node))?.role ?? "user", roleAt };
  }

  #readContent(content: JsonNode | undefined, message: JsonNode, { content: place, parts, needsParts }: ReadyMessage): void {
    const key = keyOf(place) ?? "content";
    if (content?.kind === "array") {
      for (const part of content.items()) this.#readPart(part, message, parts);
    } else if (content?.kind === "string" && !needsParts) {
      this.#turns.message?.text(content);
    } else if (content?.kind === "object" && parts !== undefined && !needsParts) {
      this.#readPieces(content, parts, message);
    } else if (needsParts) {
      this.#draft.report(content ?? message, mustBeKind(`\`${key}\``, "a list of parts", content));
    }
  }

  #readPart(part: JsonNode, message: JsonNode, parts: ReadyPieces | undefined): void {
    if (part.kind === "string" && parts?.needsKind !== true) this.#turns.message?.text(part);
    else if (parts !== undefined) this.#readPieces(part, parts, message);
    else if (wordOf(part.get("type")) === "text") this.#turns.message?.text(part.get("text") ?? part);
    else this.#turns.message?.other(wordOf(part.get("type")) ?? "", part);
  }
}
