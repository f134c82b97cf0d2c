import { entriesInOrder } from "./letta/entries.js";
import type { CallPiece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const call: CallPiece = { is: "call", id: "tool_call_id", name: "name", arguments: "arguments", container: "string" };
/** Newer servers keep all calls of an answer in a list, beside the first of them; older ones write a message for each. */
const calls = { ...call, at: ["tool_calls/*", "tool_call"] } as const;
const result = {
  is: "result",
  id: "tool_call_id",
  content: ["tool_return", "func_response"],
  isError: { is: { status: "error" } },
} as const;
const thinking = { is: "thinking" } as const;

const types = [
  "tool_call_message",
  "tool_return_message",
  "reasoning_message",
  "hidden_reasoning_message",
  "approval_request_message",
  "approval_response_message",
  "assistant_message",
  "user_message",
  "system_message",
  "stop_reason",
  "usage_statistics",
] as const;

/** Messages of Letta agents, as its API lists and streams them. The tool `send_message` is written as a message of the assistant. */
export const letta = tableFormat(
  {
    id: "letta",
    title: "Letta messages",
    source: "letta-ai/letta, letta/schemas/letta_message.py and message.py, to_letta_messages (read 2026-12)",
    claims: [{ because: "has messages of Letta's types", some: { is: { message_type: types } } }],
    entries: "messages",
    read: {
      by: "message_type",
      kinds: {
        system_message: { is: "message", role: "system", content: "content" },
        user_message: { is: "message", role: "user", content: "content" },
        assistant_message: { is: "message", role: "assistant", content: "content" },
        reasoning_message: thinking,
        hidden_reasoning_message: thinking,
        tool_call_message: calls,
        approval_request_message: calls,
        // What the client ran itself comes back with the approvals.
        approval_response_message: {
          is: "message",
          role: "tool",
          beside: [{ is: "pieces", at: "approvals/*", by: "type", kinds: { tool: result, approval: { is: "nothing" } } }],
        },
        tool_return_message: { ...result, at: ["tool_returns/*", ""] },
        event_message: { is: "nothing" },
        summary_message: { is: "message", role: "user", content: "summary" },
        ping: { is: "nothing" },
        stop_reason: { is: "nothing" },
        usage_statistics: { is: "nothing" },
        error_message: { is: "nothing" },
      },
    },
  },
  (_, entries) => entries && entriesInOrder(entries),
);
