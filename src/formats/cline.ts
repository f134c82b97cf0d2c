import type { Condition } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const entry: Condition = { any: [{ has: ["role", "content"] }, { is: { type: "reasoning" } }] };

/**
 * Histories of Cline and Roo Code (`api_conversation_history.json`): messages as those of the Messages API, with what the editor notes of
 * them. What OpenAI's models thought is an entry of its own; the second version of Roo Code's file holds messages of the AI SDK.
 */
export const cline = tableFormat({
  id: "cline",
  title: "Cline and Roo Code history",
  source:
    "RooCodeInc/Roo-Code, src/core/task-persistence, apiMessages.ts and rooMessage.ts; cline/cline, src/shared/messages/content.ts (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has messages with the time they were said at and blocks of tools",
      every: entry,
      some: {
        kinds: { ts: "number" },
        is: { role: ["user", "assistant"] },
        some: { "content/*": { is: { type: ["tool_use", "tool_result", "reasoning"] } } },
      },
    },
    {
      because: "has answers with the model and the costs of each",
      every: entry,
      some: { is: { role: "assistant" }, has: ["modelInfo/modelId", "role"], kinds: { content: "array" } },
    },
    {
      because: "has timed entries of encrypted thoughts between its messages",
      every: entry,
      some: { is: { type: "reasoning" }, has: ["encrypted_content"], kinds: { ts: "number" } },
    },
  ],
  entries: "messages",
  model: "modelInfo/modelId",
  harness: { log: true },
  read: {
    by: ["role", "type"],
    kinds: {
      reasoning: { is: "thinking" },
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
            file: { is: "other" },
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
            // Gemini's, which belongs to the call after it.
            thoughtSignature: { is: "thinking" },
            image: { is: "other" },
            document: { is: "other" },
            tool_use: { is: "call", id: "id", name: "name", arguments: "input" },
            "tool-call": { is: "call", id: "toolCallId", name: "toolName", arguments: "input" },
          },
        },
      },
      tool: {
        is: "message",
        role: "tool",
        content: "content",
        parts: {
          by: "type",
          kinds: {
            "tool-result": {
              is: "result",
              id: "toolCallId",
              name: "toolName",
              content: ["output/value", "output"],
              isError: { any: [{ is: { "output/type": "error-*" } }, { is: { "output/value": "[ERROR]*" } }] },
            },
          },
        },
      },
    },
  },
});
