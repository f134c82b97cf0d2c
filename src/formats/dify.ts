import { entriesOf } from "./dify/thoughts.js";
import { tableFormat } from "./table/table-format.js";

/** Messages of Dify's agents, and the events that it streams: a thought holds the names, arguments and results of what was called. */
export const dify = tableFormat(
  {
    id: "dify",
    title: "Dify agent messages",
    source: "langgenius/dify, api/models/model.py, MessageAgentThought, and its Service API reference (read 2026-12)",
    claims: [
      { because: "has messages with agent_thoughts", some: { has: ["agent_thoughts/0"], keys: ["query"] } },
      { because: "has messages with a list of agent_thoughts", some: { keys: ["agent_thoughts", "conversation_id", "query"] } },
      { because: "has events of agent thoughts", some: { is: { event: ["agent_thought", "agent_message"] } } },
    ],
    entries: ["data", "messages"],
    idsOptional: true,
    read: {
      each: [
        { is: "message", role: "user", if: { has: ["query"] }, content: "query" },
        {
          is: "message",
          role: "assistant",
          if: { keys: ["calls"] },
          content: "thought",
          beside: [{ is: "call", at: "calls/*", name: "name", arguments: "arguments", result: { content: "result" } }],
        },
        { is: "message", role: "assistant", if: { has: ["answer"] }, content: "answer" },
      ],
    },
  },
  (_, entries) => entries && entriesOf(entries),
);
