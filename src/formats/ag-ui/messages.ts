import type { JsonNode } from "../../json/node.js";
import type { ConversationDraft } from "../conversation-draft.js";
import { piecesReader } from "../table/reader.js";
import type { Pieces } from "../table/table.js";

/** Messages of the protocol (`MessageSchema`, @ag-ui/core, read 2026-12). */
const messages: Pieces = {
  by: "role",
  kinds: {
    system: { is: "message", role: "system", content: "content" },
    developer: { is: "message", role: "system", content: "content" },
    user: { is: "message", role: "user", content: "content" },
    assistant: { is: "message", role: "assistant", content: "content", beside: [{ is: "openai-call", at: "toolCalls/*" }] },
    tool: {
      is: "message",
      role: "tool",
      beside: [{ is: "result", id: "toolCallId", content: "content", isError: { has: ["error"] } }],
    },
    reasoning: { is: "thinking" },
    // What the interface shows of a running tool.
    activity: { is: "nothing" },
  },
};

const readMessages = piecesReader(messages, { title: "AG-UI messages", idsOptional: false, keepsNoResults: false });

/** Whether a value is what a run is started with (`RunAgentInput`). */
export function isRunInput(node: JsonNode): boolean {
  return (
    node.kind === "object" &&
    node.get("messages")?.kind === "array" &&
    ["threadId", "runId"].every((key) => node.get(key)?.kind === "string")
  );
}

/** The lists of messages of a run: its input and its snapshots repeat what was said before, which is read once. */
export class MessageLists {
  readonly #draft: ConversationDraft;
  readonly #known = new Set<string>();
  readonly #answered = new Set<string>();

  constructor(draft: ConversationDraft) {
    this.#draft = draft;
  }

  /** Notes the id of a message or a call that was read. */
  note(id: JsonNode | undefined): void {
    this.#known.add(id?.string() ?? "");
  }

  /** Notes for which call a result was read. */
  noteResult(callId: JsonNode | undefined): void {
    this.#answered.add(callId?.string() ?? "");
  }

  /** Reads what is new in a list of messages. */
  read(holder: JsonNode): void {
    const added = (holder.get("messages")?.items() ?? []).filter((message) => !this.#isKnown(message));
    for (const message of added) {
      this.note(message.get("id"));
      for (const call of callsOf(message)) this.note(call.get("id"));
      if (message.get("role")?.string() === "tool") this.noteResult(message.get("toolCallId"));
    }
    readMessages(this.#draft, added);
  }

  #isKnown(message: JsonNode): boolean {
    const isTold = (node: JsonNode) => this.#known.has(node.get("id")?.string() ?? "?");
    if (message.get("role")?.string() === "tool" && this.#answered.has(message.get("toolCallId")?.string() ?? "?")) return true;
    return isTold(message) || callsOf(message).some(isTold);
  }
}

function callsOf(message: JsonNode): readonly JsonNode[] {
  return message.get("toolCalls")?.items() ?? [];
}
