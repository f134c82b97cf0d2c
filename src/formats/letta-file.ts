import { tableFormat } from "./table/table-format.js";

/** Files of Letta's agents (`.af`): messages of OpenAI's shape with what came back from servers' own runs, and each tool with its declaration. */
export const lettaFile = tableFormat({
  id: "letta-file",
  title: "Letta agent files (.af)",
  source: "letta-ai/letta, letta/schemas/agent_file.py and serialize_schemas (read 2026-12)",
  claims: [
    { because: "is a file of agents with the messages in their context", document: { has: ["agents/0/in_context_message_ids"] } },
    { because: "is a file of agents with their kinds", document: { has: ["agents/0/agent_type", "agents/0/messages"] } },
    { because: "is the file of one agent", document: { has: ["agent_type", "llm_config"], kinds: { messages: "array" } } },
  ],
  conversations: ["agents/*", ""],
  entries: "messages",
  tools: "tools/*/json_schema",
  model: "llm_config/model",
  read: {
    each: [
      {
        is: "message",
        if: { not: { is: { role: ["tool", "approval"] } } },
        role: { at: "role", words: { system: "system", developer: "system", user: "user", assistant: "assistant" } },
        content: "content",
        beside: [{ is: "openai-call", at: "tool_calls/*" }],
      },
      {
        is: "message",
        if: { is: { role: ["tool", "approval"] } },
        role: { at: "role", words: { tool: "tool", approval: "assistant" } },
        beside: [
          { is: "openai-call", at: "tool_calls/*" },
          {
            is: "result",
            id: "tool_call_id",
            name: "name",
            content: "content",
            if: { is: { role: "tool" }, not: { has: ["tool_returns/1"] } },
          },
          {
            is: "result",
            at: "tool_returns/*",
            id: "tool_call_id",
            content: ["func_response", "tool_return"],
            isError: { is: { status: "error" } },
            if: { is: { role: "tool" }, has: ["tool_returns/1"] },
          },
        ],
      },
    ],
  },
});
