import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import { nestedTools } from "./openai.js";
import type { TalkStep } from "./talk.js";
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
  lines: true,
  hidesErrors: true,
  forgivesInterruption: "instrumentation may leave results out, and this trace holds none",
  cannot: noHostedTools,
  write: (talk) => {
    const messages = talk.steps.flatMap(spanMessages);
    const written = messages.flatMap((message, index) => {
      const isAnswer = index === messages.length - 1;
      const base = isAnswer ? "llm.output_messages.0.message" : `llm.input_messages.${index}.message`;
      return message.map(([key, value]) => [`${base}.${key}`, value] as const);
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
          ...Object.fromEntries(written),
        },
      },
    ];
  },
};

/** Messages as lists of flat attributes. */
function spanMessages(step: TalkStep): readonly (readonly (readonly [string, string])[])[] {
  if (step.kind !== "calls") {
    return [
      [
        ["role", step.kind === "user" ? "user" : "assistant"],
        ["content", step.text],
      ],
    ];
  }
  const calls = step.calls.flatMap((call, index) => {
    const base = `tool_calls.${index}.tool_call`;
    return [
      [`${base}.id`, `call_${call.number}`],
      [`${base}.function.name`, call.name],
      [`${base}.function.arguments`, JSON.stringify(call.arguments)],
    ] as const;
  });
  const results = step.results.map(
    ({ call, text }) =>
      [
        ["role", "tool"],
        ["tool_call_id", `call_${call.number}`],
        ["content", text],
      ] as const,
  );
  return [[["role", "assistant"], ...calls], ...results];
}

export const datadog: Wire = {
  format: "datadog",
  cannot: noHostedTools,
  hidesErrors: true,
  write: ({ steps, tools }) => {
    const messages = steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: step.text }];
      if (step.kind !== "calls") return [{ role: "assistant", content: step.text }];
      const calls = step.calls.map((call) => ({
        name: call.name,
        arguments: call.arguments,
        tool_id: `call_${call.number}`,
        type: "function",
      }));
      const results = step.results.map(({ call, text }) => ({
        name: call.name,
        result: text,
        tool_id: `call_${call.number}`,
        type: "function",
      }));
      return [
        { role: "assistant", content: "", tool_calls: calls },
        ...results.map((result) => ({ role: "tool", content: "", tool_results: [result] })),
      ];
    });
    return {
      ml_app: "rooms",
      name: "openai.request",
      meta: {
        "span.kind": "llm",
        input: { messages: messages.slice(0, -1) },
        output: { messages: messages.slice(-1) },
        tool_definitions: tools.map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
      },
    };
  },
};
