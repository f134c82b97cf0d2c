import { tableFormat } from "./table/table-format.js";

/** Transcripts of Cursor's agent (`agent-transcripts/<id>.jsonl`): calls have no ids, and results are mostly not kept. */
export const cursorAgent = tableFormat({
  id: "cursor-agent",
  title: "Cursor agent transcript",
  source: "transcripts that Cursor wrote, as public readers of them take them apart (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has lines with a role and a message of blocks",
      some: { has: ["message/content", "role"], is: { role: ["user", "assistant"] }, lacks: ["type", "message/role"] },
    },
    { because: "has the end of a turn", sure: false, some: { has: ["status"], is: { type: "turn_ended" } } },
  ],
  harness: { log: true, results: "none" },
  idsOptional: true,
  read: {
    each: [
      {
        is: "message",
        at: "message",
        if: { is: { role: "user" } },
        role: "user",
        content: "content",
        parts: {
          by: "type",
          kinds: {
            text: { is: "text" },
            image: { is: "other" },
            tool_result: { is: "result", id: "tool_use_id", content: "content", standalone: { lacks: ["tool_use_id"] } },
          },
        },
      },
      {
        is: "message",
        at: "message",
        if: { is: { role: "assistant" } },
        role: "assistant",
        content: "content",
        parts: {
          by: "type",
          kinds: {
            text: { is: "text" },
            thinking: { is: "thinking" },
            redacted_thinking: { is: "thinking" },
            // Patches are text.
            tool_use: { is: "call", id: "id", name: "name", arguments: "input", text: { kinds: { input: "string" } } },
            tool_result: { is: "result", id: "tool_use_id", content: "content", standalone: { lacks: ["tool_use_id"] } },
          },
        },
      },
    ],
  },
});
