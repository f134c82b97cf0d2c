import type { JsonNode } from "../../json/node.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";

/** Actions that follow each other and come from one response of the model are one message. */
export class ActionTurn {
  readonly #draft: ConversationDraft;
  #message: MessageDraft | undefined;
  #response: string | undefined;

  constructor(draft: ConversationDraft) {
    this.#draft = draft;
  }

  /** The message that an action belongs to: that of the action before, unless something else was said since. */
  messageFor(response: string | undefined, event: JsonNode): MessageDraft {
    const isOpen = this.#message?.index === this.#draft.messages.length - 1;
    if (this.#message !== undefined && isOpen && response !== undefined && response === this.#response) return this.#message;
    this.#message = this.#draft.open({ role: "assistant", at: event, roleAt: event.get("source") });
    this.#response = response;
    return this.#message;
  }
}
