import { tableFormat } from "./table/table-format.js";

/** Events of `droid exec --output-format stream-json`. Session files of Droid are read as those of pi. */
export const droidStream = tableFormat({
  id: "droid-stream",
  title: "Factory Droid events (stream-json)",
  source: "output of droid exec, as public readers of it take it apart: BloopAI/vibe-kanban, executors/droid.rs (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has calls with the name of a tool and its parameters",
      some: { has: ["toolName", "parameters", "session_id"], is: { type: "tool_call" } },
    },
    { because: "has results with a value", some: { keys: ["value", "session_id"], is: { type: "tool_result" } } },
    { because: "ends as a run of Droid does", some: { keys: ["finalText"], is: { type: "completion" } } },
    {
      because: "has messages of a run",
      some: { is: { type: "message" }, kinds: { text: "string", role: "string" }, has: ["session_id"] },
    },
    {
      because: "has events of a run",
      sure: false,
      some: {
        is: { type: ["system", "tool_call", "tool_result", "reasoning", "error"] },
        has: ["session_id"],
        lacks: ["call_id", "uuid", "tool_call"],
      },
    },
  ],
  model: "model",
  harness: { log: true },
  read: {
    by: "type",
    kinds: {
      message: { is: "message", role: { at: "role", words: { user: "user", assistant: "assistant" } }, content: "text" },
      reasoning: { is: "thinking" },
      tool_call: { is: "call", id: ["toolCallId", "id"], name: ["toolName", "toolId"], arguments: "parameters" },
      tool_result: {
        is: "result",
        id: ["toolCallId", "id"],
        content: ["value", "error/message", "error"],
        isError: { any: [{ is: { isError: "true" } }, { has: ["error"] }] },
      },
      system: { is: "nothing" },
      error: { is: "nothing" },
      // Its text is that of the last message.
      completion: { is: "nothing" },
      result: { is: "nothing" },
    },
  },
});
