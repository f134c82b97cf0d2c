import type { Condition, Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const partial: Condition = { is: { partial: "true" } };
/** What an answer of the model is put together from: words and actions until the user or a result comes. */
const said: Piece = { is: "message", role: "assistant", content: "text" };

/** An action that the model takes, as the editor shows it: the tool's results go to the model alone. */
function action(call: Piece): Piece {
  return { is: "message", role: "assistant", opensTurn: {}, beside: [call] };
}

const tool = action({
  is: "call",
  name: "text/tool",
  arguments: "text",
  unjudged: "the editor writes what it shows of the call, not the model's arguments",
  partial,
  idOptional: {},
  settled: {},
});
const command = action({
  is: "call",
  name: ["ask", "say"],
  arguments: "text",
  text: {},
  partial,
  idOptional: {},
  settled: {},
});
const browser = action({
  is: "call",
  name: ["ask", "say"],
  arguments: "text",
  text: { not: { keys: ["text/action"] } },
  partial,
  idOptional: {},
  settled: {},
});
const server = action({
  is: "call",
  name: ["text/toolName", "text/type"],
  arguments: "text/arguments",
  unjudgedIf: { lacks: ["text/arguments"] },
  unjudged: "what is read of a resource is named by its address",
  partial,
  idOptional: {},
  settled: {},
});
const shown: Piece = { is: "message", role: "tool", beside: [{ is: "result", content: "text", standalone: {}, idOptional: {} }] };

/** What Cline, Roo Code and Kilo Code show of a task (`ui_messages.json`): words, actions with their details as JSON in the text, and output. */
export const clineUi = tableFormat({
  id: "cline-ui",
  title: "Cline and Roo Code task as shown (ui_messages.json)",
  source: "cline/cline, src/shared/ExtensionMessage.ts; RooCodeInc/Roo-Code, packages/types/src/message.ts (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has timed entries that the editor says or asks",
      every: {
        any: [
          { has: ["say"], is: { type: "say" } },
          { has: ["ask"], is: { type: "ask" } },
        ],
        kinds: { ts: "number" },
      },
    },
  ],
  harness: { log: true },
  read: {
    by: ["ask", "say"],
    others: true,
    kinds: {
      task: { is: "message", role: "user", content: "text" },
      user_feedback: { is: "message", role: "user", content: "text" },
      text: said,
      completion_result: said,
      followup: said,
      plan_mode_respond: said,
      tool,
      command,
      browser_action_launch: browser,
      browser_action: browser,
      use_mcp_server: server,
      use_subagents: browser,
      command_output: shown,
      mcp_server_response: shown,
      browser_action_result: shown,
    },
  },
});
