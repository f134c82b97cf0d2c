import { tableFormat } from "./table/table-format.js";

/** Chat contexts and session histories of LiveKit Agents: messages, calls and outputs are items of one list. */
export const livekit = tableFormat({
  id: "livekit",
  title: "LiveKit chat contexts",
  source: "livekit/agents, llm/chat_context.py, ChatContext.to_dict (read 2026-11)",
  claims: [
    {
      because: "has items that say whether a message was interrupted or an output is an error",
      every: { has: ["type"] },
      some: { is: { type: ["function_call_output"] }, has: ["is_error", "call_id"], lacks: ["status"] },
    },
    { because: "has messages that say whether they were interrupted", some: { is: { type: "message" }, has: ["interrupted", "role"] } },
  ],
  entries: ["items", "chat_history/items", "chat_ctx/items", "history/items"],
  tools: "tools",
  read: {
    by: "type",
    kinds: {
      message: {
        is: "message",
        role: { at: "role", words: { developer: "system", system: "system", user: "user", assistant: "assistant" } },
        content: "content",
      },
      function_call: { is: "call", id: "call_id", name: "name", arguments: "arguments", container: "string" },
      function_call_output: { is: "result", id: "call_id", name: "name", content: "output", isError: { is: { is_error: "true" } } },
      agent_handoff: { is: "nothing" },
      agent_config_update: { is: "nothing" },
    },
  },
});
