import { composeObject } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import { tableFormat } from "./table/table-format.js";

/** What an agent executor of LangChain did, as it returns it and as n8n shows it: each action with what was observed. */
export const agentSteps = tableFormat(
  {
    id: "agent-steps",
    title: "LangChain agent steps (intermediateSteps), n8n agents",
    source: "langchain-core, agents.py, AgentAction and AgentStep; @n8n/n8n-nodes-langchain, Agent node (read 2026-12)",
    claims: [
      { because: "has intermediateSteps with an action", conversation: { has: ["intermediateSteps/0/action/tool"] } },
      { because: "has intermediateSteps with an action", conversation: { has: ["json/intermediateSteps/0/action/tool"] } },
      { because: "has intermediate_steps with an action", conversation: { has: ["intermediate_steps/0/0/tool"] } },
      { because: "has intermediate_steps with an action", conversation: { has: ["intermediate_steps/0/action/tool"] } },
    ],
    conversations: ["*", ""],
    entries: ["intermediateSteps", "intermediate_steps", "json/intermediateSteps"],
    idsOptional: true,
    read: {
      each: [
        { is: "message", role: "user", if: { kinds: { input: "string" } }, content: "input" },
        {
          is: "message",
          role: "assistant",
          if: { keys: ["action"] },
          beside: [
            {
              is: "call",
              id: ["action/toolCallId", "action/tool_call_id"],
              name: "action/tool",
              arguments: ["action/toolInput", "action/tool_input"],
              // Tools of older agents take a text.
              text: { not: { any: ["toolInput", "tool_input"].map((key) => ({ is: { [`action/${key}`]: ["{*", "[*"] } })) } },
              result: { content: "observation" },
            },
          ],
        },
        { is: "message", role: "assistant", if: { kinds: { output: "string" } }, content: "output" },
      ],
    },
  },
  (run, entries) => [...said(run, "input"), ...(entries ?? []).map(stepOf), ...said(run, "output")],
);

/** Python writes a step as a pair. */
function stepOf(step: JsonNode): JsonNode {
  if (step.kind !== "array") return step;
  const [action, observation] = step.items();
  return composeObject(
    [
      ["action", action],
      ["observation", observation],
    ],
    action ?? step,
  );
}

function said(run: JsonNode, key: string): readonly JsonNode[] {
  const node = (run.get("json") ?? run).get(key);
  return node === undefined ? [] : [composeObject([[key, node]], node)];
}
