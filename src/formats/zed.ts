import type { Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const thinking: Piece = { is: "thinking" };
const other: Piece = { is: "other" };

/** Threads of the editor Zed: since 0.3.0 enums of Rust's, in which a message of the agent keeps its results; before, segments beside calls and results. */
export const zed = tableFormat({
  id: "zed",
  title: "Zed agent thread",
  source: "zed-industries/zed, crates/agent/src/db.rs, thread.rs and legacy_thread.rs (read 2026-12)",
  profile: "session-log",
  claims: [
    { because: "has messages of the agent that keep their results", some: { has: ["Agent/content"], keys: ["Agent/tool_results"] } },
    { because: "has segments beside tool uses", every: { has: ["segments", "role"] }, some: { keys: ["tool_uses", "tool_results"] } },
  ],
  entries: "messages",
  model: "model/model",
  harness: { log: true },
  read: {
    kinds: { Resume: { is: "nothing" } },
    each: [
      {
        is: "message",
        role: "user",
        at: "User",
        content: "content",
        parts: { kinds: { Text: { is: "text" }, Mention: other, Image: other } },
      },
      {
        is: "message",
        role: "assistant",
        at: "Agent",
        opensTurn: {},
        content: "content",
        parts: {
          kinds: {
            Text: { is: "text" },
            Thinking: thinking,
            RedactedThinking: thinking,
            ToolUse: {
              is: "call",
              id: "id",
              name: "name",
              arguments: "input",
              container: "object",
              partial: { is: { is_input_complete: "false" } },
              settled: { is: { is_input_complete: "false" } },
            },
          },
        },
      },
      {
        is: "message",
        role: "tool",
        at: "Agent",
        if: { has: ["Agent/tool_results/{}"] },
        beside: [
          {
            is: "result",
            at: "tool_results/{}",
            id: "tool_use_id",
            name: "tool_name",
            content: ["content/Text", "content"],
            isError: { is: { is_error: "true" } },
          },
        ],
      },
      {
        is: "message",
        if: { has: ["segments"] },
        role: { at: "role", words: { user: "user", assistant: "assistant", system: "system" } },
        content: "segments",
        parts: { by: "type", kinds: { text: { is: "text" }, thinking, redacted_thinking: thinking } },
        beside: [
          { is: "call", at: "tool_uses/*", id: "id", name: "name", arguments: "input", container: "object" },
          {
            is: "result",
            at: "tool_results/*",
            id: "tool_use_id",
            content: ["content/Text", "content"],
            isError: { is: { is_error: "true" } },
          },
        ],
      },
    ],
  },
});
