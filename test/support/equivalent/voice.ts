import type { JsonObject } from "../../../src/json/value.js";
import { noHostedTools, type Wire } from "./wire.js";

export const livekit: Wire = {
  format: "livekit",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) => ({
    items: steps.flatMap((step): readonly JsonObject[] => {
      const says = (role: string, text: string) => ({ id: "item_1", type: "message", role, content: [text], interrupted: false });
      if (step.kind === "user") return [says("user", step.text)];
      if (step.kind !== "calls") return [says("assistant", step.text)];
      return [
        ...step.calls.map((call) => ({
          id: `item_${call.number}`,
          type: "function_call",
          call_id: `c${call.number}`,
          name: call.name,
          arguments: JSON.stringify(call.arguments),
        })),
        ...step.results.map(({ call, text, isError }) => ({
          id: `item_${call.number}_output`,
          type: "function_call_output",
          call_id: `c${call.number}`,
          name: call.name,
          output: text,
          is_error: isError,
        })),
      ];
    }),
  }),
};

export const vapi: Wire = {
  format: "vapi",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) => ({
    id: "call-1",
    status: "ended",
    messages: steps.flatMap((step): readonly JsonObject[] => {
      const said = (role: string, message: string) => ({ role, message, time: 1, secondsFromStart: 0.5 });
      if (step.kind === "user") return [said("user", step.text)];
      if (step.kind !== "calls") return [said("bot", step.text)];
      return [
        {
          ...said("tool_calls", ""),
          toolCalls: step.calls.map((call) => ({
            id: `c${call.number}`,
            type: "function",
            function: { name: call.name, arguments: JSON.stringify(call.arguments) },
          })),
        },
        ...step.results.map(({ call, text }) => ({
          role: "tool_call_result",
          toolCallId: `c${call.number}`,
          name: call.name,
          result: text,
          time: 2,
          secondsFromStart: 1.5,
        })),
      ];
    }),
  }),
};

export const retell: Wire = {
  format: "retell",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) => ({
    call_id: "call_1",
    call_status: "ended",
    transcript: "Agent: …",
    transcript_with_tool_calls: steps.flatMap((step): readonly JsonObject[] => {
      const said = (role: string, content: string) => ({ role, content, words: [] });
      if (step.kind === "user") return [said("user", step.text)];
      if (step.kind !== "calls") return [said("agent", step.text)];
      return [
        ...step.calls.map((call) => ({
          role: "tool_call_invocation",
          tool_call_id: `c${call.number}`,
          name: call.name,
          arguments: JSON.stringify(call.arguments),
        })),
        ...step.results.map(({ call, text, isError }) => ({
          role: "tool_call_result",
          tool_call_id: `c${call.number}`,
          successful: !isError,
          content: text,
        })),
      ];
    }),
  }),
};
