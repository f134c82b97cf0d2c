import { composeObject } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import { tableFormat } from "./table/table-format.js";

/** Trajectories of DSPy's ReAct module: the keys of each step are numbered. */
export const dspyReact = tableFormat(
  {
    id: "dspy-react",
    title: "DSPy ReAct trajectories",
    source: "stanfordnlp/dspy, dspy/predict/react.py, ReAct.forward, versions 2.6 to 3 (read 2026-12)",
    claims: [
      { because: "has a trajectory of numbered steps", conversation: { keys: ["tool_name_0"] } },
      { because: "has a trajectory of numbered steps", conversation: { keys: ["trajectory/tool_name_0"] } },
    ],
    conversations: ["*", ""],
    entries: "trajectory/steps",
    harness: { log: true },
    idsOptional: true,
    read: {
      each: [
        { is: "message", role: "user", if: { kinds: { asked: "string" } }, content: "asked" },
        {
          is: "message",
          role: "assistant",
          if: { keys: ["tool_name"] },
          content: "thought",
          beside: [
            {
              is: "call",
              name: "tool_name",
              arguments: "tool_args",
              container: "object",
              result: { content: "observation", isError: { is: { observation: "Execution error in*" } } },
            },
          ],
        },
        { is: "message", role: "assistant", if: { kinds: { answer: "string" } }, content: "answer" },
      ],
    },
  },
  (prediction) => [
    ...part(prediction, "asked", "question"),
    ...stepsOf(prediction.get("trajectory") ?? prediction),
    ...part(prediction, "answer", "answer"),
  ],
);

const stepKeys = ["thought", "tool_name", "tool_args", "observation"] as const;

function stepsOf(trajectory: JsonNode): readonly JsonNode[] {
  const steps: JsonNode[] = [];
  for (let name = trajectory.get("tool_name_0"); name !== undefined; name = trajectory.get(`tool_name_${steps.length}`)) {
    const number = steps.length;
    const members = stepKeys.map((key) => [key, trajectory.get(`${key}_${number}`)] as const);
    steps.push(composeObject(members, name));
  }
  return steps;
}

function part(prediction: JsonNode, name: string, key: string): readonly JsonNode[] {
  const node = prediction.get(key);
  return node === undefined ? [] : [composeObject([[name, node]], node)];
}
