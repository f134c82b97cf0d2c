import { tableFormat } from "./table/table-format.js";

/** Eval files of Google's Agent Development Kit before 1.0: what the user asks, which calls and which answer are expected. */
export const adkEval = tableFormat({
  id: "adk-eval",
  title: "Google ADK eval files before 1.0",
  source: "google-adk 0.5, evaluation/evaluation_generator.py and its *.test.json and *.evalset.json files (read 2026-12)",
  profile: "google-adk",
  claims: [
    { because: "has turns that say which tools are expected", some: { has: ["expected_tool_use"] }, every: { has: ["query"] } },
    { because: "has answers of which tool uses are expected", some: { has: ["expected_tool_use/0/tool_name"] } },
  ],
  conversations: ["*", ""],
  entries: ["data", ""],
  dataset: true,
  harness: { results: "none" },
  idsOptional: true,
  read: {
    each: [
      { is: "message", role: "user", if: { keys: ["query"] }, content: "query" },
      {
        is: "message",
        role: "assistant",
        if: { any: [{ keys: ["expected_tool_use"] }, { keys: ["reference"] }] },
        beside: [
          {
            is: "call",
            at: "expected_tool_use/*",
            name: ["tool_name", "name"],
            arguments: ["tool_input", "args"],
            container: "object",
            result: { content: "mock_tool_output" },
          },
          { is: "text", at: "expected_intermediate_agent_responses/*/text" },
          { is: "text", at: "reference", if: { kinds: { reference: "string" } } },
        ],
      },
    ],
  },
});
