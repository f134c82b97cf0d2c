import type { JsonNode } from "../../json/node.js";
import type { ToolCall } from "../../model/exchange.js";
import { addToolCall } from "../chat/call.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { ActionTurn } from "./action-turn.js";

/** Whether a value is an event of the first architecture. */
export function isOldEvent(event: JsonNode): boolean {
  if (event.get("kind") !== undefined || event.get("source")?.kind !== "string") return false;
  if (event.get("action")?.kind === "string") return event.get("args")?.kind === "object";
  return event.get("observation")?.kind === "string" && (event.get("extras")?.kind === "object" || event.get("cause") !== undefined);
}

/** Actions that end what they began: their calls are taken out of the history that the model sees (`ConversationMemory`). */
const withoutResult: ReadonlySet<string> = new Set(["finish", "reject", "condensation_request"]);

/** Reads actions and observations. An action made by a call repeats the whole response of the model: its own call is found there by id. */
export class OldEvents {
  readonly #draft: ConversationDraft;
  /** The call after an action, by the action's id. */
  readonly #calls = new Map<number, ToolCall>();
  readonly #turn: ActionTurn;

  constructor(draft: ConversationDraft) {
    this.#draft = draft;
    this.#turn = new ActionTurn(draft);
  }

  read(event: JsonNode): void {
    const action = event.get("action")?.string();
    if (action !== undefined) this.#readAction(event, action);
    else if (event.get("observation")?.kind === "string") this.#readObservation(event);
    else this.#draft.report(event, "Unexpected event without action or observation, expected one of them");
  }

  #readAction(event: JsonNode, action: string): void {
    const metadata = event.get("tool_call_metadata");
    const args = event.get("args");
    if (metadata?.kind !== "object") {
      if (action === "message" || action === "system") this.#say(event, action, args?.get("content"));
      return;
    }
    const message = this.#turn.messageFor(metadata.get("model_response")?.get("id")?.string(), event);
    const thought = args?.get("thought");
    if (thought?.kind === "string" && thought.string() !== "") message.text(thought);
    const call = this.#callOf(event, metadata, message, withoutResult.has(action));
    const id = event.get("id")?.number();
    if (call !== undefined && id !== undefined) this.#calls.set(id, call);
  }

  #callOf(event: JsonNode, metadata: JsonNode, message: MessageDraft, expectsNoResult: boolean): ToolCall | undefined {
    const id = metadata.get("tool_call_id");
    const wanted = id?.string();
    const made = metadata.get("model_response")?.get("choices")?.first()?.get("message")?.get("tool_calls")?.items() ?? [];
    const node = made.find((each) => each.get("id")?.string() === wanted);
    if (node === undefined) {
      // The arguments of the action are what became of those of the call.
      const decoded = { kind: "unknown", because: "the log keeps what became of the call, not the call" } as const;
      const name = metadata.get("function_name");
      return message.call({ call: event, id, name, arguments: undefined, decoded, expectsNoResult });
    }
    const { report } = this.#draft;
    return addToolCall(node, { container: "either", expectsNoResult }, { message, report });
  }

  #say(event: JsonNode, action: string, content: JsonNode | undefined): void {
    if (content?.kind !== "string") return;
    const role = action === "system" ? "system" : event.get("source")?.string() === "agent" ? "assistant" : "user";
    this.#draft.open({ role, at: event, roleAt: event.get("source") }).text(content);
  }

  #readObservation(event: JsonNode): void {
    const metadata = event.get("tool_call_metadata");
    const callId = metadata?.get("tool_call_id");
    const cause = event.get("cause")?.number();
    const inlineCall = callId === undefined && cause !== undefined ? this.#calls.get(cause) : undefined;
    // States, recalls and what the environment did by itself answer no call.
    if (callId === undefined && inlineCall === undefined) return;
    this.#draft.open({ role: "tool", at: event, roleAt: event.get("source") }).result({
      result: event,
      callId,
      name: metadata?.get("function_name"),
      content: event.get("content"),
      isError: event.get("observation")?.string() === "error",
      ...(inlineCall !== undefined && { inlineCall }),
    });
  }
}
