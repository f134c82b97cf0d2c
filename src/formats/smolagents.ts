import { tableFormat } from "./table/table-format.js";

/** Steps of smolagents: each keeps its calls and what was observed after them. */
export const smolagents = tableFormat({
  id: "smolagents",
  title: "smolagents steps",
  source: "smolagents 1.2x, smolagents.memory, ActionStep.dict and RunResult (read 2026-11)",
  claims: [
    {
      because: "has numbered steps with calls and observations",
      some: { keys: ["step_number"], any: [{ has: ["tool_calls/0/function"] }, { keys: ["observations"] }] },
    },
  ],
  entries: "steps",
  read: {
    each: [
      { is: "message", role: "user", if: { keys: ["task"] }, beside: [{ is: "text", at: "task" }] },
      { is: "message", role: "system", if: { kinds: { system_prompt: "string" } }, content: "system_prompt" },
      {
        is: "message",
        role: "assistant",
        if: { keys: ["step_number"] },
        beside: [
          { is: "text", at: "model_output", if: { kinds: { model_output: "string" } } },
          {
            is: "call",
            at: "tool_calls/*",
            type: "type",
            id: "id",
            name: "function/name",
            arguments: "function/arguments",
            // An agent that writes code is given the code as it is.
            text: { is: { "function/name": "python_interpreter" } },
            // What was observed is one text for all calls of a step: it stands for the first, the others owe nothing.
            settled: {},
            result: { from: "entry", content: ["error/message", "error", "observations"], isError: { has: ["error"] } },
          },
        ],
      },
    ],
  },
});
