import { chatMessages } from "./open-webui/messages.js";
import type { Pieces, RoleWords } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const role: RoleWords = { at: "role", words: { system: "system", user: "user", assistant: "assistant", tool: "tool" } };

/** Blocks in the text of older messages (`serialize_content_blocks`). */
const blocks: Pieces = {
  by: "type",
  kinds: {
    text: { is: "text" },
    reasoning: { is: "thinking" },
    code_interpreter: { is: "other" },
    tool_calls: {
      is: "call",
      id: "id",
      name: "name",
      arguments: "arguments",
      container: "string",
      // The answer was stopped, or is still coming in.
      partial: { not: { is: { done: "true" } } },
      settled: { not: { is: { done: "true" } } },
      result: { content: "result" },
    },
  },
};

/** Items that newer messages keep beside the text (`convert_output_to_messages`). */
const items: Pieces = {
  by: "type",
  // What providers run themselves has types of its own.
  others: true,
  kinds: {
    message: { is: "pieces", each: [{ is: "text", at: "content/*/text" }] },
    reasoning: { is: "thinking" },
    function_call: {
      is: "call",
      id: ["call_id", "id"],
      name: "name",
      arguments: "arguments",
      settled: { is: { status: ["in_progress", "incomplete"] } },
    },
    function_call_output: { is: "result", id: "call_id", content: "output", isError: { is: { status: ["failed", "error"] } } },
  },
};

/** Chats of Open WebUI, as they are exported: a tree of messages, whose calls are blocks in the text or items beside it. */
export const openWebui = tableFormat(
  {
    id: "open-webui",
    title: "Open WebUI chats",
    source: "open-webui/open-webui, utils/middleware.py, serialize_output, and models/chats.py, versions 0.5 to 0.8 (read 2026-12)",
    claims: [
      { because: "is a chat with its history", conversation: { has: ["chat/history/messages"] } },
      { because: "is a chat with its history", conversation: { has: ["history/messages"], keys: ["history/currentId"] } },
      { because: "is a chat with its messages", conversation: { has: ["chat/messages/0/role"], keys: ["user_id"] } },
    ],
    conversations: ["*", ""],
    entries: ["chat/messages", "messages"],
    idsOptional: true,
    read: {
      each: [
        { is: "message", role, if: { has: ["output/0"] }, beside: [{ is: "pieces", at: "output/*", ...items }] },
        { is: "message", role, if: { has: ["parts/0"] }, content: "parts", parts: blocks },
        { is: "message", role, if: { lacks: ["output/0", "parts/0"] }, content: "content" },
      ],
    },
  },
  chatMessages,
);
