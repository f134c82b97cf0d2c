import type { JsonObject } from "../../../src/json/value.js";
import { inCallOrder, resultOf } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

export const agentdojo: Wire = {
  format: "agentdojo",
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => {
    const text = (content: string) => [{ type: "text", content }];
    return {
      suite_name: "suite",
      pipeline_name: "model",
      user_task_id: "user_task_0",
      injection_task_id: null,
      attack_type: "none",
      injections: {},
      messages: steps.flatMap((step): readonly JsonObject[] => {
        if (step.kind === "user") return [{ role: "user", content: text(step.text) }];
        if (step.kind !== "calls") return [{ role: "assistant", content: text(step.text), tool_calls: null }];
        const called = ({ name, number, arguments: args }: (typeof step.calls)[number]) => ({
          function: name,
          args,
          id: `call_${number}`,
          placeholder_args: null,
        });
        return [
          { role: "assistant", content: null, tool_calls: step.calls.map(called) },
          ...step.results.map(({ call, text: said, isError }) => ({
            role: "tool",
            content: text(said),
            tool_call_id: `call_${call.number}`,
            tool_call: called(call),
            error: isError ? "ToolError" : null,
          })),
        ];
      }),
      error: null,
      utility: true,
      security: true,
      duration: 1.5,
    };
  },
};

export const toolbench: Wire = {
  format: "toolbench",
  hidesErrors: true,
  cannot: { ...noHostedTools, "parallel-calls": "a message calls one function", "misused-tools": "a message calls one function" },
  write: ({ tools, steps }) => {
    const messages = steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: step.text }];
      if (step.kind !== "calls") return [{ role: "assistant", content: step.text }];
      return [
        ...step.calls.map(({ name, arguments: args }) => ({
          role: "assistant",
          content: null,
          function_call: { name, arguments: JSON.stringify(args) },
        })),
        ...step.results.map(({ call, text }) => ({ role: "function", name: call.name, content: text })),
      ];
    });
    const ends = messages.flatMap(({ role }, index) => (role === "assistant" || index === messages.length - 1 ? [index + 1] : []));
    return {
      win: true,
      answer_generation: {
        valid_data: true,
        function: tools.map((tool) => ({ ...tool })),
        train_messages: ends.map((end) => messages.slice(0, end)),
      },
    };
  },
};

export const ragas: Wire = {
  format: "ragas",
  hidesErrors: true,
  undeclared: "messages",
  cannot: noHostedTools,
  write: ({ steps }) => [
    {
      user_input: steps.flatMap((step): readonly JsonObject[] => {
        if (step.kind === "user") return [{ content: step.text, metadata: null, type: "human" }];
        if (step.kind !== "calls") return [{ content: step.text, metadata: null, type: "ai", tool_calls: null }];
        return [
          {
            content: "",
            metadata: null,
            type: "ai",
            tool_calls: step.calls.map(({ name, arguments: args }) => ({ name, args })),
          },
          // Nothing but their order says which result is whose.
          ...inCallOrder(step).map(({ text }) => ({ content: text, metadata: null, type: "tool" })),
        ];
      }),
      reference: "done",
    },
  ],
};

export const azureAiEvaluation: Wire = {
  format: "azure-ai-evaluation",
  hidesErrors: true,
  cannot: noHostedTools,
  lines: true,
  write: ({ tools, steps }) => {
    const messages = steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: [{ type: "text", text: step.text }] }];
      if (step.kind !== "calls") return [{ role: "assistant", content: [{ type: "text", text: step.text }] }];
      return [
        ...step.calls.map(({ name, number, arguments: args }) => ({
          role: "assistant",
          content: [{ type: "tool_call", tool_call_id: `call_${number}`, name, arguments: args }],
        })),
        ...step.results.map(({ call, text }) => ({
          role: "tool",
          tool_call_id: `call_${call.number}`,
          content: [{ type: "tool_result", tool_result: text }],
        })),
      ];
    });
    return [{ query: messages.slice(0, 1), response: messages.slice(1), tool_definitions: tools.map((tool) => ({ ...tool })) }];
  },
};

export const deepeval: Wire = {
  format: "deepeval",
  hidesErrors: true,
  undeclared: "messages",
  cannot: noHostedTools,
  forgivesInterruption: "a test case need not keep what a tool gave",
  write: ({ steps }) => ({
    scenario: "weather",
    turns: steps.map((step): JsonObject => {
      if (step.kind === "user") return { role: "user", content: step.text };
      if (step.kind !== "calls") return { role: "assistant", content: step.text };
      return {
        role: "assistant",
        content: "",
        tools_called: step.calls.map((call) => ({
          name: call.name,
          input_parameters: call.arguments,
          output: resultOf(step, call)?.text ?? null,
        })),
      };
    }),
  }),
};
