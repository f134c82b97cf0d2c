import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { mustBeWith, unknownType } from "../shape-faults.js";

/** Reads entries, one after the other; those of the model that follow each other are one turn. */
export class EntryReader {
  readonly draft: ConversationDraft;
  #turn: { readonly role: Role; readonly fromResponse: boolean; readonly message: MessageDraft } | undefined;

  constructor(draft: ConversationDraft) {
    this.draft = draft;
  }

  /** `inputs` may be the words of the user alone. */
  readUserText(at: JsonNode): void {
    this.#open("user", at, false).text(at);
  }

  /** @param isCut the stream stopped inside this entry */
  read(entry: JsonNode, fromResponse: boolean, isCut = false): void {
    const type = entry.get("type")?.string();
    switch (type) {
      case "function.call":
        this.#assistant(entry, fromResponse).call({
          call: entry,
          id: entry.get("tool_call_id"),
          name: entry.get("name"),
          arguments: entry.get("arguments"),
          partial: isCut,
          // A call that a person rejected to allow is never run.
          expectsNoResult: entry.get("confirmation_status")?.string() === "denied",
        });
        break;
      case "function.result": {
        const parts = { result: entry, callId: entry.get("tool_call_id"), content: entry.get("result") };
        this.#open("tool", entry, fromResponse).result(parts);
        break;
      }
      case "tool.execution":
        // The service ran it before it wrote the entry, which holds what it wants to show of the outcome.
        this.#assistant(entry, fromResponse).call({
          call: entry,
          type,
          id: undefined,
          name: entry.get("name"),
          arguments: entry.get("arguments"),
          hosted: true,
          idOptional: true,
          expectsNoResult: true,
        });
        break;
      case "message.output":
        this.#content(entry, this.#assistant(entry, fromResponse));
        break;
      case "message.input": {
        const role = entry.get("role")?.string() === "assistant" ? "assistant" : "user";
        this.#content(entry, this.#open(role, entry, fromResponse));
        break;
      }
      case "agent.handoff":
        this.#assistant(entry, fromResponse).other(type, entry);
        break;
      case undefined:
        this.#untyped(entry, fromResponse);
        break;
      default:
        this.draft.warn(entry.get("type") ?? entry, unknownType("Entries", type));
    }
  }

  /** An input may leave its type out where it is a message. */
  #untyped(entry: JsonNode, fromResponse: boolean): void {
    const role = entry.get("role")?.string();
    if (role === undefined || entry.get("content") === undefined) {
      this.draft.report(entry, mustBeWith("An entry", "type", entry));
      return;
    }
    this.#content(entry, this.#open(role === "assistant" ? "assistant" : "user", entry, fromResponse));
  }

  #content(entry: JsonNode, message: MessageDraft): void {
    const content = entry.get("content");
    if (content?.kind === "string") {
      message.text(content);
      return;
    }
    for (const chunk of content?.kind === "array" ? content.items() : content === undefined ? [] : [content]) {
      const type = chunk.get("type")?.string();
      const text = chunk.get("text");
      if (chunk.kind === "string") message.text(chunk);
      else if (type === "thinking") message.thinking(type, chunk);
      else if ((type === "text" || type === undefined) && text !== undefined) message.text(text);
      else message.other(type ?? "", chunk);
    }
  }

  #assistant(at: JsonNode, fromResponse: boolean): MessageDraft {
    const turn = this.#turn;
    return turn?.role === "assistant" && turn.fromResponse === fromResponse ? turn.message : this.#open("assistant", at, fromResponse);
  }

  #open(role: Role, at: JsonNode, fromResponse: boolean): MessageDraft {
    const message = this.draft.open({ role, at, roleAt: at.get("role"), fromResponse });
    this.#turn = { role, fromResponse, message };
    return message;
  }
}
