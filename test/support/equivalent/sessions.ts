import type { JsonObject } from "../../../src/json/value.js";
import { resultOf } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

export const goose: Wire = {
  format: "goose",
  undeclared: "log",
  lines: true,
  cannot: noHostedTools,
  write: ({ steps }) => [
    { working_dir: "/home/mia/shop", description: "Rooms", schedule_id: null, message_count: steps.length },
    ...steps.flatMap((step): readonly JsonObject[] => {
      const message = (role: string, ...content: readonly JsonObject[]) => ({ role, created: 1751000000, content });
      if (step.kind === "user") return [message("user", { type: "text", text: step.text })];
      if (step.kind !== "calls") return [message("assistant", { type: "text", text: step.text })];
      const requests = step.calls.map((call) => ({
        type: "toolRequest",
        id: `call_${call.number}`,
        toolCall: { status: "success", value: { name: call.name, arguments: call.arguments } },
      }));
      const responses = step.results.map(({ call, text, isError }) => ({
        type: "toolResponse",
        id: `call_${call.number}`,
        toolResult: isError ? { status: "error", error: text } : { status: "success", value: [{ type: "text", text }] },
      }));
      return [message("assistant", ...requests), ...(responses.length === 0 ? [] : [message("user", ...responses)])];
    }),
  ],
};

export const piSession: Wire = {
  format: "pi-session",
  undeclared: "log",
  lines: true,
  cannot: noHostedTools,
  write: ({ steps }) => {
    const messages = steps.flatMap((step): readonly JsonObject[] => {
      const assistant = (stopReason: string, ...content: readonly JsonObject[]) => ({
        role: "assistant",
        content,
        api: "anthropic-messages",
        provider: "anthropic",
        model: "claude-opus-4-6",
        stopReason,
      });
      if (step.kind === "user") return [{ role: "user", content: [{ type: "text", text: step.text }] }];
      if (step.kind !== "calls") return [assistant("stop", { type: "text", text: step.text })];
      return [
        assistant(
          "toolUse",
          ...step.calls.map((call) => ({ type: "toolCall", id: `call_${call.number}`, name: call.name, arguments: call.arguments })),
        ),
        ...step.results.map(({ call, text, isError }) => ({
          role: "toolResult",
          toolCallId: `call_${call.number}`,
          toolName: call.name,
          content: [{ type: "text", text }],
          isError,
        })),
      ];
    });
    return [
      {
        type: "session",
        version: 3,
        id: "0195d3a0-0000-7000-8000-000000000000",
        timestamp: "2026-03-02T08:00:00.000Z",
        cwd: "/home/mia/shop",
      },
      ...messages.map((message, index) => ({
        type: "message",
        id: `0000000${index + 1}`,
        parentId: index === 0 ? null : `0000000${index}`,
        timestamp: `2026-03-02T08:00:0${index}.000Z`,
        message: { ...message, timestamp: 1772438400000 + index },
      })),
    ];
  },
};

export const opencode: Wire = {
  format: "opencode",
  undeclared: "log",
  write: ({ steps }) => ({
    info: { id: "ses_1", title: "Rooms", version: "1.3.0", time: { created: 1772438400000, updated: 1772438500000 } },
    messages: steps.map((step, index) => {
      const messageID = `msg_${index}`;
      const place = { sessionID: "ses_1", messageID };
      const info = { id: messageID, sessionID: "ses_1", time: { created: 1772438400000 + index } };
      const text = (words: string) => [{ id: `prt_${index}_1`, ...place, type: "text", text: words }];
      if (step.kind === "user") return { info: { ...info, role: "user" }, parts: text(step.text) };
      const assistant = { ...info, role: "assistant", modelID: "claude-sonnet-5", providerID: "anthropic" };
      if (step.kind === "search") {
        const state = {
          status: "completed",
          input: { query: step.query },
          output: step.found,
          title: "",
          metadata: {},
          time: { start: 1, end: 2 },
        };
        const search = { type: "tool", callID: "call_1", tool: "web_search", metadata: { providerExecuted: true }, state };
        return { info: { ...assistant, finish: "stop" }, parts: [{ id: `prt_${index}_0`, ...place, ...search }, ...text(step.text)] };
      }
      if (step.kind !== "calls") return { info: { ...assistant, finish: "stop" }, parts: text(step.text) };
      const parts = step.calls.map((call) => {
        const result = resultOf(step, call);
        const input = call.arguments;
        const state =
          result === undefined
            ? { status: "running", input, time: { start: 1 } }
            : result.isError
              ? { status: "error", input, error: result.text, time: { start: 1, end: 2 } }
              : { status: "completed", input, output: result.text, title: "", metadata: {}, time: { start: 1, end: 2 } };
        return { id: `prt_${index}_${call.number}`, ...place, type: "tool", callID: `call_${call.number}`, tool: call.name, state };
      });
      return { info: { ...assistant, finish: "tool-calls" }, parts };
    }),
  }),
};

export const mcpJsonrpc: Wire = {
  format: "mcp-jsonrpc",
  lines: true,
  texts: [],
  cannot: { ...noHostedTools, interrupted: "nobody speaks on this wire: a request without response is still running" },
  write: ({ tools, steps }) => [
    { jsonrpc: "2.0", id: 0, method: "tools/list" },
    {
      jsonrpc: "2.0",
      id: 0,
      result: { tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })) },
    },
    ...steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind !== "calls") return [];
      return [
        ...step.calls.map((call) => ({
          jsonrpc: "2.0",
          id: call.number,
          method: "tools/call",
          params: { name: call.name, arguments: call.arguments },
        })),
        ...step.results.map(({ call, text, isError }) => ({
          jsonrpc: "2.0",
          id: call.number,
          result: { content: [{ type: "text", text }], ...(isError && { isError: true }) },
        })),
      ];
    }),
  ],
};
