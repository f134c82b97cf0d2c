import { tableFormat } from "./table/table-format.js";

/** Messages of Spring AI as chat memories keep them: each says its type, calls are beside the text, results in a message of their own. */
export const springAi = tableFormat({
  id: "spring-ai",
  title: "Spring AI messages",
  source: "spring-projects/spring-ai 1.0, chat.messages.AssistantMessage and ToolResponseMessage (read 2026-12)",
  claims: [
    {
      because: "has messages with a messageType and calls or responses",
      every: { is: { messageType: ["USER", "ASSISTANT", "SYSTEM", "TOOL"] } },
      some: { any: [{ has: ["toolCalls"] }, { has: ["responses"] }] },
    },
  ],
  entries: ["messages", "memory", "conversation"],
  tools: "tools",
  read: {
    by: "messageType",
    kinds: {
      USER: { is: "message", role: "user", content: ["text", "content"] },
      SYSTEM: { is: "message", role: "system", content: ["text", "content"] },
      ASSISTANT: {
        is: "message",
        role: "assistant",
        content: ["text", "content"],
        beside: [{ is: "call", at: "toolCalls/*", id: "id", name: "name", arguments: "arguments", container: "string" }],
      },
      TOOL: { is: "message", role: "tool", beside: [{ is: "result", at: "responses/*", id: "id", name: "name", content: "responseData" }] },
    },
  },
});
