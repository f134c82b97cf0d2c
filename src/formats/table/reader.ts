import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { readFunctionCall, readToolCall } from "../chat/call.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { decoded } from "../decoded.js";
import { readJsonCalls } from "../written-calls/json-calls.js";
import { malformedCall } from "../written-calls/written-call.js";
import { wordOf } from "./condition.js";
import type { ReadyCall, ReadyMessage, ReadyPiece, ReadyPieces, ReadyResult } from "./pieces.js";
import { givenAt, keyOf, type Path, valueAt, valuesAt } from "./place.js";

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

/** What a piece is read from. */
interface Context {
  /** Where a message begins, if one must be opened for what is read. */
  readonly message: JsonNode;
  /** The word or the key that told the kind. */
  readonly kind?: string;
}

/** Reads the entries of one conversation into a draft. */
export class TableReader {
  readonly #draft: ConversationDraft;
  readonly #habits: TableHabits;
  /** The side whose entry is being read; `undefined` between the messages of a log that writes calls and results as entries. */
  #speaker: Role | undefined;
  #open: OpenMessage | undefined;
  #entry: Entry | undefined;

  constructor(draft: ConversationDraft, habits: TableHabits) {
    this.#draft = draft;
    this.#habits = habits;
  }

  /** Reads one entry. What does not fit is reported, an unknown kind warned of once. */
  readEntry(node: JsonNode, pieces: ReadyPieces, fromResponse = false): void {
    if (node.kind !== "object") {
      this.#draft.report(node, `Unexpected ${node.kind} as message, expected an object with role and content`);
      return;
    }
    this.#speaker = undefined;
    this.#entry = { node, fromResponse, isAnswered: false };
    this.#readPieces(node, pieces, node);
  }

  #readPieces(node: JsonNode, { by, kinds, each }: ReadyPieces, message: JsonNode, isPart = false): void {
    for (const piece of each) this.#readPiece(node, piece, { message });
    if (by === undefined) {
      this.#readByKey(node, kinds, each.length > 0, message);
      return;
    }
    const kindAt = valueAt(node, by);
    const kind = wordOf(kindAt) ?? "";
    const known = kinds.get(kind);
    for (const piece of known ?? []) this.#readPiece(node, piece, { message, kind });
    if (known !== undefined || each.length > 0) return;
    if (isPart) this.#note("other", kind, node, message);
    if (kindAt === undefined) this.#draft.warn(node, `${this.#habits.title}: an entry without a kind was not read`);
    else this.#draft.warn(kindAt, `Unknown kind ${quote(wordOf(kindAt) ?? kindAt.kind)}: what it holds was not read`);
  }

  /** The kind is the first of the known keys that the value has. */
  #readByKey(node: JsonNode, kinds: ReadyPieces["kinds"], isRead: boolean, message: JsonNode): void {
    for (const [kind, pieces] of kinds) {
      const value = node.get(kind);
      if (value === undefined) continue;
      for (const piece of pieces) {
        // A part that is no text is shown whole, with its key.
        if (piece.is === "thinking" || piece.is === "other") this.#note(piece.is, kind, node, message);
        else this.#readPiece(value, piece, { message, kind });
      }
      return;
    }
    if (isRead) return;
    this.#note("other", "", node, message);
    this.#draft.warn(node, "Unknown content part: what it holds was not read");
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
      this.#draft.report(node, `Unexpected ${node.kind} without ${keyOf(piece.at) ?? "content"}, expected ${piece.needed}`);
    }
    for (const value of values) if (isList || value.kind !== "null") this.#readValue(value, piece, context);
  }

  #readValue(value: JsonNode, piece: ReadyPiece, context: Context): void {
    switch (piece.is) {
      case "message":
        this.#readMessage(value, piece);
        break;
      case "call":
        if (this.#isObject(value, "tool call", piece, [piece.id, piece.name, piece.arguments]))
          this.#readCall(value, piece, context.message);
        break;
      case "result":
        if (this.#isObject(value, "tool result", piece, [piece.id, piece.content])) this.#readResult(value, piece, context.message);
        break;
      case "openai-call":
      case "openai-function-call":
        this.#readOpenaiCall(value, piece.is, context.message);
        break;
      case "written-calls":
        this.#readWrittenCalls(value);
        break;
      case "pieces":
        this.#readPieces(value, piece.pieces, context.message);
        break;
      case "text":
        this.#side(this.#speaker ?? "assistant", context.message).text(value.kind === "object" ? (value.get("text") ?? value) : value);
        break;
      case "thinking":
      case "other":
        this.#note(piece.is, piece.type ?? wordOf(value.get("type")) ?? context.kind ?? "", value, context.message);
        break;
      case "nothing":
        break;
    }
  }

  /** What stands in a list of calls or results, and is none, is reported. */
  #isObject(value: JsonNode, what: string, { at }: ReadyPiece, fields: readonly (readonly Path[])[]): boolean {
    if (at.length === 0 || value.kind === "object" || decoded(value).kind === "object") return true;
    const keys = fields.flatMap((paths) => keyOf(paths) ?? []);
    this.#draft.report(value, `Unexpected ${value.kind} as ${what}, expected an object with ${listed(keys)}`);
    return false;
  }

  #note(is: "thinking" | "other", type: string, node: JsonNode, message: JsonNode): void {
    const side = this.#side(this.#speaker ?? "assistant", message);
    if (is === "thinking") side.thinking(type, node);
    else side.other(type, node);
  }

  #readMessage(node: JsonNode, piece: ReadyMessage): void {
    if (node.kind !== "object" && decoded(node).kind !== "object") {
      this.#draft.report(node, `Unexpected ${node.kind} as message, expected an object with role and content`);
      return;
    }
    const { role, roleAt } = this.#roleOf(node, piece);
    this.#speaker = role;
    this.#begin(role, node, roleAt);
    this.#readContent(valueAt(node, piece.content), node, piece);
    for (const each of piece.beside) this.#readPiece(node, each, { message: node });
    if (piece.finish !== undefined) this.#draft.finish(valueAt(node, piece.finish.at), piece.finish.words);
  }

  #roleOf(node: JsonNode, { role }: ReadyMessage): { readonly role: Role; readonly roleAt?: JsonNode | undefined } {
    if (typeof role === "string") return { role };
    const roleAt = valueAt(node, role.at);
    const word = wordOf(roleAt);
    const known = role.words.get(word ?? "") ?? role.otherwise;
    if (known !== undefined) return { role: known, roleAt };
    const key = keyOf(role.at) ?? "role";
    const what = roleAt === undefined ? `message without ${key}` : `${quote(word ?? roleAt.kind)} as ${key}`;
    this.#draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${role.words.names.join(", ")}`);
    return { role: role.guess.find((each) => each.if.holds(node))?.role ?? "user", roleAt };
  }

  #readContent(content: JsonNode | undefined, message: JsonNode, { parts, needsParts }: ReadyMessage): void {
    if (content?.kind === "array") {
      for (const part of content.items()) this.#readPart(part, message, parts);
    } else if (content?.kind === "string" && !needsParts) {
      this.#open?.draft.text(content);
    } else if (content?.kind === "object" && parts !== undefined && !needsParts) {
      this.#readPieces(content, parts, message, true);
    } else if (needsParts) {
      const what = content === undefined ? "message without content" : `${content.kind} as content of a message`;
      this.#draft.report(content ?? message, `Unexpected ${what}, expected a list of parts`);
    }
  }

  #readPart(part: JsonNode, message: JsonNode, parts: ReadyPieces | undefined): void {
    if (part.kind === "string") this.#open?.draft.text(part);
    else if (parts !== undefined) this.#readPieces(part, parts, message, true);
    else if (wordOf(part.get("type")) === "text") this.#open?.draft.text(part.get("text") ?? part);
    else this.#open?.draft.other(wordOf(part.get("type")) ?? "", part);
  }

  #readCall(node: JsonNode, piece: ReadyCall & ReadyPiece, message: JsonNode): void {
    const id = givenAt(node, piece.id);
    const name = givenAt(node, piece.name);
    const given = givenAt(node, piece.arguments);
    // A table may look for a call in every entry: where nothing of one is there, none is.
    if (piece.at.length === 0 && isNothing(name) && isNothing(given) && isNothing(id)) return;
    const partial = piece.partial?.holds(node) ?? false;
    const isText = given?.kind === "string" && (piece.text?.holds(node) ?? false);
    const side = this.#side(this.#speaker ?? "assistant", message);
    const entry = this.#entry?.node ?? message;
    const call = side.call({
      call: node,
      type: valueAt(node, piece.type)?.string() ?? "function",
      id,
      name,
      arguments: given,
      ...(isText && { decoded: { kind: "text", at: given } }),
      container: partial ? "either" : piece.container,
      idOptional: this.#habits.idsOptional && isNothing(id),
      hosted: piece.hosted?.holds(node) ?? false,
      owesNothing: this.#habits.keepsNoResults || (piece.settled?.holds(node) ?? piece.settledIn?.holds(entry) ?? false),
      partial,
    });
    const { result } = piece;
    if (result === undefined) return;
    const holder = result.inEntry ? entry : node;
    const content = valueAt(holder, result.content);
    if (content === undefined || (result.inEntry && this.#entry?.isAnswered === true)) return;
    if (result.inEntry && this.#entry !== undefined) this.#entry.isAnswered = true;
    const isError = result.isError?.holds(holder) ?? false;
    side.result({ result: result.inEntry ? content : node, callId: undefined, content, isError, inlineCall: call });
  }

  #readResult(node: JsonNode, piece: ReadyResult & ReadyPiece, message: JsonNode): void {
    const callId = givenAt(node, piece.id);
    const content = givenAt(node, piece.content);
    if (piece.at.length === 0 && isNothing(callId) && content === undefined) return;
    const side = this.#speaker ?? "assistant";
    this.#side(side === "assistant" ? "tool" : side, message).result({
      result: node,
      callId,
      name: givenAt(node, piece.name),
      content,
      isError: piece.isError?.holds(node) ?? false,
      structured: valueAt(node, piece.structured),
      hosted: piece.hosted?.holds(node) ?? false,
      standalone: piece.standalone?.holds(node) ?? false,
      idOptional: this.#habits.idsOptional && isNothing(callId),
    });
  }

  #readOpenaiCall(node: JsonNode, is: "openai-call" | "openai-function-call", message: JsonNode): void {
    const side = this.#side(this.#speaker ?? "assistant", message);
    const read = is === "openai-call" ? readToolCall : readFunctionCall;
    const context = { message: side.index, index: side.calls, container: "either", idOptional: this.#habits.idsOptional } as const;
    const call = read(node, context, (at, text, hint) => this.#draft.report(at, text, hint));
    if (call !== undefined) side.add(this.#habits.keepsNoResults ? { ...call, owesNothing: true } : call);
  }

  /** The calls of a text or a list; a set that teaches a model to call nothing has an empty one. */
  #readWrittenCalls(value: JsonNode): void {
    const list = decoded(value);
    if (list.kind === "string" && list.string()?.trim() === "") return;
    const message = this.#begin("assistant", value);
    for (const { decoded: args, ...parts } of list.kind === "string" ? [malformedCall(list)] : readJsonCalls(list)) {
      message.call({
        type: "function",
        decoded: args,
        idOptional: true,
        owesNothing: this.#habits.keepsNoResults,
        partial: parts.name === undefined && args.kind === "malformed",
        ...parts,
      });
    }
  }

  /** The message at hand if it is of that side, or a new one. */
  #side(role: Role, at: JsonNode): MessageDraft {
    return this.#open?.role === role ? this.#open.draft : this.#begin(role, at);
  }

  #begin(role: Role, at: JsonNode, roleAt?: JsonNode): MessageDraft {
    const fromResponse = role === "assistant" && this.#entry?.fromResponse === true;
    const draft = this.#draft.open({ role, at, roleAt, fromResponse });
    this.#open = { role, draft };
    return draft;
  }
}

/** The entry that is being read. */
interface Entry {
  readonly node: JsonNode;
  readonly fromResponse: boolean;
  /** A call of it has the result that the entry keeps. */
  isAnswered: boolean;
}

function isNothing(node: JsonNode | undefined): boolean {
  return node === undefined || node.kind === "null";
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
