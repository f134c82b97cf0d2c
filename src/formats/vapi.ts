import { tableFormat } from "./table/table-format.js";

/** Calls as Vapi's API and webhooks report them: what was said, which tools were called, what they returned. */
export const vapi = tableFormat({
  id: "vapi",
  title: "Vapi calls",
  source: "Vapi API reference, Call and its artifact (read 2026-11)",
  claims: [{ because: "has messages that say how far into the call they were", every: { has: ["secondsFromStart", "role"] } }],
  entries: ["messages", "artifact/messages", "message/artifact/messages", "message/messages"],
  tools: ["assistant/model/tools", "artifact/assistant/model/tools"],
  model: "assistant/model/model",
  read: {
    by: "role",
    kinds: {
      system: { is: "message", role: "system", content: "message" },
      user: { is: "message", role: "user", content: "message" },
      bot: { is: "message", role: "assistant", content: "message" },
      tool_calls: {
        is: "message",
        role: "assistant",
        content: "message",
        beside: [{ is: "call", at: "toolCalls/*", id: "id", name: "function/name", arguments: "function/arguments" }],
      },
      tool_call_result: { is: "result", id: "toolCallId", name: "name", content: "result" },
    },
  },
});
