import type { Condition, Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const isSpecific: Condition = { has: ["llm", "message"], lacks: ["role"] };
const thinking: Piece = { is: "thinking" };

/** A message as one of the services takes it. */
const said: Piece = {
  is: "message",
  role: { at: "role", words: { user: "user", assistant: "assistant", model: "assistant", tool: "tool", system: "system" } },
  content: "content",
  parts: {
    by: "type",
    others: true,
    kinds: {
      text: { is: "text" },
      thinking,
      redacted_thinking: thinking,
      tool_use: { is: "call", id: "id", name: "name", arguments: "input", container: "object" },
      tool_result: { is: "result", id: "tool_use_id", content: "content", isError: { is: { is_error: "true" } } },
    },
  },
  beside: [{ is: "openai-call", at: "tool_calls/*" }],
};

/**
 * Contexts of Pipecat that hold messages for one service among those of OpenAI's shape: thoughts of Anthropic's and their signatures,
 * Gemini's signatures, or whole messages.
 */
export const pipecat = tableFormat({
  id: "pipecat",
  title: "Pipecat contexts with messages of a service",
  source: "pipecat-ai/pipecat, processors/aggregators/llm_context.py (LLMSpecificMessage) (read 2026-12)",
  profile: "framework",
  claims: [{ because: "has messages for one service", some: isSpecific, every: { any: [{ has: ["role"] }, { keys: ["llm"] }] } }],
  entries: ["messages", "context/messages", "_messages"],
  tools: ["tools", "tools/standard_tools", "context/tools"],
  read: {
    each: [
      {
        is: "pieces",
        if: isSpecific,
        at: "message",
        by: "role",
        others: true,
        kinds: {
          system: said,
          user: said,
          assistant: said,
          model: said,
          tool: said,
        },
      },
      {
        is: "message",
        if: { is: { role: ["system", "developer", "user", "assistant"] } },
        role: { at: "role", words: { system: "system", developer: "system", user: "user", assistant: "assistant" } },
        content: "content",
        beside: [{ is: "openai-call", at: "tool_calls/*" }],
      },
      { is: "message", if: { is: { role: "tool" } }, role: "tool", beside: [{ is: "result", id: "tool_call_id", content: "content" }] },
    ],
  },
});
