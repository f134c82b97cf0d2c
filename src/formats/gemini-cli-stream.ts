import { tableFormat } from "./table/table-format.js";

/** Events of `gemini --output-format stream-json`: texts come in pieces, calls and results whole. */
export const geminiCliStream = tableFormat({
  id: "gemini-cli-stream",
  title: "Gemini CLI events (stream-json)",
  source: "google-gemini/gemini-cli, packages/core/src/output/types.ts (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has the tool events of a run",
      some: {
        is: { type: ["tool_use", "tool_result"] },
        has: ["timestamp"],
        any: [
          { has: ["tool_id", "tool_name"] },
          { has: ["tool_id", "status"] },
          { has: ["tool_name", "parameters"] },
          { is: { type: "tool_result" }, has: ["status"] },
        ],
      },
    },
    { because: "begins as a run does", some: { is: { type: "init" }, has: ["session_id", "model", "timestamp"], lacks: ["uuid"] } },
    { because: "ends as a run does", some: { is: { type: "result" }, has: ["stats", "status", "timestamp"] } },
    {
      because: "has timed messages",
      sure: false,
      some: {
        is: { type: "message", role: ["user", "assistant"] },
        kinds: { content: "string", timestamp: "string" },
        lacks: ["id", "session_id", "sessionId"],
      },
    },
    {
      because: "has timed errors",
      sure: false,
      some: { is: { type: "error", severity: ["warning", "error"] }, has: ["timestamp", "message"] },
    },
  ],
  model: "model",
  harness: { log: true },
  read: {
    by: "type",
    kinds: {
      message: [
        { is: "message", role: "user", content: "content", if: { is: { role: "user" } } },
        { is: "text", at: "content", if: { not: { is: { role: "user" } } } },
      ],
      tool_use: { is: "call", id: "tool_id", name: "tool_name", arguments: "parameters", container: "object" },
      tool_result: {
        is: "result",
        id: "tool_id",
        content: ["output", "error/message", "error"],
        isError: { is: { status: "error" } },
      },
      init: { is: "nothing" },
      error: { is: "nothing" },
      result: { is: "nothing" },
    },
  },
});
