import type { Piece, Pieces, RoleWords, TableClaim } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const role: RoleWords = { at: "role", words: { system: "system", user: "user", assistant: "assistant", tool: "tool" } };
const result: Piece = {
  is: "result",
  id: "toolCallId",
  name: "toolName",
  content: ["result", "output"],
  isError: { is: { isError: "true" } },
};

/** Parts of the AI SDK, those of its version 4 among them. */
const parts: Pieces = {
  by: "type",
  kinds: {
    text: { is: "text" },
    reasoning: { is: "thinking" },
    "redacted-reasoning": { is: "thinking" },
    "tool-invocation": {
      is: "call",
      at: "toolInvocation",
      id: "toolCallId",
      name: "toolName",
      arguments: "args",
      partial: { is: { state: "partial-call" } },
      settled: { is: { state: "partial-call" } },
      result: { content: "result" },
    },
    "tool-call": { is: "call", id: "toolCallId", name: "toolName", arguments: ["args", "input"] },
    "tool-result": result,
    "step-start": { is: "nothing" },
    "*": { is: "other" },
  },
};

const claims = ["thread_id", "threadId"].flatMap((key): readonly TableClaim[] => [
  {
    because: "has rows with a thread and content of format 2",
    some: { has: [key], is: { "content/format": "2" }, kinds: { content: "string" } },
  },
  {
    because: "has rows with a thread and calls in their content",
    some: { has: [key, "content/*/toolCallId"], kinds: { content: "string" } },
  },
]);

/** Rows of Mastra's storage, whose content is JSON text. Messages that its memory returns are the AI SDK's. */
export const mastra = tableFormat({
  id: "mastra",
  title: "Mastra message rows",
  source: "mastra-ai/mastra, packages/core, MastraMessageV2 and MastraMessageV1, and the table mastra_messages (read 2026-12)",
  claims,
  entries: ["messages", "messagesV2"],
  read: {
    each: [
      {
        is: "message",
        role,
        beside: [
          { is: "pieces", at: ["content/parts/*", "content/*"], ...parts },
          { is: "text", at: "content", if: { kinds: { content: "string" }, lacks: ["content/parts", "content/0"] } },
        ],
      },
    ],
  },
});
