import { unreachable } from "../../../src/errors.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Talk, TalkCall, TalkStep } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

const idOf = ({ number }: TalkCall): string => `call_${number}`;

/** Declarations as Chat Completions nests them. */
export function nestedTools({ tools }: Talk): readonly JsonObject[] {
  return tools.map((tool) => ({ type: "function", function: { ...tool } }));
}

/** Messages of Chat Completions. `encode` writes arguments: text on this wire, an object on its relatives. */
export function chatMessages({ steps }: Talk, encode: (value: JsonObject) => JsonValue = JSON.stringify): readonly JsonObject[] {
  return steps.flatMap((step): readonly JsonObject[] => {
    switch (step.kind) {
      case "user":
        return [{ role: "user", content: step.text }];
      case "calls":
        return [
          {
            role: "assistant",
            content: null,
            tool_calls: step.calls.map((call) => ({
              id: idOf(call),
              type: "function",
              function: { name: call.name, arguments: encode(call.arguments) },
            })),
          },
          ...step.results.map(({ call, text }) => ({ role: "tool", tool_call_id: idOf(call), content: text })),
        ];
      default:
        return [{ role: "assistant", content: step.text }];
    }
  });
}

export const openaiChat: Wire = {
  format: "openai-chat",
  hidesErrors: true,
  cannot: noHostedTools,
  write: (talk) => ({ model: "gpt-4o", messages: chatMessages(talk), tools: nestedTools(talk) }),
};

export const nemo: Wire = {
  format: "nemo",
  hidesErrors: true,
  cannot: noHostedTools,
  write: (talk) => ({ tools: nestedTools(talk), messages: chatMessages(talk, (value) => value) }),
};

type Search = Extract<TalkStep, { readonly kind: "search" }>;

const webSearch = ({ query }: Search): JsonObject => ({
  type: "web_search_call",
  id: "ws_1",
  status: "completed",
  action: { type: "search", query },
});

const remoteSearch = ({ query, found }: Search): JsonObject => ({
  type: "mcp_call",
  id: "mcp_1",
  server_label: "news",
  name: "search",
  arguments: JSON.stringify({ query }),
  output: found,
  error: null,
});

/** Items of the Responses API, and of what took them over; `search` writes what the provider ran. */
export function responseItems({ steps }: Talk, search: (step: Search) => JsonObject = webSearch): readonly JsonObject[] {
  return steps.flatMap((step): readonly JsonObject[] => {
    switch (step.kind) {
      case "user":
        return [{ type: "message", role: "user", content: [{ type: "input_text", text: step.text }] }];
      case "calls":
        return [
          ...step.calls.map((call) => ({
            type: "function_call",
            call_id: idOf(call),
            name: call.name,
            arguments: JSON.stringify(call.arguments),
          })),
          ...step.results.map(({ call, text }) => ({ type: "function_call_output", call_id: idOf(call), output: text })),
        ];
      case "search":
        return [search(step), { type: "message", role: "assistant", content: [{ type: "output_text", text: step.text }] }];
      case "says":
        return [{ type: "message", role: "assistant", content: [{ type: "output_text", text: step.text }] }];
      default:
        return unreachable(step);
    }
  });
}

/** Declarations as the Responses API lists them. */
function flatTools({ tools }: Talk): readonly JsonObject[] {
  return tools.map((tool) => ({ type: "function", ...tool, strict: false }));
}

export const openaiResponses: Wire = {
  format: "openai-responses",
  hidesErrors: true,
  write: (talk) => ({ model: "gpt-5.1", input: responseItems(talk), tools: [...flatTools(talk), { type: "web_search" }] }),
};

export const codexRollout: Wire = {
  format: "codex-rollout",
  undeclared: "others",
  lines: true,
  hidesErrors: true,
  write: (talk) => {
    const dynamic = talk.tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters }));
    const items = responseItems(talk).map((payload) => ({ type: "response_item", payload }));
    const start = {
      type: "session_meta",
      payload: { id: "0195", cwd: "/home/ada/shop", originator: "codex_cli_rs", cli_version: "0.101.0", dynamic_tools: dynamic },
    };
    return [start, ...items].map((line, index) => ({ timestamp: `2026-03-01T09:00:${String(index).padStart(2, "0")}.000Z`, ...line }));
  },
};

export const openaiAgents: Wire = {
  format: "openai-agents",
  undeclared: "log",
  hidesErrors: true,
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      switch (step.kind) {
        case "user":
          return [{ type: "message", role: "user", content: [{ type: "input_text", text: step.text }] }];
        case "calls":
          return [
            ...step.calls.map((call) => ({
              type: "function_call",
              callId: idOf(call),
              name: call.name,
              arguments: JSON.stringify(call.arguments),
              status: "completed",
            })),
            ...step.results.map(({ call, text }) => ({
              type: "function_call_result",
              callId: idOf(call),
              name: call.name,
              status: "completed",
              output: { type: "text", text },
            })),
          ];
        case "search":
          return [
            {
              type: "hosted_tool_call",
              id: "ws_1",
              name: "web_search_call",
              status: "completed",
              arguments: JSON.stringify({ query: step.query }),
              output: step.found,
              providerData: { type: "web_search_call" },
            },
            { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: step.text }] },
          ];
        case "says":
          return [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: step.text }] }];
        default:
          return unreachable(step);
      }
    }),
};

export const openaiRealtime: Wire = {
  format: "openai-realtime",
  lines: true,
  hidesErrors: true,
  forgivesInterruption: "nothing forces an answer before the user speaks again, and speech may cut a response off",
  write: (talk) => {
    const session = { type: "realtime", tools: talk.tools.map((tool) => ({ type: "function", ...tool })) };
    return [
      { type: "session.update", session },
      ...responseItems(talk, remoteSearch).map((item) =>
        item.type === "function_call" || item.type === "mcp_call" || item.role === "assistant"
          ? { type: "response.output_item.done", response_id: "resp_1", output_index: 0, item }
          : { type: "conversation.item.create", item },
      ),
    ].map((event, index) => ({ event_id: `event_${index}`, ...event }));
  },
};

export const openaiAssistants: Wire = {
  format: "openai-assistants",
  undeclared: "log",
  hidesErrors: true,
  texts: [],
  cannot: { interrupted: "a run that goes on has all outputs; steps hold no user message" },
  write: ({ steps }) => ({
    object: "list",
    data: steps
      .flatMap((step): readonly JsonObject[] => {
        switch (step.kind) {
          case "user":
            return [];
          case "calls": {
            const calls = step.calls.map((call) => ({
              id: idOf(call),
              type: "function",
              function: {
                name: call.name,
                arguments: JSON.stringify(call.arguments),
                output: step.results.find((result) => result.call === call)?.text ?? null,
              },
            }));
            return [{ type: "tool_calls", tool_calls: calls }];
          }
          case "search":
            return [
              {
                type: "tool_calls",
                tool_calls: [{ id: "call_1", type: "file_search", file_search: { results: [{ file_name: step.found }] } }],
              },
              { type: "message_creation", message_creation: { message_id: "msg_1" } },
            ];
          case "says":
            return [{ type: "message_creation", message_creation: { message_id: "msg_1" } }];
          default:
            return unreachable(step);
        }
      })
      .map((details, index) => ({
        id: `step_${index}`,
        object: "thread.run.step",
        created_at: 1717841500 + index,
        type: details.type ?? null,
        status: "completed",
        step_details: details,
      }))
      .reverse(),
    has_more: false,
  }),
};
