import { tableFormat } from "./table/table-format.js";

/** Chat histories of xAI's Grok CLI (`~/.grok/sessions/…/chat_history.jsonl`). */
export const grokCli = tableFormat({
  id: "grok-cli",
  title: "Grok CLI chat history",
  source: "Grok Build, crates/codegen/xai-grok-sampling-types/src/conversation.rs, as its fork charliek/grok-build keeps it (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has answers with flat calls and the model that gave them",
      some: {
        is: { type: "assistant" },
        lacks: ["message", "role", "timestamp"],
        any: [{ has: ["model_id"] }, { has: ["tool_calls/0/arguments", "tool_calls/0/name"] }],
      },
    },
    {
      because: "has results as lines that name their call",
      some: { is: { type: "tool_result" }, has: ["tool_call_id"], keys: ["content"], lacks: ["role", "timestamp", "session_id"] },
    },
    {
      because: "has numbered prompts",
      some: { is: { type: "user" }, keys: ["content"], any: [{ has: ["prompt_index"] }, { has: ["synthetic_reason"] }] },
    },
    {
      because: "has lines with a type and a content",
      sure: false,
      some: {
        is: { type: ["system", "user", "assistant"] },
        kinds: { content: ["string", "array"] },
        lacks: ["role", "message", "timestamp", "session_id", "id"],
      },
    },
    {
      because: "has lines of reasoning",
      sure: false,
      some: { is: { type: "reasoning" }, kinds: { summary: "array" } },
    },
  ],
  model: "model_id",
  harness: { log: true },
  read: {
    by: "type",
    kinds: {
      system: { is: "message", role: "system", content: "content" },
      user: { is: "message", role: "user", content: "content" },
      reasoning: { is: "thinking" },
      assistant: {
        is: "message",
        role: "assistant",
        content: "content",
        beside: [
          {
            is: "call",
            at: "tool_calls/*",
            id: "id",
            name: ["name", "function/name"],
            arguments: ["arguments", "function/arguments"],
          },
        ],
      },
      tool_result: { is: "result", id: "tool_call_id", content: "content", isError: { is: { is_error: "true" } } },
      // Searches that xAI ran.
      backend_tool_call: { is: "other" },
    },
  },
});
