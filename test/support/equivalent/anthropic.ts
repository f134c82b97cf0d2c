import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { Talk, TalkCall } from "./talk.js";
import type { Wire } from "./wire.js";

const idOf = ({ number }: TalkCall): string => `toolu_0${number}`;

/** Messages of the Messages API. */
export function anthropicMessages({ steps }: Talk): readonly JsonObject[] {
  return steps.flatMap((step): readonly JsonObject[] => {
    switch (step.kind) {
      case "user":
        return [{ role: "user", content: step.text }];
      case "calls":
        return [
          {
            role: "assistant",
            content: step.calls.map((call) => ({ type: "tool_use", id: idOf(call), name: call.name, input: call.arguments })),
          },
          ...(step.results.length === 0
            ? []
            : [
                {
                  role: "user",
                  content: step.results.map(({ call, text, isError }) => ({
                    type: "tool_result",
                    tool_use_id: idOf(call),
                    content: text,
                    ...(isError && { is_error: true }),
                  })),
                },
              ]),
        ];
      case "search":
        return [
          {
            role: "assistant",
            content: [
              { type: "server_tool_use", id: "srvtoolu_01", name: "web_search", input: { query: step.query } },
              {
                type: "web_search_tool_result",
                tool_use_id: "srvtoolu_01",
                content: [{ type: "web_search_result", url: "https://example.com", title: step.found }],
              },
              { type: "text", text: step.text },
            ],
          },
        ];
      case "says":
        return [{ role: "assistant", content: [{ type: "text", text: step.text }] }];
      default:
        return unreachable(step);
    }
  });
}

export const anthropic: Wire = {
  format: "anthropic",
  write: (talk) => ({
    model: "claude-sonnet-4-5",
    max_tokens: 1024,
    tools: [
      ...talk.tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
      { type: "web_search_20250305", name: "web_search" },
    ],
    messages: anthropicMessages(talk),
  }),
};

export const claudeCodeJsonl: Wire = {
  format: "claude-code-jsonl",
  undeclared: "log",
  lines: true,
  write: (talk) => {
    const uuid = (index: number) => `0000000${index}-0000-4000-8000-000000000000`;
    return anthropicMessages(talk).map((message, index) => ({
      parentUuid: index === 0 ? null : uuid(index),
      isSidechain: false,
      userType: "external",
      cwd: "/home/mia/shop",
      sessionId: "1f6f2a52-0000-4000-8000-000000000000",
      version: "2.1.170",
      type: message.role ?? null,
      message:
        message.role === "assistant"
          ? { id: `msg_0${index}`, type: "message", model: "claude-opus-4-6", ...message, stop_reason: null, stop_sequence: null }
          : message,
      uuid: uuid(index + 1),
      timestamp: `2026-05-04T09:00:0${index}.000Z`,
    }));
  },
};

export const managedAgents: Wire = {
  format: "managed-agents",
  undeclared: "log",
  lines: true,
  write: ({ steps }) => {
    const textOf = (text: string) => [{ type: "text", text }];
    return steps
      .flatMap((step): readonly JsonObject[] => {
        switch (step.kind) {
          case "user":
            return [{ type: "user.message", content: textOf(step.text) }];
          case "calls":
            return [
              ...step.calls.map((call) => ({
                id: `sevt_call_${call.number}`,
                type: "agent.custom_tool_use",
                name: call.name,
                input: call.arguments,
              })),
              ...step.results.map(({ call, text, isError }) => ({
                type: "user.custom_tool_result",
                custom_tool_use_id: `sevt_call_${call.number}`,
                content: textOf(text),
                ...(isError && { is_error: true }),
              })),
            ];
          case "search":
            return [
              { id: "sevt_call_1", type: "agent.tool_use", name: "web_search", input: { query: step.query } },
              { type: "agent.tool_result", tool_use_id: "sevt_call_1", content: textOf(step.found), is_error: false },
              { type: "agent.message", content: textOf(step.text) },
            ];
          case "says":
            return [{ type: "agent.message", content: textOf(step.text) }];
          default:
            return unreachable(step);
        }
      })
      .map((event, index) => ({ id: `sevt_0${index}`, ...event, processed_at: `2026-06-01T10:00:0${index}Z` }));
  },
};

export const bedrockConverse: Wire = {
  format: "bedrock-converse",
  write: ({ tools, steps }) => ({
    messages: steps.flatMap((step): readonly JsonObject[] => {
      switch (step.kind) {
        case "user":
          return [{ role: "user", content: [{ text: step.text }] }];
        case "calls":
          return [
            {
              role: "assistant",
              content: step.calls.map((call) => ({
                toolUse: { toolUseId: `tooluse_${call.number}`, name: call.name, input: call.arguments },
              })),
            },
            ...(step.results.length === 0
              ? []
              : [
                  {
                    role: "user",
                    content: step.results.map(({ call, text, isError }) => ({
                      toolResult: { toolUseId: `tooluse_${call.number}`, status: isError ? "error" : "success", content: [{ text }] },
                    })),
                  },
                ]),
          ];
        case "search":
          return [
            {
              role: "assistant",
              content: [
                { toolUse: { toolUseId: "tooluse_1", name: "nova_grounding", input: { query: step.query }, type: "server_tool_use" } },
                {
                  toolResult: { toolUseId: "tooluse_1", type: "nova_grounding_result", status: "success", content: [{ text: step.found }] },
                },
                { text: step.text },
              ],
            },
          ];
        case "says":
          return [{ role: "assistant", content: [{ text: step.text }] }];
        default:
          return unreachable(step);
      }
    }),
    toolConfig: {
      tools: [
        ...tools.map(({ name, description, parameters }) => ({ toolSpec: { name, description, inputSchema: { json: parameters } } })),
        { systemTool: { name: "nova_grounding" } },
      ],
    },
  }),
};
