import type { JsonObject } from "../../../src/json/value.js";
import { resultOf } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

export const hermesAgent: Wire = {
  format: "hermes-agent",
  cannot: noHostedTools,
  hidesErrors: true,
  write: ({ steps, tools }) => ({
    session_id: "s-1",
    model: "hermes-5",
    platform: "cli",
    session_start: "2026-03-02T08:00:00",
    tools: tools.map((tool) => ({ type: "function", function: { ...tool } })),
    messages: steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: step.text }];
      if (step.kind !== "calls") return [{ role: "assistant", content: step.text, finish_reason: "stop" }];
      const calls = step.calls.map((call) => ({
        id: `call_${call.number}`,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      }));
      return [
        { role: "assistant", content: "", finish_reason: "tool_calls", tool_calls: calls },
        ...step.results.map(({ call, text }) => ({ role: "tool", content: text, tool_call_id: `call_${call.number}` })),
      ];
    }),
  }),
};

export const continueSession: Wire = {
  format: "continue",
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => ({
    sessionId: "s-1",
    title: "Rooms",
    workspaceDirectory: "file:///home/mia/shop",
    history: steps.map((step): JsonObject => {
      if (step.kind !== "calls") {
        return { message: { role: step.kind === "user" ? "user" : "assistant", content: step.text }, contextItems: [] };
      }
      const calls = step.calls.map((call) => ({
        call,
        written: { id: `call_${call.number}`, type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } },
      }));
      return {
        message: { role: "assistant", content: "", toolCalls: calls.map(({ written }) => written) },
        contextItems: [],
        toolCallStates: calls.map(({ call, written }): JsonObject => {
          const result = resultOf(step, call);
          const state = { toolCallId: written.id, toolCall: written, parsedArgs: call.arguments };
          if (result === undefined) return { ...state, status: "calling" };
          const output = [{ name: "Tool output", description: "", content: result.text }];
          return { ...state, status: result.isError ? "errored" : "done", output };
        }),
      };
    }),
  }),
};

export const qwenCode: Wire = {
  format: "qwen-code",
  lines: true,
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => {
    const contents = steps.flatMap((step): readonly JsonObject[] => {
      const line = (type: string, role: string, ...parts: readonly JsonObject[]) => ({ type, message: { role, parts } });
      if (step.kind === "user") return [line("user", "user", { text: step.text })];
      if (step.kind !== "calls") return [line("assistant", "model", { text: step.text })];
      return [
        line(
          "assistant",
          "model",
          ...step.calls.map((call) => ({ functionCall: { id: `call_${call.number}`, name: call.name, args: call.arguments } })),
        ),
        ...step.results.map(({ call, text, isError }) =>
          line("tool_result", "user", {
            functionResponse: { id: `call_${call.number}`, name: call.name, response: { [isError ? "error" : "output"]: text } },
          }),
        ),
      ];
    });
    return contents.map((content, index) => ({
      uuid: `line-${index}`,
      parentUuid: index === 0 ? null : `line-${index - 1}`,
      sessionId: "s-1",
      timestamp: "2026-03-02T08:00:00.000Z",
      cwd: "/home/mia/shop",
      version: "0.14.2",
      ...content,
    }));
  },
};

export const vscodeCopilot: Wire = {
  format: "vscode-copilot",
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "log",
  write: ({ steps }) => {
    const requests: { readonly text: string; readonly rounds: JsonObject[]; readonly results: Record<string, JsonObject> }[] = [];
    for (const step of steps) {
      if (step.kind === "user") requests.push({ text: step.text, rounds: [], results: {} });
      const request = requests.at(-1);
      if (request === undefined || step.kind === "user" || step.kind === "search") continue;
      const calls = step.kind === "calls" ? step.calls : [];
      request.rounds.push({
        response: step.kind === "says" ? step.text : "",
        toolInputRetry: 0,
        toolCalls: calls.map((call) => ({ id: `call_${call.number}`, name: call.name, arguments: JSON.stringify(call.arguments) })),
      });
      for (const { call, text } of step.kind === "calls" ? step.results : []) {
        request.results[`call_${call.number}`] = { $mid: 20, content: [{ $mid: 21, value: text }] };
      }
    }
    return {
      version: 3,
      requesterUsername: "mia",
      responderUsername: "GitHub Copilot",
      initialLocation: "panel",
      requests: requests.map(({ text, rounds, results }, index) => ({
        requestId: `request_${index}`,
        message: { text, parts: [] },
        response: [],
        result: { metadata: { toolCallRounds: rounds, toolCallResults: results } },
        isCanceled: false,
      })),
    };
  },
};

export const kimiContext: Wire = {
  format: "kimi-context",
  lines: true,
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "log",
  write: ({ steps }) => [
    { role: "_checkpoint", id: 0 },
    ...steps.flatMap((step): readonly JsonObject[] => {
      const text = (words: string) => [{ type: "text", text: words }];
      if (step.kind === "user") return [{ role: "user", content: text(step.text) }];
      if (step.kind !== "calls") return [{ role: "assistant", content: text(step.text) }];
      const calls = step.calls.map((call) => ({
        type: "function",
        id: `${call.name}:${call.number}`,
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      }));
      return [
        { role: "assistant", content: [], tool_calls: calls },
        ...step.results.map(({ call, text: words }) => ({
          role: "tool",
          content: text(words),
          tool_call_id: `${call.name}:${call.number}`,
        })),
      ];
    }),
  ],
};

export const cline: Wire = {
  format: "cline",
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) =>
    steps
      .flatMap((step): readonly JsonObject[] => {
        const text = (words: string) => [{ type: "text", text: words }];
        if (step.kind === "user") return [{ role: "user", content: text(step.text) }];
        if (step.kind !== "calls") return [{ role: "assistant", content: text(step.text) }];
        const calls = step.calls.map((call) => ({ type: "tool_use", id: `toolu_${call.number}`, name: call.name, input: call.arguments }));
        const results = step.results.map(({ call, text: words, isError }) => ({
          type: "tool_result",
          tool_use_id: `toolu_${call.number}`,
          content: words,
          ...(isError && { is_error: true }),
        }));
        return [{ role: "assistant", content: calls }, ...(results.length === 0 ? [] : [{ role: "user", content: results }])];
      })
      .map((message, index) => ({ ...message, ts: 1772438400000 + index })),
};
