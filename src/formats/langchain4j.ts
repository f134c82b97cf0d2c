import { tableFormat } from "./table/table-format.js";

const types = ["SYSTEM", "USER", "AI", "TOOL_EXECUTION_RESULT", "CUSTOM"] as const;

/** Chat memories of LangChain4j, as its serializer writes them for stores. */
export const langchain4j = tableFormat({
  id: "langchain4j",
  title: "LangChain4j chat memories",
  source: "langchain4j 1.x, JacksonChatMessageJsonCodec and dev.langchain4j.data.message (read 2026-12)",
  claims: [
    { because: "has messages with toolExecutionRequests", some: { has: ["toolExecutionRequests/0"] } },
    { because: "has results of LangChain4j's type", some: { is: { type: "TOOL_EXECUTION_RESULT" }, has: ["toolName"] } },
    { because: "has messages of LangChain4j's types", every: { is: { type: types } }, some: { is: { type: "AI" } }, sure: false },
  ],
  entries: ["messages", "content"],
  // Not every model gives ids.
  idsOptional: true,
  read: {
    by: "type",
    kinds: {
      SYSTEM: { is: "message", role: "system", content: "text" },
      USER: {
        is: "message",
        role: "user",
        content: ["contents", "text"],
        parts: { by: "type", kinds: { TEXT: { is: "text" }, "*": { is: "other" } } },
      },
      AI: {
        is: "message",
        role: "assistant",
        content: "text",
        beside: [
          { is: "thinking", type: "thinking", at: "thinking", if: { kinds: { thinking: "string" } } },
          { is: "call", at: "toolExecutionRequests/*", id: "id", name: "name", arguments: "arguments", container: "string" },
        ],
      },
      TOOL_EXECUTION_RESULT: {
        is: "result",
        id: "id",
        name: "toolName",
        content: ["text", "contents"],
        isError: { is: { isError: "true" } },
      },
      CUSTOM: { is: "message", role: "user" },
    },
  },
});
