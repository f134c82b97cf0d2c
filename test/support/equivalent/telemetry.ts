import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import { chatMessages, nestedTools } from "./openai.js";
import { noHostedTools, type Wire } from "./wire.js";

export const otelGenai: Wire = {
  format: "otel-genai",
  forgivesInterruption: "instrumentation may leave results out, and this trace holds none",
  lines: true,
  hidesErrors: true,
  write: ({ tools, steps }) => {
    const messages = steps.flatMap((step): readonly JsonObject[] => {
      const message = (role: string, ...parts: readonly JsonObject[]) => ({ role, parts });
      switch (step.kind) {
        case "user":
          return [message("user", { type: "text", content: step.text })];
        case "calls":
          return [
            message(
              "assistant",
              ...step.calls.map((call) => ({ type: "tool_call", id: `c${call.number}`, name: call.name, arguments: call.arguments })),
            ),
            ...step.results.map(({ call, text }) => message("tool", { type: "tool_call_response", id: `c${call.number}`, response: text })),
          ];
        case "search":
          return [
            message(
              "assistant",
              { type: "server_tool_call", id: "s1", name: "web_search", server_tool_call: { type: "web_search", query: step.query } },
              { type: "server_tool_call_response", id: "s1", server_tool_call_response: { type: "web_search", found: step.found } },
              { type: "text", content: step.text },
            ),
          ];
        case "says":
          return [message("assistant", { type: "text", content: step.text })];
        default:
          return unreachable(step);
      }
    });
    const definitions = [...tools.map((tool) => ({ type: "function", ...tool })), { type: "web_search", name: "web_search" }];
    return [
      {
        name: "chat m",
        context: { trace_id: "0x1", span_id: "0xa" },
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.request.model": "m",
          "gen_ai.tool.definitions": JSON.stringify(definitions),
          "gen_ai.input.messages": JSON.stringify(messages.slice(0, -1)),
          "gen_ai.output.messages": JSON.stringify(messages.slice(-1).map((message) => ({ ...message, finish_reason: "stop" }))),
        },
      },
    ];
  },
};

export const openinference: Wire = {
  format: "openinference",
  forgivesInterruption: "instrumentation may leave results out, and this trace holds none",
  lines: true,
  hidesErrors: true,
  cannot: noHostedTools,
  write: (talk) => {
    const messages = chatMessages(talk);
    const listed = messages.map((message, index) => {
      const isAnswer = index === messages.length - 1;
      const base = isAnswer ? "llm.output_messages.0.message" : `llm.input_messages.${index}.message`;
      return Object.fromEntries(flattened(message, base));
    });
    const tools = nestedTools(talk).map((tool, index) => [`llm.tools.${index}.tool.json_schema`, JSON.stringify(tool)]);
    return [
      {
        name: "ChatCompletion",
        context: { trace_id: "t", span_id: "1" },
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.model_name": "gpt-4o",
          ...Object.fromEntries(tools),
          ...Object.assign({}, ...listed),
        },
      },
    ];
  },
};

function flattened(message: JsonObject, base: string): readonly (readonly [string, string])[] {
  return Object.entries(message).flatMap(([key, value]): readonly (readonly [string, string])[] => {
    if (typeof value === "string") return [[`${base}.${key}`, value]];
    if (!Array.isArray(value)) return [];
    return value.flatMap((call, index) => {
      const place = `${base}.tool_calls.${index}.tool_call`;
      const { id, function: block } = call;
      return [
        [`${place}.id`, id] as const,
        [`${place}.function.name`, block.name] as const,
        [`${place}.function.arguments`, block.arguments] as const,
      ];
    });
  });
}
