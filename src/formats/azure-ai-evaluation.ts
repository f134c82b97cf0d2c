import type { Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

/** Tools of the service (`_BUILT_IN_DESCRIPTIONS`). */
const builtIns = [
  "code_interpreter",
  "bing_grounding",
  "bing_custom_search",
  "file_search",
  "azure_ai_search",
  "sharepoint_grounding",
  "fabric_dataagent",
  "openapi",
] as const;

/** Flat, or with the call as OpenAI writes it inside. */
const toolCall: Piece = {
  is: "call",
  id: ["tool_call_id", "tool_call/id"],
  name: ["name", "tool_call/function/name"],
  arguments: ["arguments", "tool_call/function/arguments"],
  // What the service runs itself may come without what it gave: the converter leaves that out.
  settled: { is: { name: builtIns } },
};

/** Rows for the agent evaluators of Azure AI Foundry: what was asked, the messages of the answer, the tools. */
export const azureAiEvaluation = tableFormat({
  id: "azure-ai-evaluation",
  title: "Azure AI agent evaluation rows",
  source: "Azure/azure-sdk-for-python, azure-ai-evaluation, _converters/_models.py (read 2026-12)",
  claims: [
    { because: "has a query and a response beside tool_definitions", document: { has: ["tool_definitions", "response", "query"] } },
    { because: "has messages beside tool_definitions", document: { has: ["tool_definitions", "messages"] } },
    {
      because: "has tool_call parts with a tool_call_id",
      some: {
        some: { "content/*": { is: { type: "tool_call" }, any: [{ has: ["tool_call_id"] }, { has: ["tool_call/function"] }] } },
        // LibreChat's.
        lacks: ["messageId"],
      },
    },
  ],
  entries: ["query", "messages"],
  answer: { entries: ["response/*", "tool_calls/*"], inDocument: true },
  tools: "tool_definitions",
  read: {
    by: ["role", "type"],
    kinds: {
      system: { is: "message", role: "system", content: "content" },
      developer: { is: "message", role: "system", content: "content" },
      user: { is: "message", role: "user", content: "content" },
      // Calls of one turn are messages of their own: what follows joins the message before it.
      assistant: [
        { is: "text", at: "content", if: { kinds: { content: "string" } } },
        {
          is: "pieces",
          at: "content/*",
          by: "type",
          kinds: { text: { is: "text" }, output_text: { is: "text" }, tool_call: toolCall },
        },
      ],
      tool_call: toolCall,
      tool: { is: "result", id: "tool_call_id", content: ["content/0/tool_result", "content"] },
    },
  },
});
