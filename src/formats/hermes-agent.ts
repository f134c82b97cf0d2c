import { tableFormat } from "./table/table-format.js";

/** Sessions of Hermes Agent: messages of OpenAI's chat API in `session_<id>.json`, and lines of them after one about the session. */
export const hermesAgent = tableFormat({
  id: "hermes-agent",
  title: "Hermes Agent session",
  source: "NousResearch/hermes-agent and its forks, what _save_session_log and append_to_transcript are given (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has a session that names its platform",
      document: { has: ["session_start", "messages", "session_id"], keys: ["platform"] },
    },
    { because: "has a line about the session", some: { is: { role: "session_meta" } } },
  ],
  entries: "messages",
  tools: ["tools", "*/tools"],
  model: "model",
  harness: { log: true },
  read: {
    by: "role",
    kinds: {
      system: { is: "message", role: "system", content: "content" },
      user: { is: "message", role: "user", content: "content" },
      assistant: {
        is: "message",
        role: "assistant",
        opensTurn: {},
        content: "content",
        beside: [
          { is: "thinking", type: "reasoning", at: "reasoning", if: { kinds: { reasoning: "string" } } },
          { is: "openai-call", at: "tool_calls/*" },
        ],
        finish: {
          at: "finish_reason",
          words: { stop: "stop", tool_calls: "tool_calls", length: "length", content_filter: "content_filter", incomplete: "other" },
        },
      },
      tool: {
        is: "message",
        role: "tool",
        beside: [{ is: "result", id: "tool_call_id", name: ["name", "tool_name"], content: "content" }],
      },
      session_meta: { is: "nothing" },
    },
  },
});
