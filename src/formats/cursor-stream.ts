import { tableFormat } from "./table/table-format.js";

/**
 * Events of `cursor-agent --output-format stream-json`: lines as those of Claude Code around events of their own for calls, whose tool is
 * named by the key of its record.
 */
export const cursorStream = tableFormat({
  id: "cursor-stream",
  title: "Cursor CLI events (stream-json)",
  source: "output of cursor-agent, as public readers of it take it apart: BloopAI/vibe-kanban, executors/cursor.rs (read 2026-12)",
  profile: "session-log",
  claims: [
    { because: "has events of calls with the record of their tool", some: { is: { type: "tool_call" }, kinds: { tool_call: "object" } } },
    {
      because: "has events of a run",
      sure: false,
      some: { is: { type: ["thinking", "interaction_query", "retry"] }, has: ["subtype", "session_id"] },
    },
  ],
  groupBy: "session_id",
  model: "model",
  harness: { log: true },
  read: {
    by: "type",
    kinds: {
      user: { is: "message", at: "message", role: "user", content: "content" },
      assistant: { is: "message", at: "message", role: "assistant", content: "content" },
      tool_call: [
        {
          is: "call",
          if: { is: { subtype: "started" } },
          id: "call_id",
          name: ["tool_call/function/name", "tool_call/mcpToolCall/args/toolName", "tool_call/mcpToolCall/args/name", "tool_call/{key}"],
          arguments: ["tool_call/function/arguments", "tool_call/mcpToolCall/args/args", "tool_call/{}/args"],
        },
        {
          is: "result",
          if: { is: { subtype: "completed" } },
          id: "call_id",
          content: ["tool_call/{}/result", "tool_call/result"],
          isError: { any: ["error", "failure", "rejected", "permissionDenied"].map((how) => ({ has: [`tool_call/{}/result/${how}`] })) },
        },
      ],
    },
    // The beginning, what was thought, and the end.
    others: true,
  },
});
