import { tableFormat } from "./table/table-format.js";

/** Multi-turn samples of Ragas: messages in the words of LangChain, whose calls and results have no ids. */
export const ragas = tableFormat({
  id: "ragas",
  title: "Ragas multi-turn samples",
  source: "explodinggradients/ragas, src/ragas/messages.py (read 2026-12)",
  claims: [
    {
      because: "has the messages of a sample under user_input",
      conversation: { kinds: { user_input: "array" } },
      some: { is: { type: ["human", "ai", "tool"] }, keys: ["content"] },
    },
  ],
  conversations: ["*", "samples/*", ""],
  entries: "user_input",
  idsOptional: true,
  read: {
    by: "type",
    kinds: {
      human: { is: "message", role: "user", content: "content" },
      ai: {
        is: "message",
        role: "assistant",
        content: ["content/text", "content"],
        beside: [
          { is: "call", at: ["tool_calls/*", "content/tool_calls/*"], id: "id", name: "name", arguments: "args", container: "object" },
        ],
      },
      tool: { is: "result", id: "tool_call_id", name: "name", content: "content" },
    },
  },
});
