import { tableFormat } from "./table/table-format.js";

/** Histories of Cline and Roo Code (`api_conversation_history.json`): messages as those of the Messages API, with what the editor notes of them. */
export const cline = tableFormat({
  id: "cline",
  title: "Cline and Roo Code history",
  source: "RooCodeInc/Roo-Code, src/core/task-persistence/apiMessages.ts; cline/cline, src/shared/messages (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has messages with the time they were said at and blocks of tools",
      every: { has: ["role", "content"] },
      some: {
        kinds: { ts: "number" },
        is: { role: ["user", "assistant"] },
        some: { "content/*": { is: { type: ["tool_use", "tool_result", "reasoning"] } } },
      },
    },
    {
      because: "has answers with the model and the costs of each",
      every: { has: ["role", "content"] },
      some: { is: { role: "assistant" }, has: ["modelInfo/modelId", "role"], kinds: { content: "array" } },
    },
  ],
  model: "modelInfo/modelId",
  harness: { log: true },
  read: {
    by: "role",
    kinds: {
      user: {
        is: "message",
        role: "user",
        content: "content",
        parts: {
          by: "type",
          kinds: {
            text: { is: "text" },
            image: { is: "other" },
            document: { is: "other" },
            tool_result: { is: "result", id: "tool_use_id", content: "content", isError: { is: { is_error: "true" } } },
          },
        },
      },
      assistant: {
        is: "message",
        role: "assistant",
        opensTurn: {},
        content: "content",
        parts: {
          by: "type",
          kinds: {
            text: { is: "text" },
            reasoning: { is: "thinking" },
            thinking: { is: "thinking" },
            redacted_thinking: { is: "thinking" },
            tool_use: { is: "call", id: "id", name: "name", arguments: "input" },
          },
        },
      },
    },
  },
});
