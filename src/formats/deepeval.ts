import type { Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

/** Calls with what the tools gave; a test case need not say what they were called with. */
function calls(...lists: readonly string[]): Piece {
  const call = { is: "call", name: "name", arguments: ["input_parameters", "inputParameters"], result: { content: "output" } } as const;
  const isGiven = [{ keys: ["input_parameters"] }, { keys: ["inputParameters"] }];
  return {
    is: "pieces",
    at: lists.map((list) => `${list}/*`),
    each: [
      { ...call, if: { any: isGiven } },
      { ...call, if: { not: { any: isGiven } }, unjudged: "the test case does not say what it was called with" },
    ],
  };
}

/** Calls of tools of MCP servers, with the result as MCP has it. */
const mcpCalls: Piece = {
  is: "call",
  at: ["mcp_tools_called/*", "mcpToolsCalled/*"],
  name: "name",
  arguments: "args",
  result: { content: ["result/content", "result"], isError: { is: { "result/isError": "true" } } },
};

/** Test cases of DeepEval: a question, the tools that were called, the answer; or the turns of a conversation. */
export const deepeval = tableFormat({
  id: "deepeval",
  title: "DeepEval test cases",
  source: "confident-ai/deepeval, test_case/llm_test_case.py, conversational_test_case.py and mcp.py (read 2026-12)",
  claims: [
    {
      because: "has the tools_called of a test case",
      some: {
        any: ["tools_called", "toolsCalled", "mcp_tools_called", "mcpToolsCalled"].map((key) => ({
          keys: [`${key}/0/name`],
          any: [{ keys: ["actual_output"] }, { keys: ["actualOutput"] }, { keys: ["input"] }],
        })),
      },
    },
    {
      because: "has turns with tools_called",
      some: { any: ["tools_called", "toolsCalled", "mcp_tools_called"].map((key) => ({ keys: [`turns/*/${key}`] })) },
    },
  ],
  conversations: ["testCases/*", "test_cases/*", "conversationalTestCases/*", "*", ""],
  entries: "",
  // What is expected is no call that was made.
  idsOptional: true,
  harness: { results: "none" },
  read: {
    each: [
      { is: "message", role: "user", if: { has: ["input"] }, content: "input" },
      calls("tools_called", "toolsCalled"),
      mcpCalls,
      {
        is: "message",
        role: "assistant",
        if: { any: [{ has: ["actual_output"] }, { has: ["actualOutput"] }] },
        content: ["actual_output", "actualOutput"],
      },
      {
        is: "pieces",
        at: "turns/*",
        by: "role",
        kinds: {
          user: { is: "message", role: "user", content: "content" },
          assistant: { is: "message", role: "assistant", content: "content", beside: [calls("tools_called", "toolsCalled"), mcpCalls] },
        },
      },
    ],
  },
});
