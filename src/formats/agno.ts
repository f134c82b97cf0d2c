import type { JsonNode } from "../json/node.js";
import type { Piece, RoleWords } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const role: RoleWords = {
  at: "role",
  words: { system: "system", developer: "system", user: "user", assistant: "assistant", model: "assistant", tool: "tool" },
};
/** Runs repeat the messages of earlier runs that they were given. */
const isNew = { not: { is: { from_history: "true" } } };
const isError = { is: { tool_call_error: "true" } };
/** Some providers are sent all results of a turn in one message. */
const severalResults: Piece = {
  is: "message",
  role: "tool",
  if: { ...isNew, is: { role: "tool" }, has: ["tool_calls/0"] },
  beside: [{ is: "result", at: "tool_calls/*", id: "tool_call_id", name: "tool_name", content: "content", isError }],
};

/**
 * Sessions and runs of Agno (phidata before): each run holds its messages, those of its members are inside. Calls are written as OpenAI's
 * chat API does, whatever the model.
 */
export const agno = tableFormat(
  {
    id: "agno",
    title: "Agno sessions and runs",
    source: "agno-agi/agno, agno/models/message.py, run/agent.py and session/agent.py, versions 1 and 2 (read 2026-12)",
    claims: [
      {
        because: "is a session with its runs",
        document: { keys: ["session_id"], any: [{ keys: ["memory/runs/0"] }, { keys: ["runs/0/run_id"] }] },
      },
      {
        because: "is a run with its messages",
        document: { keys: ["run_id", "messages"], any: ["session_id", "content_type", "model_provider"].map((key) => ({ keys: [key] })) },
      },
      {
        because: "has messages with what Agno notes of tools",
        every: { has: ["role"] },
        some: { any: ["tool_call_error", "stop_after_tool_call", "from_history", "add_to_agent_memory"].map((key) => ({ keys: [key] })) },
      },
    ],
    conversations: ["memory/runs/*", "runs/*", "run/*", ""],
    inner: ["member_responses/*", "response/member_responses/*", "step_executor_runs/*", "executor_runs/*"],
    entries: ["messages", "response/messages"],
    model: ["model", "response/model"],
    // Models that are run locally may give none.
    idsOptional: true,
    read: {
      each: [
        severalResults,
        {
          is: "message",
          role,
          if: { ...isNew, is: { role: "tool" }, lacks: ["tool_calls/0"] },
          beside: [{ is: "result", id: "tool_call_id", name: ["tool_name", "name"], content: "content", isError }],
        },
        {
          is: "message",
          role,
          if: { not: { any: [{ is: { from_history: "true" } }, { is: { role: "tool" } }] } },
          content: "content",
          parts: {
            by: "type",
            kinds: {
              text: { is: "text" },
              thinking: { is: "thinking" },
              // The list of calls repeats these.
              tool_use: { is: "nothing" },
              tool_result: { is: "result", id: "tool_use_id", content: "content", isError: { is: { is_error: "true" } } },
              "*": { is: "other" },
            },
          },
          beside: [
            { is: "thinking", type: "reasoning_content", at: "reasoning_content", if: { kinds: { reasoning_content: "string" } } },
            { is: "openai-call", at: "tool_calls/*" },
          ],
        },
      ],
    },
  },
  emptyWithoutMessages,
);

/** A run may be kept without its messages (`store_messages`), or stop before the first. */
function emptyWithoutMessages(run: JsonNode, entries: readonly JsonNode[] | undefined): readonly JsonNode[] | undefined {
  return entries ?? (run.get("messages") === undefined ? [] : undefined);
}
