import { tableFormat } from "./table/table-format.js";

/** Answers of ToolBench and StableToolBench: the chain that led to the answer, once for each of its steps. */
export const toolbench = tableFormat({
  id: "toolbench",
  title: "ToolBench answers",
  source: "OpenBMB/ToolBench, toolbench/inference/Algorithms/single_chain.py and Tree/Tree.py (read 2026-12)",
  claims: [
    {
      because: "holds the messages of an answer_generation",
      document: { kinds: { "answer_generation/train_messages": "array", "answer_generation/function": "array" } },
    },
  ],
  conversations: "answer_generation/train_messages/*",
  repeatsHistory: true,
  tools: "answer_generation/function",
  dataset: true,
  idsOptional: true,
  read: "openai-chat",
});
