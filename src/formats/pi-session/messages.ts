import type { Piece, Pieces } from "../table/table.js";

const call = { is: "call", id: "id", name: "name", container: "object" } as const;
const image: Piece = { is: "other" };

/** Blocks of pi, and those of the Messages API: other harnesses write the same lines around them. */
const parts: Pieces = {
  by: "type",
  kinds: {
    text: { is: "text" },
    thinking: { is: "thinking" },
    redacted_thinking: { is: "thinking" },
    toolCall: { ...call, arguments: "arguments" },
    tool_use: { ...call, arguments: "input" },
    tool_result: { is: "result", id: "tool_use_id", content: "content", isError: { is: { is_error: "true" } } },
    image,
    document: image,
  },
};

/** Messages of one conversation (`AgentMessage`, @mariozechner/pi-coding-agent 0.73.1, read 2026-11). */
export const messages: Pieces = {
  by: "role",
  kinds: {
    assistant: {
      is: "message",
      role: { at: "role", words: { "*": "assistant" } },
      opensTurn: {},
      // What an answer held that broke off is never sent again, nor run.
      broken: { is: { stopReason: ["error", "aborted"] } },
      content: "content",
      parts,
      finish: { at: "stopReason", words: { stop: "stop", length: "length", toolUse: "tool_calls", error: "error", aborted: "other" } },
    },
    toolResult: {
      is: "message",
      role: { at: "role", words: { "*": "tool" } },
      beside: [{ is: "result", id: "toolCallId", name: "toolName", content: "content", isError: { is: { isError: "true" } } }],
    },
    system: { is: "message", role: { at: "role", words: { "*": "system" } }, content: "content", parts },
    bashExecution: {
      is: "message",
      role: { at: "role", words: { "*": "user" } },
      beside: [{ is: "other", type: "bashExecution" }],
    },
    // Summaries and what extensions put in reach the model as words of the user.
    "*": { is: "message", role: { at: "role", words: {}, otherwise: "user" }, content: ["content", "summary"], parts },
  },
};
