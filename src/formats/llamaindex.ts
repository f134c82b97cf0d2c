import type { Condition, Piece, RoleWords } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const role: RoleWords = {
  at: "role",
  words: {
    assistant: "assistant",
    chatbot: "assistant",
    model: "assistant",
    system: "system",
    developer: "system",
    user: "user",
    memory: "user",
    tool: "tool",
    function: "tool",
  },
};
const isResult: Condition = { is: { role: ["tool", "function"] } };
/** TypeScript keeps results among the options of a message. */
const hasResult: Condition = { keys: ["options/toolResult"] };

const kinds = {
  // Not every provider gives ids.
  tool_call: { is: "call", id: "tool_call_id", name: "tool_name", arguments: "tool_kwargs", idOptional: { lacks: ["tool_call_id"] } },
  text: { is: "text" },
  thinking: { is: "thinking", type: "thinking" },
  ...Object.fromEntries(
    ["image", "audio", "video", "document", "cache", "citable", "citation"].map((type) => [type, { is: "other", type } as const]),
  ),
} as const;

/** What the provider sent repeats the blocks; older versions keep it alone: OpenAI's calls, or flat ones (Anthropic's, Gemini's). */
const kept: readonly Piece[] = [
  {
    is: "pieces",
    at: "additional_kwargs/tool_calls/*",
    each: [
      { is: "openai-call", if: { any: [{ keys: ["function"] }, { not: { keys: ["name"] } }] } },
      {
        is: "call",
        id: "id",
        name: "name",
        arguments: ["input", "args", "arguments"],
        if: { keys: ["name"], not: { keys: ["function"] } },
      },
    ],
  },
  {
    is: "openai-function-call",
    at: "additional_kwargs/function_call",
    if: { not: { kinds: { "additional_kwargs/tool_calls/*": "object" } } },
  },
];

/**
 * Chat messages of LlamaIndex: typed blocks with what the provider sent beside them (Python), or calls and results among the options of a
 * message (TypeScript); bare, and as a chat store keeps them by key.
 */
export const llamaindex = tableFormat({
  id: "llamaindex",
  title: "LlamaIndex chat messages",
  source: "LlamaIndex 0.14, llama_index.core.base.llms.types and storage.chat_store; @llamaindex/core 0.6, ChatMessage (read 2026-11)",
  claims: [
    {
      because: "has blocks with a block_type, or keeps calls in additional_kwargs or options",
      every: { kinds: { role: "string" }, lacks: ["type", "tool_call_id"] },
      some: {
        any: [
          { keys: ["blocks/0/block_type"] },
          {
            has: ["additional_kwargs"],
            any: ["tool_calls", "tool_call_id"].map((key) => ({ keys: [`additional_kwargs/${key}`] })),
            lacks: ["blocks/0"],
          },
          { has: ["options"], any: [{ keys: ["options/toolCall"] }, hasResult], lacks: ["blocks/0"] },
        ],
      },
    },
    {
      because: "has messages with additional_kwargs",
      sure: false,
      every: { kinds: { role: "string" }, lacks: ["type", "tool_calls", "parts", "blocks/0"] },
      some: { kinds: { additional_kwargs: "object" } },
    },
  ],
  conversations: ["store/{}", ""],
  entries: ["messages", "message", ""],
  tools: "tools",
  model: "model",
  request: { keys: ["model"] },
  read: {
    each: [
      {
        is: "message",
        role: {
          at: "role",
          words: Object.fromEntries(Object.keys(role.words).map((word) => [word, "tool"])),
          guess: [{ role: "tool", if: {} }],
        },
        if: hasResult,
        beside: [{ is: "result", at: "options/toolResult", id: "id", content: "result", isError: { is: { isError: "true" } } }],
      },
      {
        is: "message",
        role,
        if: { ...isResult, not: hasResult },
        beside: [
          {
            is: "result",
            id: "additional_kwargs/tool_call_id",
            name: "additional_kwargs/name",
            content: ["blocks", "content"],
            idOptional: { any: [{ is: { role: "function" } }, { kinds: { "additional_kwargs/tool_call_id": "null" } }] },
          },
        ],
      },
      {
        is: "message",
        role,
        if: { not: { any: [isResult, hasResult] } },
        beside: [
          { is: "text", at: "content", if: { kinds: { content: "string" } } },
          { is: "pieces", at: "blocks/*", by: ["block_type", "type"], needsKind: true, kinds },
          {
            is: "pieces",
            at: "content/*",
            by: ["block_type", "type"],
            needsKind: true,
            kinds,
            others: true,
            if: { not: { any: [{ keys: ["blocks"] }, { kinds: { content: "string" } }] } },
          },
          { is: "call", at: "options/toolCall/*", id: "id", name: "name", arguments: "input" },
          {
            is: "pieces",
            each: kept,
            if: { not: { any: [{ is: { "blocks/*/block_type": "tool_call" } }, { keys: ["options/toolCall/0"] }] } },
          },
        ],
      },
    ],
  },
});
