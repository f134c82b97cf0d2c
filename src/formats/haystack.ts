import { tableFormat } from "./table/table-format.js";

/** Chat messages of Haystack: each part of the content is an object with one key, and a result repeats the call that it answers. */
export const haystack = tableFormat({
  id: "haystack",
  title: "Haystack chat messages",
  source: "Haystack 2.x, haystack.dataclasses.ChatMessage, to_dict and the older form with underscores (read 2026-11)",
  claims: ["content", "_content"].flatMap((content) =>
    ["tool_call", "tool_call_result"].map((part) => ({
      because: "has content parts with the key tool_call or tool_call_result",
      some: { has: [`${content}/*/${part}`], lacks: [`${content}/*/type`] },
    })),
  ),
  // What pipelines return is under the names of their components.
  entries: [
    ...["messages", "replies", "agent/messages", "tool_agent/messages", "llm/replies", "generator/replies", "chat_generator/replies"],
    ...["tool_invoker/tool_messages", "tool_messages"],
  ],
  tools: "tools",
  model: ["meta/model", "_meta/model"],
  // Not every provider gives ids (`ToolCall.id`).
  idsOptional: true,
  read: {
    each: [
      {
        is: "message",
        role: { at: ["role", "_role"], words: { assistant: "assistant", system: "system", user: "user", tool: "tool" } },
        content: ["content", "_content"],
        parts: {
          kinds: {
            tool_call: { is: "call", id: "id", name: "tool_name", arguments: "arguments", container: "object" },
            tool_call_result: {
              is: "result",
              id: "origin/id",
              name: "origin/tool_name",
              content: "result",
              isError: { is: { error: "true" } },
            },
            text: { is: "text" },
            reasoning: { is: "thinking" },
            image: { is: "other" },
            file: { is: "other" },
          },
        },
        finish: {
          at: ["meta/finish_reason", "_meta/finish_reason"],
          words: { stop: "stop", length: "length", tool_calls: "tool_calls", tool_use: "tool_calls", content_filter: "content_filter" },
        },
      },
    ],
  },
});
