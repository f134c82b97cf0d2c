import type { JsonNode } from "../../json/node.js";
import type { Piece, Pieces } from "../table/table.js";

/** Whether only Goose has such a block: its call is in an envelope of its own. */
export function isGooseBlock(block: JsonNode): boolean {
  const key = envelopes.get(block.get("type")?.string() ?? "");
  return key !== undefined && block.get(key)?.kind === "object";
}

const envelopes: ReadonlyMap<string, string> = new Map([
  ["toolRequest", "toolCall"],
  ["frontendToolRequest", "toolCall"],
  ["toolResponse", "toolResult"],
]);

const call: Piece = {
  is: "call",
  id: "id",
  name: ["toolCall/value/name", "toolCall/name"],
  arguments: ["toolCall/error", "toolCall/value/arguments", "toolCall/arguments"],
  container: "object",
  // Goose keeps its own words in place of a call that was no JSON; the name was lost with it.
  unreadable: {
    at: "toolCall/error",
    if: { is: { "toolCall/status": "error" } },
    message: "Goose could not read the call",
    fix: "Answer such a call with an error result and let the model write it again",
  },
  partial: { is: { "toolCall/status": "error" }, has: ["toolCall/error"] },
};
const other: Piece = { is: "other" };
const thinking: Piece = { is: "thinking" };

/** The messages of a session (block/goose, `conversation/message.rs`, read 2026-11). */
export const gooseMessages: Pieces = {
  each: [
    {
      is: "message",
      // What the user is asked or shown meanwhile is no message.
      if: { not: { is: { "content/*/type": ["toolConfirmationRequest", "actionRequired", "systemNotification"] } } },
      role: { at: "role", words: { assistant: "assistant" }, otherwise: "user" },
      // Each of several calls may have a message of its own; words alone are a new answer.
      opensTurn: { id: "id", if: { not: { is: { "content/*/type": ["toolRequest", "frontendToolRequest"] } } } },
      content: "content",
      parts: {
        by: "type",
        kinds: {
          text: { is: "text" },
          thinking,
          redactedThinking: thinking,
          reasoning: thinking,
          toolRequest: call,
          frontendToolRequest: call,
          toolResponse: {
            is: "result",
            id: "id",
            content: ["toolResult/error", "toolResult/value/content", "toolResult/value"],
            isError: { any: [{ is: { "toolResult/status": "error" } }, { is: { "toolResult/value/isError": "true" } }] },
            structured: "toolResult/value/structuredContent",
          },
          image: other,
          toolConfirmationRequest: other,
          actionRequired: other,
          systemNotification: other,
          conversationCompacted: other,
          contextLengthExceeded: other,
          summarizationRequested: other,
        },
      },
    },
  ],
};
