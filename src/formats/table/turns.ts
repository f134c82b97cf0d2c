import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";

/** The entry that is being read. */
export interface Entry {
  readonly node: JsonNode;
  readonly fromResponse: boolean;
  /** The entry after it. */
  readonly next: JsonNode | undefined;
  /** A call of it has the result that the entry keeps. */
  isAnswered: boolean;
}

/** The messages of a conversation while its entries come in: what follows joins the message at hand while it is of its side. */
export class EntryTurns {
  readonly draft: ConversationDraft;
  /** The conversation that holds the entries. */
  readonly conversation: JsonNode | undefined;
  /** The side whose entry is being read; `undefined` between the messages of a log that writes calls and results as entries. */
  speaker: Role | undefined;
  entry: Entry | undefined;
  /** The message that is being read was broken off. */
  isBroken = false;
  /** Finish reason that cut it off. */
  cutBy: string | undefined;
  /** What goes on with the message at hand has the same word. */
  joined: string | undefined;
  /** Calls by the id of their entry. */
  readonly records = new Map<string, ToolCall>();
  #open: { readonly role: Role; readonly draft: MessageDraft } | undefined;

  constructor(draft: ConversationDraft, conversation?: JsonNode) {
    this.draft = draft;
    this.conversation = conversation;
  }

  /** The message at hand. */
  get message(): MessageDraft | undefined {
    return this.#open?.draft;
  }

  /** The message at hand if it is of that side, or a new one. */
  side(role: Role, at: JsonNode): MessageDraft {
    return this.#open?.role === role ? this.#open.draft : this.begin(role, at);
  }

  /** Whether what has this word is a further piece of the message at hand. */
  goesOn(role: Role, word: string | undefined): boolean {
    return word !== undefined && this.joined === word && this.#open?.role === role;
  }

  /** A new message. */
  begin(role: Role, at: JsonNode, roleAt?: JsonNode, opensTurn = false): MessageDraft {
    const fromResponse = role === "assistant" && this.entry?.fromResponse === true;
    const draft = this.draft.open({ role, at, roleAt, fromResponse, opensTurn });
    this.#open = { role, draft };
    this.joined = undefined;
    return draft;
  }
}
