import { tableFormat } from "./table/table-format.js";

/** Runs of AgentDojo: one task of a suite, with what an injected attack made of it. The tools are the suite's own. */
export const agentdojo = tableFormat({
  id: "agentdojo",
  title: "AgentDojo runs",
  source:
    "AgentDojo, functions_runtime.py, types.py and logging.py, as its forks sequrity-ai/agentdojo and Touring-686/VIGIL keep them (read 2026-12)",
  claims: [
    { because: "is a run of a task of a suite", document: { has: ["user_task_id", "suite_name"], kinds: { messages: "array" } } },
    {
      because: "names the function of a call as text, with args beside it",
      some: { is: { role: "assistant" }, has: ["tool_calls/0/args"], kinds: { "tool_calls/0/function": "string" } },
    },
  ],
  entries: "messages",
  // Models that are asked without an API for calls give them no id.
  idsOptional: true,
  harness: { log: true },
  read: {
    by: "role",
    kinds: {
      system: { is: "message", role: "system", content: "content", parts: { by: "type", kinds: { text: { is: "text", at: "content" } } } },
      user: { is: "message", role: "user", content: "content", parts: { by: "type", kinds: { text: { is: "text", at: "content" } } } },
      assistant: {
        is: "message",
        role: "assistant",
        content: "content",
        parts: {
          by: "type",
          kinds: {
            text: { is: "text", at: "content" },
            thinking: { is: "thinking", type: "thinking" },
            redacted_thinking: { is: "thinking", type: "redacted_thinking" },
          },
        },
        beside: [{ is: "call", at: "tool_calls/*", id: "id", name: "function", arguments: "args", container: "object" }],
      },
      tool: {
        is: "result",
        id: ["tool_call_id", "tool_call/id"],
        name: "tool_call/function",
        content: "content",
        isError: { has: ["error"] },
      },
    },
  },
});
