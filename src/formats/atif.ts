import { tableFormat } from "./table/table-format.js";

/**
 * Trajectories in Harbor's Agent Trajectory Interchange Format: each step holds its calls and what was observed after them. Trajectories of
 * sub-agents may be embedded.
 */
export const atif = tableFormat({
  id: "atif",
  title: "Agent Trajectory Interchange Format",
  source: "https://harborframework.com/docs/trajectory-format and RFC 0001, versions 1.0 to 1.7 (read 2026-11)",
  profile: "atif",
  claims: [
    { because: "names ATIF as its schema", conversation: { is: { schema_version: "ATIF*" } } },
    {
      because: "has steps with a step_id and a source",
      conversation: { keys: ["steps/0/step_id"], is: { "steps/0/source": ["user", "agent", "system"] } },
    },
  ],
  conversations: ["*", ""],
  inner: "subagent_trajectories/*",
  entries: "steps",
  tools: "agent/tool_definitions",
  model: "agent/model_name",
  harness: { log: true },
  read: {
    each: [
      {
        is: "message",
        role: {
          at: "source",
          words: { user: "user", agent: "assistant", system: "system" },
          guess: [{ role: "assistant", if: { keys: ["tool_calls/0"] } }],
        },
        content: "message",
        beside: [
          { is: "thinking", type: "reasoning_content", at: "reasoning_content", if: { kinds: { reasoning_content: "string" } } },
          {
            is: "call",
            at: "tool_calls/*",
            id: "tool_call_id",
            name: "function_name",
            arguments: "arguments",
            container: "object",
            // What a terminal shows belongs to all calls of the step.
            settledIn: { some: { "observation/results/*": { lacks: ["source_call_id"] } } },
          },
        ],
      },
      {
        is: "message",
        role: "tool",
        at: "observation",
        if: { keys: ["observation/results/0"] },
        beside: [{ is: "result", at: "results/*", id: "source_call_id", content: "content", standalone: { lacks: ["source_call_id"] } }],
      },
    ],
  },
});
