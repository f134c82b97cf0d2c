import type { JsonObject } from "../../../src/json/value.js";
import { resultOf } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

export const letta: Wire = {
  format: "letta",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step, index): readonly JsonObject[] => {
      const message = (type: string, rest: JsonObject) => ({
        id: `message-${index}`,
        date: "2026-01-01T00:00:00+00:00",
        message_type: type,
        ...rest,
      });
      if (step.kind === "user") return [message("user_message", { content: step.text })];
      if (step.kind !== "calls") return [message("assistant_message", { content: step.text })];
      return [
        ...step.calls.map((call) =>
          message("tool_call_message", {
            tool_call: { name: call.name, arguments: JSON.stringify(call.arguments), tool_call_id: `c${call.number}` },
          }),
        ),
        ...step.results.map(({ call, text, isError }) =>
          message("tool_return_message", { tool_return: text, status: isError ? "error" : "success", tool_call_id: `c${call.number}` }),
        ),
      ];
    }),
};

export const librechat: Wire = {
  format: "librechat",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) => ({
    conversationId: "c",
    endpoint: "agents",
    title: "t",
    messages: steps.map((step, index): JsonObject => {
      const message = { messageId: `m${index}`, parentMessageId: `m${index - 1}`, isCreatedByUser: step.kind === "user" };
      if (step.kind !== "calls") return { ...message, text: step.text };
      const content = step.calls.map((call) => {
        const output = resultOf(step, call)?.text;
        return {
          type: "tool_call",
          tool_call: {
            id: `c${call.number}`,
            name: call.name,
            args: JSON.stringify(call.arguments),
            type: "tool_call",
            progress: 1,
            ...(output !== undefined && { output }),
          },
        };
      });
      return { ...message, text: "", content };
    }),
  }),
};

export const agno: Wire = {
  format: "agno",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) => ({
    session_id: "s",
    runs: [
      {
        run_id: "r",
        messages: steps.flatMap((step): readonly JsonObject[] => {
          if (step.kind === "user") return [{ role: "user", content: step.text }];
          if (step.kind !== "calls") return [{ role: "assistant", content: step.text }];
          return [
            {
              role: "assistant",
              tool_calls: step.calls.map((call) => ({
                id: `c${call.number}`,
                type: "function",
                function: { name: call.name, arguments: JSON.stringify(call.arguments) },
              })),
            },
            ...step.results.map(({ call, text, isError }) => ({
              role: "tool",
              content: text,
              tool_call_id: `c${call.number}`,
              tool_name: call.name,
              tool_call_error: isError,
            })),
          ];
        }),
      },
    ],
  }),
};

export const openWebui: Wire = {
  format: "open-webui",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) => {
    const messages = steps.map((step, index): JsonObject => {
      const message = { id: `m${index}`, parentId: `m${index - 1}`, role: step.kind === "user" ? "user" : "assistant" };
      if (step.kind !== "calls") return { ...message, content: step.text };
      const blocks = step.calls.map((call) => {
        const result = resultOf(step, call)?.text;
        const given = escaped(JSON.stringify(JSON.stringify(call.arguments)));
        const shown = result === undefined ? "" : ` result="${escaped(JSON.stringify(result))}"`;
        return `<details type="tool_calls" done="true" id="c${call.number}" name="${call.name}" arguments="${given}"${shown}>\n</details>`;
      });
      return { ...message, content: blocks.join("\n") };
    });
    const tree = Object.fromEntries(messages.map((message, index) => [`m${index}`, message]));
    return [
      { id: "c", user_id: "u", chat: { models: ["m"], history: { messages: tree, currentId: `m${messages.length - 1}` }, messages } },
    ];
  },
};

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

export const mastra: Wire = {
  format: "mastra",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "messages",
  write: ({ steps }) =>
    steps.map((step, index): JsonObject => {
      const row = { id: `m${index}`, thread_id: "t", type: "v2", role: step.kind === "user" ? "user" : "assistant" };
      const parts =
        step.kind === "calls"
          ? step.calls.map((call) => {
              const result = resultOf(step, call)?.text;
              const made = { toolCallId: `c${call.number}`, toolName: call.name, args: call.arguments };
              const toolInvocation = result === undefined ? { state: "call", ...made } : { state: "result", ...made, result };
              return { type: "tool-invocation", toolInvocation };
            })
          : [{ type: "text", text: step.text }];
      return { ...row, content: JSON.stringify({ format: 2, parts }) };
    }),
};

export const lettaFile: Wire = {
  format: "letta-file",
  cannot: noHostedTools,
  hidesErrors: true,
  write: ({ steps, tools }) => {
    const message = (role: string, text: string, more: JsonObject = {}): JsonObject => ({
      type: "message",
      role,
      content: [{ type: "text", text }],
      tool_calls: null,
      tool_call_id: null,
      ...more,
    });
    const messages = steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind !== "calls") return [message(step.kind === "user" ? "user" : "assistant", step.text)];
      const calls = step.calls.map((call) => ({
        id: `call_${call.number}`,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      }));
      return [
        message("assistant", "", { tool_calls: calls }),
        ...step.results.map(({ call, text }) => message("tool", text, { tool_call_id: `call_${call.number}` })),
      ];
    });
    return {
      agents: [{ id: "agent-0", agent_type: "letta_v1_agent", messages, in_context_message_ids: [] }],
      tools: tools.map((tool) => ({ name: tool.name, json_schema: { ...tool } })),
      blocks: [],
    };
  },
};
