import type { JsonObject } from "../../../src/json/value.js";
import { nestedTools } from "./openai.js";
import { inCallOrder, type TalkCall } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

const callText = ({ name, arguments: args }: TalkCall): string => JSON.stringify({ name, arguments: args });

export const sharegpt: Wire = {
  format: "sharegpt",
  hidesErrors: true,
  cannot: noHostedTools,
  write: ({ tools, steps }) => ({
    conversations: steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ from: "human", value: step.text }];
      if (step.kind !== "calls") return [{ from: "gpt", value: step.text }];
      const value = step.calls.length === 1 ? step.calls.map(callText).join("") : `[${step.calls.map(callText).join(", ")}]`;
      // Nothing but their order says which result is whose.
      return [
        { from: "function_call", value },
        ...inCallOrder(step).map(({ text }) => ({ from: "observation", value: JSON.stringify({ answer: text }) })),
      ];
    }),
    tools: JSON.stringify(tools),
  }),
};

export const textEmbedded: Wire = {
  format: "text-embedded",
  hidesErrors: true,
  cannot: noHostedTools,
  write: (talk) => ({
    conversations: [
      {
        from: "system",
        value: `Signatures of functions are within <tools></tools> tags. <tools> ${JSON.stringify(nestedTools(talk))} </tools>`,
      },
      ...talk.steps.flatMap((step): readonly JsonObject[] => {
        if (step.kind === "user") return [{ from: "human", value: step.text }];
        if (step.kind !== "calls") return [{ from: "gpt", value: step.text }];
        const results = inCallOrder(step).map(
          ({ call, text }) => `<tool_response>\n${JSON.stringify({ name: call.name, content: text })}\n</tool_response>`,
        );
        return [
          { from: "gpt", value: step.calls.map((call) => `<tool_call>\n${callText(call)}\n</tool_call>`).join("\n") },
          ...(results.length === 0 ? [] : [{ from: "tool", value: results.join("\n") }]),
        ];
      }),
    ],
  }),
};
