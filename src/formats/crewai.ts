import { tableFormat } from "./table/table-format.js";

/** How the types of events begin. */
const events = [
  ...["crew_*", "task_*", "agent_*", "llm_*", "tool_*", "flow_*", "method_*", "memory_*", "knowledge_*", "mcp_*", "lite_agent_*"],
  ...["reasoning_*", "human_*"],
];

/** Events of CrewAI as a listener writes them: what a tool was given and gave is told when it has finished or failed. */
export const crewai = tableFormat({
  id: "crewai",
  title: "CrewAI events",
  source: "crewAIInc/crewAI, crewai/events/types/tool_usage_events.py (read 2026-12)",
  claims: [
    {
      because: "has events of tools that were used",
      every: { has: ["type"] },
      some: { has: ["tool_args", "tool_name"], is: { type: ["tool_usage_started", "tool_usage_finished", "tool_usage_error"] } },
    },
    { because: "has events of a crew", some: { keys: ["source_fingerprint"], is: { type: events } } },
  ],
  entries: ["events", "trace_events"],
  idsOptional: true,
  harness: { log: true },
  read: {
    by: "type",
    others: true,
    kinds: {
      // It is told again when the tool has answered.
      tool_usage_started: { is: "nothing" },
      tool_usage_finished: {
        is: "message",
        role: "assistant",
        beside: [{ is: "call", name: "tool_name", arguments: "tool_args", result: { content: "output", if: { keys: ["output"] } } }],
      },
      tool_usage_error: {
        is: "message",
        role: "assistant",
        beside: [
          { is: "call", name: "tool_name", arguments: "tool_args", result: { content: "error", if: { keys: ["error"] }, isError: {} } },
        ],
      },
    },
  },
});
