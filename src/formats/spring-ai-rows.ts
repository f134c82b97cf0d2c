import type { Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const texts = ["content/text", "CONTENT/text", "content/textContent", "content", "CONTENT"];
const calls: Piece = {
  is: "call",
  at: ["content/toolCalls/*", "CONTENT/toolCalls/*"],
  id: "id",
  name: "name",
  arguments: "arguments",
  container: "string",
};
const results: Piece = {
  is: "result",
  at: ["content/responses/*", "CONTENT/responses/*"],
  id: "id",
  name: "name",
  content: "responseData",
};

/** Rows of Spring AI's chat memory in a database: the text of a message, or the message as JSON where a repository of one's own keeps all of it. */
export const springAiRows = tableFormat({
  id: "spring-ai-rows",
  title: "Spring AI chat memory rows",
  source: "spring-projects/spring-ai, JdbcChatMemoryRepository and its schemas (read 2026-12)",
  claims: ["conversation_id", "CONVERSATION_ID"].map((id) => ({
    because: "has rows of a chat memory",
    every: {
      has: [id],
      is: { [id === "conversation_id" ? "type" : "TYPE"]: ["USER", "ASSISTANT", "SYSTEM", "TOOL"] },
      any: [{ keys: ["content"] }, { keys: ["CONTENT"] }],
    },
  })),
  groupBy: ["conversation_id", "CONVERSATION_ID"],
  read: {
    by: ["type", "TYPE"],
    kinds: {
      USER: { is: "message", role: "user", content: texts },
      SYSTEM: { is: "message", role: "system", content: texts },
      ASSISTANT: { is: "message", role: "assistant", content: texts, beside: [calls] },
      // The repository itself keeps no responses of tools.
      TOOL: { is: "message", role: "tool", beside: [results] },
    },
  },
});
