import type { Condition, RoleWords } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const role: RoleWords = { at: "role", words: { assistant: "assistant", system: "system", user: "user", tool: "tool" } };
const isAnswer: Condition = { is: { object: "response" } };
const isOutput: Condition = { is: { type: "function_call_output" }, not: { keys: ["object"] } };
const isTool: Condition = { is: { role: "tool" } };
/** How a run ended is noted as a message, in place of the result of the call that ended it. */
const isEnd: Condition = { is: { role: "exit" } };

/**
 * Trajectories of SWE-agent (`.traj`: messages of OpenAI's shape under `history`, results that name their calls in a list) and of
 * mini-swe-agent (`.traj.json`: messages of OpenAI's chat API or items of its Responses API). Each agent of a run is a conversation.
 */
export const sweAgent = tableFormat({
  id: "swe-agent",
  title: "SWE-agent trajectories",
  source:
    "SWE-agent, sweagent/types.py (HistoryItem) and trajectories/demonstrations; mini-swe-agent 2.3, minisweagent/models (read 2026-11)",
  profile: "benchmark",
  claims: [
    {
      because: "has a history whose messages have a message_type",
      conversation: {
        any: [{ keys: ["history/0/message_type", "history/0/role"] }, { keys: ["0/message_type", "0/role"] }],
      },
    },
    {
      because: "has a trajectory and its history",
      conversation: { keys: ["trajectory", "history/0/role"], kinds: { trajectory: "array" } },
    },
    {
      because: "is a trajectory of mini-swe-agent",
      conversation: { any: ["trajectory_format", "info/mini_version"].map((key) => ({ keys: [key], kinds: { messages: "array" } })) },
    },
  ],
  entries: ["history", "messages", ""],
  groupBy: "agent",
  harness: { log: true },
  read: {
    each: [
      { is: "message", role: "tool", if: isOutput, beside: [{ is: "result", id: "call_id", content: "output" }] },
      {
        is: "message",
        role: "assistant",
        if: isAnswer,
        beside: [
          {
            is: "pieces",
            at: "output/*",
            by: "type",
            others: true,
            kinds: { function_call: { is: "call", id: "call_id", name: "name", arguments: "arguments" }, reasoning: { is: "thinking" } },
          },
        ],
      },
      // One observation may answer several calls.
      {
        is: "message",
        role,
        if: { ...isTool, not: { any: [isAnswer, isOutput] } },
        beside: [{ is: "result", id: ["tool_call_ids/*", "tool_call_id"], content: "content" }],
      },
      {
        is: "message",
        role,
        if: { not: { any: [isAnswer, isOutput, isTool, isEnd] } },
        content: "content",
        beside: [{ is: "openai-call", at: "tool_calls/*", if: { is: { role: "assistant" } } }],
      },
    ],
  },
});
