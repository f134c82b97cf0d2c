import { tableFormat } from "./table/table-format.js";

/** Histories of Kimi CLI (`context.jsonl`): messages of OpenAI's shape between marks that it comes back to. */
export const kimiContext = tableFormat({
  id: "kimi-context",
  title: "Kimi CLI context",
  source: "MoonshotAI/kimi-cli, src/kimi_cli/soul/context.py and packages/kosong (read 2026-12)",
  profile: "session-log",
  claims: [
    { because: "has marks between messages", some: { is: { role: ["_checkpoint", "_usage", "_system_prompt"] } } },
    { because: "has messages with think parts", some: { has: ["role"], some: { "content/*": { is: { type: "think" }, has: ["think"] } } } },
  ],
  harness: { log: true },
  read: {
    by: "role",
    kinds: {
      _system_prompt: { is: "message", role: "system", content: "content" },
      _checkpoint: { is: "nothing" },
      _usage: { is: "nothing" },
      system: { is: "message", role: "system", content: "content" },
      user: { is: "message", role: "user", content: "content" },
      assistant: {
        is: "message",
        role: "assistant",
        opensTurn: {},
        content: "content",
        parts: { by: "type", others: true, kinds: { text: { is: "text" }, think: { is: "thinking" } } },
        beside: [{ is: "call", at: "tool_calls/*", id: "id", name: "function/name", arguments: "function/arguments" }],
      },
      tool: { is: "message", role: "tool", beside: [{ is: "result", id: "tool_call_id", content: "content" }] },
    },
  },
});
