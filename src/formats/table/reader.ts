import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { wordOf } from "./condition.js";
import type { ReadyCall, ReadyMessage, ReadyPiece, ReadyPieces, ReadyResult } from "./pieces.js";
import { type Path, valueAt, valuesAt } from "./place.js";

/** What holds for all calls and results of a table. */
export interface TableHabits {
  readonly title: string;
  readonly idsOptional: boolean;
  /** Results are never kept: no call owes one. */
  readonly keepsNoResults: boolean;
}

/** The message at hand: parts join it while they are of its side. */
interface OpenMessage {
  readonly role: Role;
  readonly draft: MessageDraft;
}

/** Reads the entries of one conversation into a draft. */
export class TableReader {
  readonly #draft: ConversationDraft;
  readonly #habits: TableHabits;
  /** The side whose entry is being read; `undefined` between the messages of a log that writes calls and results as entries. */
  #speaker: Role | undefined;
  #open: OpenMessage | undefined;

  constructor(draft: ConversationDraft, habits: TableHabits) {
    this.#draft = draft;
    this.#habits = habits;
  }

  /** Reads one entry. What does not fit is reported, an unknown kind warned of once. */
  readEntry(entry: JsonNode, pieces: ReadyPieces): void {
    if (entry.kind !== "object") {
      this.#draft.report(entry, `Unexpected ${entry.kind} as message, expected an object with role and content`);
      return;
    }
    this.#speaker = undefined;
    this.#readPieces(entry, pieces, entry);
  }

  /** @param message the node that a message begins at, if one must be opened for what is read */
  #readPieces(node: JsonNode, { by, kinds, each }: ReadyPieces, message: JsonNode): void {
    for (const piece of each) this.#readPiece(node, piece, message);
    if (by === undefined) {
      this.#readByKey(node, kinds, each.length > 0, message);
      return;
    }
    const word = valueAt(node, by);
    const known = kinds.get(wordOf(word) ?? "");
    for (const piece of known ?? []) this.#readPiece(node, piece, message);
    if (known !== undefined || each.length > 0) return;
    if (word === undefined) this.#draft.warn(node, `${this.#habits.title}: an entry without a kind was not read`);
    else this.#draft.warn(word, `Unknown kind ${quote(wordOf(word) ?? word.kind)}: what it holds was not read`);
  }

  /** The kind is the first of the known keys that the value has. */
  #readByKey(node: JsonNode, kinds: ReadyPieces["kinds"], isRead: boolean, message: JsonNode): void {
    for (const [key, pieces] of kinds) {
      const value = node.get(key);
      if (value === undefined) continue;
      for (const piece of pieces) {
        // A part that is no text is shown whole, with its key.
        if (piece.is === "thinking" || piece.is === "other") this.#note(piece.is, key, node, message);
        else this.#readPiece(value, piece, message);
      }
      return;
    }
    if (isRead) return;
    this.#note("other", "", node, message);
    this.#draft.warn(node, "Unknown content part: what it holds was not read");
  }

  #readPiece(node: JsonNode, piece: ReadyPiece, message: JsonNode): void {
    if (piece.is === "nothing") return;
    for (const value of piece.at.length === 0 ? [node] : valuesAt(node, piece.at)) {
      if (value.kind === "null") continue;
      switch (piece.is) {
        case "message":
          this.#readMessage(value, piece);
          break;
        case "call":
          this.#readCall(value, piece, message);
          break;
        case "result":
          this.#readResult(value, piece, message);
          break;
        case "pieces":
          this.#readPieces(value, piece.pieces, message);
          break;
        case "text":
          this.#side(this.#speaker ?? "assistant", message).text(value.kind === "object" ? (value.get("text") ?? value) : value);
          break;
        default:
          this.#note(piece.is, wordOf(value.get("type")) ?? "", value, message);
      }
    }
  }

  #note(is: "thinking" | "other", type: string, node: JsonNode, message: JsonNode): void {
    const side = this.#side(this.#speaker ?? "assistant", message);
    if (is === "thinking") side.thinking(type, node);
    else side.other(type, node);
  }

  #readMessage(node: JsonNode, piece: ReadyMessage): void {
    const { role, roleAt } = this.#roleOf(node, piece);
    this.#speaker = role;
    this.#open = { role, draft: this.#draft.open({ role, at: node, roleAt }) };
    this.#readContent(valueAt(node, piece.content), node, piece);
    for (const each of piece.beside) this.#readPiece(node, each, node);
    if (piece.finish !== undefined) this.#draft.finish(valueAt(node, piece.finish.at), piece.finish.words);
  }

  #roleOf(node: JsonNode, { role }: ReadyMessage): { readonly role: Role; readonly roleAt?: JsonNode | undefined } {
    if (typeof role === "string") return { role };
    const roleAt = valueAt(node, role.at);
    const word = wordOf(roleAt);
    const known = role.words.get(word ?? "");
    if (known === undefined) {
      const what = roleAt === undefined ? "message without role" : `${quote(word ?? roleAt.kind)} as role`;
      this.#draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${[...role.words.keys()].join(", ")}`);
    }
    return { role: known ?? "user", roleAt };
  }

  #readContent(content: JsonNode | undefined, message: JsonNode, { parts, needsParts }: ReadyMessage): void {
    if (content?.kind === "array") {
      for (const part of content.items()) this.#readPart(part, message, parts);
    } else if (content?.kind === "string" && !needsParts) {
      this.#open?.draft.text(content);
    } else if (content?.kind === "object" && parts !== undefined && !needsParts) {
      this.#readPieces(content, parts, message);
    } else if (needsParts) {
      const what = content === undefined ? "message without content" : `${content.kind} as content of a message`;
      this.#draft.report(content ?? message, `Unexpected ${what}, expected a list of parts`);
    }
  }

  #readPart(part: JsonNode, message: JsonNode, parts: ReadyPieces | undefined): void {
    if (part.kind === "string") this.#open?.draft.text(part);
    else if (parts !== undefined) this.#readPieces(part, parts, message);
    else if (wordOf(part.get("type")) === "text") this.#open?.draft.text(part.get("text") ?? part);
    else this.#open?.draft.other(wordOf(part.get("type")) ?? "", part);
  }

  #readCall(node: JsonNode, piece: ReadyCall, message: JsonNode): void {
    const id = valueAt(node, piece.id);
    const name = valueAt(node, piece.name);
    const given = valueAt(node, piece.arguments);
    // A table may look for a call in every entry: where nothing of one is there, none is.
    if (name === undefined && given === undefined && id === undefined) return;
    const partial = piece.partial?.holds(node) ?? false;
    const side = this.#side(this.#speaker ?? "assistant", message);
    const call = side.call({
      call: node,
      type: "function",
      id,
      name,
      arguments: given,
      container: partial ? "either" : piece.container,
      idOptional: this.#habits.idsOptional && id === undefined,
      hosted: piece.hosted?.holds(node) ?? false,
      owesNothing: this.#habits.keepsNoResults || (piece.settled?.holds(node) ?? false),
      partial,
    });
    const content = piece.result && valueAt(node, piece.result.content);
    if (content === undefined) return;
    const isError = piece.result?.isError?.holds(node) ?? false;
    side.result({ result: node, callId: undefined, content, isError, inlineCall: call });
  }

  #readResult(node: JsonNode, piece: ReadyResult, message: JsonNode): void {
    const callId = valueAt(node, piece.id);
    const content = contentAt(node, piece.content);
    if (callId === undefined && content === undefined) return;
    const side = this.#speaker ?? "assistant";
    this.#side(side === "assistant" ? "tool" : side, message).result({
      result: node,
      callId,
      name: valueAt(node, piece.name),
      content,
      isError: piece.isError?.holds(node) ?? false,
      structured: valueAt(node, piece.structured),
      idOptional: this.#habits.idsOptional && callId === undefined,
    });
  }

  /** The message at hand if it is of that side, or a new one. */
  #side(role: Role, at: JsonNode): MessageDraft {
    if (this.#open?.role !== role) this.#open = { role, draft: this.#draft.open({ role, at }) };
    return this.#open.draft;
  }
}

/** A content of null is one: it is what came back. */
function contentAt(node: JsonNode, paths: readonly Path[]): JsonNode | undefined {
  return valueAt(node, paths) ?? valuesAt(node, paths)[0];
}
