import { tableFormat } from "./table/table-format.js";

/**
 * Chats of AG2 and of AutoGen before 0.4: messages of OpenAI's shape, but what several tools returned is one message with a list of
 * responses, and its text repeats them all.
 */
export const ag2 = tableFormat({
  id: "ag2",
  title: "AG2 and AutoGen 0.2 chats",
  source: "ag2ai/ag2, autogen/agentchat, chat.py (ChatResult) and conversable_agent.py (generate_tool_calls_reply) (read 2026-12)",
  profile: "framework",
  claims: [
    {
      because: "has messages with the responses of several tools",
      every: { has: ["role"] },
      some: { has: ["tool_responses"], is: { role: "tool" } },
    },
    { because: "is the result of a chat", document: { has: ["chat_history", "human_input"], keys: ["cost"] } },
  ],
  entries: ["chat_history", "messages"],
  idsOptional: true,
  read: {
    by: "role",
    kinds: {
      tool: {
        is: "message",
        role: "tool",
        beside: [
          { is: "result", at: "tool_responses/*", id: "tool_call_id", content: "content" },
          { is: "result", id: "tool_call_id", content: "content", if: { lacks: ["tool_responses"] } },
        ],
      },
      function: { is: "message", role: "tool", beside: [{ is: "result", name: "name", content: "content" }] },
      system: { is: "message", role: "system", content: "content" },
      user: { is: "message", role: "user", content: "content" },
      assistant: {
        is: "message",
        role: "assistant",
        content: "content",
        beside: [
          { is: "openai-call", at: "tool_calls/*" },
          { is: "openai-function-call", at: "function_call" },
        ],
      },
    },
  },
});
