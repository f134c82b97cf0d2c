import { tableFormat } from "./table/table-format.js";

/** Messages of the coding agent Crush, rows of its database: parts are a list, or its JSON text, of objects with a type and data. */
export const crush = tableFormat({
  id: "crush",
  title: "Crush session",
  source: "charmbracelet/crush, internal/message/content.go and message.go (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has parts with a type and their data",
      every: { has: ["parts", "role"] },
      some: { some: { "parts/*": { is: { type: ["tool_call", "tool_result", "finish"] }, kinds: { data: "object" } } } },
    },
  ],
  entries: "messages",
  groupBy: "session_id",
  model: "model",
  harness: { log: true },
  read: {
    each: [
      {
        is: "message",
        role: { at: "role", words: { user: "user", assistant: "assistant", system: "system", tool: "tool" } },
        // The turn was stopped or broke off: Crush answers open calls itself before it goes on.
        broken: { some: { "parts/*": { is: { type: "finish", "data/reason": ["canceled", "error"] } } } },
        opensTurn: {},
        beside: [
          {
            is: "pieces",
            at: "parts/*",
            by: "type",
            kinds: {
              text: { is: "text", at: "data/text" },
              reasoning: { is: "thinking", at: "data" },
              image_url: { is: "other" },
              binary: { is: "other" },
              shell_command: { is: "other" },
              finish: { is: "nothing" },
              tool_call: {
                is: "call",
                at: "data",
                id: "id",
                name: "name",
                arguments: "input",
                container: "string",
                partial: { is: { finished: "false" } },
                hosted: { is: { provider_executed: "true" } },
              },
              tool_result: {
                is: "result",
                at: "data",
                id: "tool_call_id",
                name: "name",
                content: "content",
                isError: { is: { is_error: "true" } },
              },
            },
          },
        ],
      },
    ],
  },
});
