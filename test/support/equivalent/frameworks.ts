import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { TalkResult } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

export const langchain: Wire = {
  format: "langchain",
  undeclared: "messages",
  write: ({ steps }) => ({
    messages: steps.flatMap((step): readonly JsonObject[] => {
      switch (step.kind) {
        case "user":
          return [{ type: "human", content: step.text }];
        case "calls":
          return [
            {
              type: "ai",
              content: "",
              tool_calls: step.calls.map((call) => ({ name: call.name, args: call.arguments, id: `c${call.number}`, type: "tool_call" })),
              invalid_tool_calls: [],
            },
            ...step.results.map(({ call, text, isError }) => ({
              type: "tool",
              content: text,
              tool_call_id: `c${call.number}`,
              name: call.name,
              status: isError ? "error" : "success",
            })),
          ];
        case "search":
          return [
            {
              type: "ai",
              content: [
                { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: step.query } },
                {
                  type: "web_search_tool_result",
                  tool_use_id: "srvtoolu_1",
                  content: [{ type: "web_search_result", url: "https://example.com", title: step.found }],
                },
                { type: "text", text: step.text },
              ],
              tool_calls: [],
              invalid_tool_calls: [],
            },
          ];
        case "says":
          return [{ type: "ai", content: step.text, tool_calls: [], invalid_tool_calls: [] }];
        default:
          return unreachable(step);
      }
    }),
  }),
};

export const llamaindex: Wire = {
  format: "llamaindex",
  hidesErrors: true,
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      const says = (role: string, text: string) => ({ role, additional_kwargs: {}, blocks: [{ block_type: "text", text }] });
      if (step.kind === "user") return [says("user", step.text)];
      if (step.kind !== "calls") return [says("assistant", step.text)];
      return [
        {
          role: "assistant",
          additional_kwargs: {},
          blocks: step.calls.map((call) => ({
            block_type: "tool_call",
            tool_call_id: `c${call.number}`,
            tool_name: call.name,
            tool_kwargs: call.arguments,
          })),
        },
        ...step.results.map(({ call, text }) => ({
          ...says("tool", text),
          additional_kwargs: { tool_call_id: `c${call.number}`, name: call.name },
        })),
      ];
    }),
};

export const pydanticAi: Wire = {
  format: "pydantic-ai",
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      const response = (...parts: readonly JsonObject[]) => ({ kind: "response", model_name: "m", parts });
      switch (step.kind) {
        case "user":
          return [{ kind: "request", parts: [{ part_kind: "user-prompt", content: step.text, timestamp: "2026-01-01T00:00:00Z" }] }];
        case "calls":
          return [
            response(
              ...step.calls.map((call) => ({
                part_kind: "tool-call",
                tool_name: call.name,
                args: call.arguments,
                tool_call_id: `c${call.number}`,
              })),
            ),
            ...(step.results.length === 0
              ? []
              : [
                  {
                    kind: "request",
                    parts: step.results.map(({ call, text, isError }) => ({
                      part_kind: isError ? "retry-prompt" : "tool-return",
                      tool_name: call.name,
                      content: text,
                      tool_call_id: `c${call.number}`,
                      timestamp: "2026-01-01T00:00:00Z",
                    })),
                  },
                ]),
          ];
        case "search":
          return [
            response(
              { part_kind: "builtin-tool-call", tool_name: "web_search", args: { query: step.query }, tool_call_id: "s1" },
              { part_kind: "builtin-tool-return", tool_name: "web_search", content: [step.found], tool_call_id: "s1" },
              { part_kind: "text", content: step.text },
            ),
          ];
        case "says":
          return [response({ part_kind: "text", content: step.text })];
        default:
          return unreachable(step);
      }
    }),
};

export const meai: Wire = {
  format: "meai",
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "search")
        return [
          {
            role: "assistant",
            contents: [
              { $type: "mcpServerToolCall", callId: "s1", toolName: "search", serverName: "news", arguments: { query: step.query } },
              { $type: "mcpServerToolResult", callId: "s1", output: [{ $type: "text", text: step.found }] },
              { $type: "text", text: step.text },
            ],
          },
        ];
      if (step.kind !== "calls")
        return [{ role: step.kind === "user" ? "user" : "assistant", contents: [{ $type: "text", text: step.text }] }];
      return [
        {
          role: "assistant",
          contents: step.calls.map((call) => ({
            $type: "functionCall",
            callId: `c${call.number}`,
            name: call.name,
            arguments: call.arguments,
          })),
        },
        ...step.results.map(({ call, text }) => ({
          role: "tool",
          contents: [{ $type: "functionResult", callId: `c${call.number}`, result: text }],
        })),
      ];
    }),
};

export const autogen: Wire = {
  format: "autogen",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) => ({
    type: "AssistantAgentState",
    version: "1.0.0",
    llm_context: {
      messages: steps.flatMap((step): readonly JsonObject[] => {
        if (step.kind === "user") return [{ content: step.text, source: "user", type: "UserMessage" }];
        const says = { thought: null, source: "assistant", type: "AssistantMessage" };
        if (step.kind !== "calls") return [{ content: step.text, ...says }];
        return [
          {
            content: step.calls.map((call) => ({ id: `c${call.number}`, arguments: JSON.stringify(call.arguments), name: call.name })),
            ...says,
          },
          ...(step.results.length === 0
            ? []
            : [
                {
                  content: step.results.map(({ call, text, isError }) => ({
                    content: text,
                    name: call.name,
                    call_id: `c${call.number}`,
                    is_error: isError,
                  })),
                  type: "FunctionExecutionResultMessage",
                },
              ]),
        ];
      }),
    },
  }),
};

export const haystack: Wire = {
  format: "haystack",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      const message = (role: string, ...content: readonly JsonObject[]) => ({ role, meta: {}, name: null, content });
      if (step.kind === "user") return [message("user", { text: step.text })];
      if (step.kind !== "calls") return [message("assistant", { text: step.text })];
      const originOf = ({ call }: Pick<TalkResult, "call">) => ({ tool_name: call.name, arguments: call.arguments, id: `c${call.number}` });
      return [
        message("assistant", ...step.calls.map((call) => ({ tool_call: originOf({ call }) }))),
        ...step.results.map((result) =>
          message("tool", { tool_call_result: { result: result.text, origin: originOf(result), error: result.isError } }),
        ),
      ];
    }),
};

export const genkit: Wire = {
  format: "genkit",
  hidesErrors: true,
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: [{ text: step.text }] }];
      if (step.kind !== "calls") return [{ role: "model", content: [{ text: step.text }] }];
      return [
        {
          role: "model",
          content: step.calls.map((call) => ({ toolRequest: { name: call.name, ref: String(call.number), input: call.arguments } })),
        },
        ...(step.results.length === 0
          ? []
          : [
              {
                role: "tool",
                content: step.results.map(({ call, text }) => ({
                  toolResponse: { name: call.name, ref: String(call.number), output: text },
                })),
              },
            ]),
      ];
    }),
};

export const smolagents: Wire = {
  format: "smolagents",
  texts: ["user"],
  cannot: {
    ...noHostedTools,
    "parallel-calls": "what was observed is one text for all calls of a step",
    interrupted: "a step is kept once its calls have run",
  },
  undeclared: "messages",
  write: ({ steps }) => ({
    output: "done",
    state: "success",
    steps: steps.flatMap((step, index): readonly JsonObject[] => {
      if (step.kind === "user") return [{ task: step.text, task_images: null }];
      if (step.kind !== "calls") return [];
      const failed = step.results.find(({ isError }) => isError);
      return [
        {
          step_number: index,
          tool_calls: step.calls.map((call) => ({
            id: `call_${call.number}`,
            type: "function",
            function: { name: call.name, arguments: call.arguments },
          })),
          error: failed === undefined ? null : { type: "AgentToolExecutionError", message: failed.text },
          model_output: null,
          observations: failed === undefined ? step.results.map(({ text }) => text).join("\n") : null,
        },
      ];
    }),
  }),
};

export const springAi: Wire = {
  format: "spring-ai",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ messageType: "USER", text: step.text, metadata: {} }];
      if (step.kind !== "calls") return [{ messageType: "ASSISTANT", text: step.text, toolCalls: [], metadata: {} }];
      const calls = step.calls.map((call) => ({
        id: `c${call.number}`,
        type: "function",
        name: call.name,
        arguments: JSON.stringify(call.arguments),
      }));
      const responses = step.results.map(({ call, text }) => ({ id: `c${call.number}`, name: call.name, responseData: text }));
      return [
        { messageType: "ASSISTANT", text: "", toolCalls: calls, metadata: {} },
        ...(responses.length === 0 ? [] : [{ messageType: "TOOL", text: "", responses, metadata: {} }]),
      ];
    }),
};

export const agUi: Wire = {
  format: "ag-ui",
  lines: true,
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) => [
    { type: "RUN_STARTED", threadId: "thread_1", runId: "run_1" },
    ...steps.flatMap((step, index): readonly JsonObject[] => {
      const messageId = `m${index}`;
      if (step.kind === "user" || step.kind !== "calls") {
        const role = step.kind === "user" ? "user" : "assistant";
        return [
          { type: "TEXT_MESSAGE_START", messageId, role },
          { type: "TEXT_MESSAGE_CONTENT", messageId, delta: step.text },
          { type: "TEXT_MESSAGE_END", messageId },
        ];
      }
      return [
        ...step.calls.flatMap((call) => {
          const toolCallId = `c${call.number}`;
          const text = JSON.stringify(call.arguments);
          return [
            { type: "TOOL_CALL_START", toolCallId, toolCallName: call.name, parentMessageId: messageId },
            { type: "TOOL_CALL_ARGS", toolCallId, delta: text.slice(0, 1) },
            { type: "TOOL_CALL_ARGS", toolCallId, delta: text.slice(1) },
            { type: "TOOL_CALL_END", toolCallId },
          ];
        }),
        ...step.results.map(({ call, text }) => ({
          type: "TOOL_CALL_RESULT",
          messageId: `${messageId}_${call.number}`,
          toolCallId: `c${call.number}`,
          content: text,
          role: "tool",
        })),
      ];
    }),
    { type: "RUN_FINISHED", threadId: "thread_1", runId: "run_1" },
  ],
};

export const ag2: Wire = {
  format: "ag2",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) => ({
    chat_history: steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind !== "calls") return [{ content: step.text, role: step.kind === "user" ? "user" : "assistant" }];
      const calls = step.calls.map((call) => ({
        id: `call_${call.number}`,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      }));
      const responses = step.results.map(({ call, text }) => ({ tool_call_id: `call_${call.number}`, role: "tool", content: text }));
      const answer = { content: responses.map(({ content }) => content).join("\n\n"), role: "tool", tool_responses: responses };
      return [{ content: null, role: "assistant", tool_calls: calls }, ...(responses.length === 0 ? [] : [answer])];
    }),
    summary: "",
    cost: {},
    human_input: [],
  }),
};
