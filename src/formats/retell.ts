import { tableFormat } from "./table/table-format.js";

/** Calls and chats as Retell's API reports them: the transcript with the calls woven in. */
export const retell = tableFormat({
  id: "retell",
  title: "Retell calls",
  source: "Retell API reference, Get Call, transcript_with_tool_calls (read 2026-11)",
  claims: [
    { because: "has a transcript with tool calls", document: { has: ["transcript_with_tool_calls"] } },
    { because: "has the roles of a transcript with tool calls", some: { is: { role: ["tool_call_invocation"] } } },
  ],
  entries: ["transcript_with_tool_calls", "message_with_tool_calls", "call/transcript_with_tool_calls"],
  read: {
    by: "role",
    kinds: {
      user: { is: "message", role: "user", content: "content" },
      agent: { is: "message", role: "assistant", content: "content" },
      transfer_target: { is: "message", role: "user", content: "content" },
      tool_call_invocation: { is: "call", id: "tool_call_id", name: "name", arguments: "arguments", container: "string" },
      tool_call_result: { is: "result", id: "tool_call_id", content: "content", isError: { is: { successful: "false" } } },
      node_transition: { is: "nothing" },
      dtmf: { is: "nothing" },
    },
  },
});
