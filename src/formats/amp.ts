import { tableFormat } from "./table/table-format.js";

/** Threads of Amp (`threads/T-….json`): blocks as those of the Messages API, results with what became of their run. */
export const amp = tableFormat({
  id: "amp",
  title: "Amp thread",
  source:
    "threads that Amp wrote, as public readers of them take them apart: jonathan-kellerai/cross_agent_session_resumer, src/providers/amp.rs; noamsto/houston, docs/AMP_AGENT_SUPPORT.md (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has results with a run",
      some: { some: { "content/*": { any: [{ has: ["toolUseID"] }, { has: ["run"], is: { type: "tool_result" } }] } } },
    },
    {
      because: "has numbered messages that say how they ended",
      some: { has: ["messageId", "role"], kinds: { messageId: "number", content: "array" } },
    },
  ],
  entries: "messages",
  harness: { log: true },
  read: {
    each: [
      {
        is: "message",
        role: { at: "role", words: { user: "user", assistant: "assistant", system: "system", info: "system" } },
        content: "content",
        parts: {
          by: "type",
          kinds: {
            text: { is: "text" },
            thinking: { is: "thinking" },
            redacted_thinking: { is: "thinking" },
            image: { is: "other" },
            tool_use: { is: "call", id: "id", name: "name", arguments: "input", partial: { is: { complete: "false" } } },
            server_tool_use: { is: "call", id: "id", name: "name", arguments: "input", hosted: {} },
            tool_result: {
              is: "result",
              id: ["toolUseID", "tool_use_id"],
              content: ["run/result", "run/error/message", "run/error", "run/reason", "run/progress", "run", "content"],
              isError: { any: [{ is: { "run/status": ["error", "cancelled", "rejected-by-user"] } }, { is: { is_error: "true" } }] },
            },
            summary: { is: "other" },
            // The user ran a command without the model.
            manual_bash_invocation: { is: "other" },
          },
        },
        // What the user stopped was not sent again, or was answered with that.
        broken: { is: { "state/type": ["cancelled", "error", "streaming", "running"] } },
        finish: {
          at: "state/stopReason",
          words: { end_turn: "stop", stop_sequence: "stop", tool_use: "tool_calls", max_tokens: "length" },
        },
      },
    ],
  },
});
