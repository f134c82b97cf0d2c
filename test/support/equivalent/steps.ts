import type { JsonObject } from "../../../src/json/value.js";
import { resultOf, type Talk, type TalkCall } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

/** A step for each call, where a wire keeps what was asked and answered around them. */
function stepsOf({ steps }: Talk, write: (call: TalkCall, output: string | undefined) => JsonObject): readonly JsonObject[] {
  return steps.flatMap((step) => (step.kind === "calls" ? step.calls.map((call) => write(call, resultOf(step, call)?.text)) : []));
}

/** Such a wire tells one question and one answer, and no turns of several calls. */
const oneByOne = {
  ...noHostedTools,
  "parallel-calls": "a step has one call",
  interrupted: "a run has one question",
} as const;

export const agentSteps: Wire = {
  format: "agent-steps",
  cannot: oneByOne,
  hidesErrors: true,
  undeclared: "messages",
  texts: [],
  write: (talk) => ({
    intermediateSteps: stepsOf(talk, (call, output) => ({
      action: { tool: call.name, toolInput: call.arguments, log: "", toolCallId: `c${call.number}` },
      ...(output !== undefined && { observation: output }),
    })),
  }),
};

export const dify: Wire = {
  format: "dify",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) => ({
    data: steps.map((step, index): JsonObject => {
      const message = { id: `m${index}`, conversation_id: "c", query: "", answer: "", agent_thoughts: [] };
      if (step.kind === "user") return { ...message, query: step.text };
      if (step.kind !== "calls") return { ...message, answer: step.text };
      const given = Object.fromEntries(step.calls.map((call) => [call.name, call.arguments]));
      const seen = Object.fromEntries(step.results.map(({ call, text }) => [call.name, text]));
      const thought = {
        id: `t${index}`,
        tool: step.calls.map(({ name }) => name).join(";"),
        tool_input: JSON.stringify(given),
        observation: step.results.length === 0 ? "" : JSON.stringify(seen),
      };
      return { ...message, agent_thoughts: [thought] };
    }),
  }),
};

export const flowise: Wire = {
  format: "flowise",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.map((step): JsonObject => {
      if (step.kind === "user") return { role: "userMessage", content: step.text };
      if (step.kind !== "calls") return { role: "apiMessage", content: step.text };
      const usedTools = step.calls.map((call) => {
        const output = resultOf(step, call)?.text;
        return { tool: call.name, toolInput: call.arguments, ...(output !== undefined && { toolOutput: output }) };
      });
      return { role: "apiMessage", content: "", usedTools };
    }),
};

export const langchain4j: Wire = {
  format: "langchain4j",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ type: "USER", contents: [{ type: "TEXT", text: step.text }] }];
      if (step.kind !== "calls") return [{ type: "AI", text: step.text }];
      return [
        {
          type: "AI",
          toolExecutionRequests: step.calls.map((call) => ({
            id: `c${call.number}`,
            name: call.name,
            arguments: JSON.stringify(call.arguments),
          })),
        },
        ...step.results.map(({ call, text, isError }) => ({
          type: "TOOL_EXECUTION_RESULT",
          id: `c${call.number}`,
          toolName: call.name,
          text,
          isError,
        })),
      ];
    }),
};
