import type { Conversation, Message } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";

/** All calls, exchange by exchange. */
export function* callsOf({ exchanges }: Conversation): Generator<ToolCall, void, undefined> {
  for (const { calls } of exchanges) yield* calls;
}

/** Whether the call came back from the provider in this very recording. */
export function isFromResponse(conversation: Conversation, call: ToolCall): boolean {
  return conversation.messages[call.message]?.fromResponse === true;
}

/** The messages that came back from the provider in this very recording. */
export function responseMessages(conversation: Conversation): readonly Message[] {
  return conversation.messages.filter((message) => message.fromResponse);
}
