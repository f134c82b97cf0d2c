import { tableFormat } from "./table/table-format.js";

/** Chat messages of Flowise, and answers of its prediction API: what was called is listed with what it returned, before the text. */
export const flowise = tableFormat({
  id: "flowise",
  title: "Flowise chat messages",
  source: "FlowiseAI/Flowise, packages/server, IChatMessage, and packages/components, IUsedTool (read 2026-12)",
  claims: [
    { because: "has usedTools with a tool and its input", some: { keys: ["usedTools/0/toolInput"] } },
    { because: "has messages of the roles apiMessage and userMessage", some: { is: { role: ["apiMessage", "userMessage"] } } },
  ],
  entries: ["messages"],
  idsOptional: true,
  read: {
    each: [
      { is: "message", role: "user", if: { has: ["question"], lacks: ["role"] }, content: "question" },
      { is: "message", role: "user", if: { is: { role: ["userMessage", "user"] } }, content: "content" },
      {
        is: "message",
        role: "assistant",
        if: { not: { is: { role: ["userMessage", "user"] } } },
        beside: [
          {
            is: "call",
            at: "usedTools/*",
            id: ["toolCallId", "id"],
            name: "tool",
            arguments: "toolInput",
            result: { content: ["toolOutput", "error"], isError: { has: ["error"] } },
          },
          { is: "text", at: ["content", "text"], if: { any: ["content", "text"].map((key) => ({ kinds: { [key]: "string" } })) } },
        ],
      },
    ],
  },
});
