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

export const elevenlabs: Wire = {
  format: "elevenlabs",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) => ({
    agent_id: "agent_1",
    conversation_id: "conv_1",
    status: "done",
    transcript: steps.flatMap((step): readonly JsonObject[] => {
      const turn = (role: string, message: string | null) => ({ role, message, tool_calls: [], tool_results: [], time_in_call_secs: 1 });
      if (step.kind === "user") return [turn("user", step.text)];
      if (step.kind !== "calls") return [turn("agent", step.text)];
      const calls = step.calls.map((call) => ({
        type: "webhook",
        request_id: `c${call.number}`,
        tool_name: call.name,
        params_as_json: JSON.stringify(call.arguments),
        tool_has_been_called: true,
      }));
      const results = step.results.map(({ call, text, isError }) => ({
        type: "webhook",
        request_id: `c${call.number}`,
        tool_name: call.name,
        result_value: text,
        is_error: isError,
        tool_has_been_called: true,
      }));
      return [{ ...turn("agent", null), tool_calls: calls, tool_results: results }];
    }),
  }),
};

export const pipecat: Wire = {
  format: "pipecat",
  cannot: noHostedTools,
  hidesErrors: true,
  write: ({ steps, tools }) => ({
    messages: steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: step.text }];
      if (step.kind !== "calls") return [{ role: "assistant", content: step.text }];
      const thought = { type: "thinking", thinking: "hm", signature: "c2ln" };
      return [
        { llm: "anthropic", message: { role: "assistant", content: [thought] } },
        {
          role: "assistant",
          tool_calls: step.calls.map((call) => ({
            id: `call_${call.number}`,
            type: "function",
            function: { name: call.name, arguments: JSON.stringify(call.arguments) },
          })),
        },
        ...step.results.map(({ call, text }) => ({ role: "tool", tool_call_id: `call_${call.number}`, content: text })),
      ];
    }),
    tools: tools.map((tool) => ({ type: "function", function: { ...tool } })),
  }),
};
