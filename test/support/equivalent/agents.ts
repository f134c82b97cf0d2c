import type { JsonObject } from "../../../src/json/value.js";
import { noHostedTools, type Wire } from "./wire.js";

/** Events of one log, each after the one before. */
function chained(events: readonly JsonObject[]): readonly JsonObject[] {
  return events.map((event, index) => ({
    ...event,
    id: `event-${index}`,
    timestamp: "2026-03-02T08:00:00.000Z",
    parentId: index === 0 ? null : `event-${index - 1}`,
  }));
}

export const copilotCli: Wire = {
  format: "copilot-cli",
  lines: true,
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) =>
    chained([
      { type: "session.start", data: { sessionId: "s-1", version: 1, producer: "copilot-agent", copilotVersion: "1.0.81" } },
      ...steps.flatMap((step, index): readonly JsonObject[] => {
        const says = (content: string, toolRequests: readonly JsonObject[]) => ({
          type: "assistant.message",
          data: { messageId: `m${index}`, content, toolRequests },
        });
        if (step.kind === "user") return [{ type: "user.message", data: { content: step.text } }];
        if (step.kind !== "calls") return [says(step.text, [])];
        return [
          says(
            "",
            step.calls.map((call) => ({ toolCallId: `call_${call.number}`, name: call.name, arguments: call.arguments, type: "function" })),
          ),
          ...step.calls.map((call) => ({
            type: "tool.execution_start",
            data: { toolCallId: `call_${call.number}`, toolName: call.name, arguments: call.arguments },
          })),
          ...step.results.map(({ call, text, isError }) => ({
            type: "tool.execution_complete",
            data: {
              toolCallId: `call_${call.number}`,
              success: !isError,
              ...(isError ? { error: { message: text } } : { result: { content: text } }),
            },
          })),
        ];
      }),
    ]),
};

export const geminiCliStream: Wire = {
  format: "gemini-cli-stream",
  lines: true,
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => {
    const timestamp = "2026-03-02T08:00:00.000Z";
    return [
      { type: "init", timestamp, session_id: "s-1", model: "gemini-3-pro" },
      ...steps.flatMap((step): readonly JsonObject[] => {
        if (step.kind === "user") return [{ type: "message", timestamp, role: "user", content: step.text }];
        if (step.kind !== "calls") return [{ type: "message", timestamp, role: "assistant", content: step.text, delta: true }];
        return [
          ...step.calls.map((call) => ({
            type: "tool_use",
            timestamp,
            tool_name: call.name,
            tool_id: `${call.name}-${call.number}`,
            parameters: call.arguments,
          })),
          ...step.results.map(({ call, text, isError }) => ({
            type: "tool_result",
            timestamp,
            tool_id: `${call.name}-${call.number}`,
            status: isError ? "error" : "success",
            output: text,
          })),
        ];
      }),
    ];
  },
};

export const droidStream: Wire = {
  format: "droid-stream",
  lines: true,
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => {
    const place = { session_id: "s-1", timestamp: 1772438400000 };
    return steps.flatMap((step, index): readonly JsonObject[] => {
      if (step.kind === "user") return [{ type: "message", role: "user", id: `m${index}`, text: step.text, ...place }];
      if (step.kind !== "calls") return [{ type: "message", role: "assistant", id: `m${index}`, text: step.text, ...place }];
      return [
        ...step.calls.map((call) => ({
          type: "tool_call",
          id: `call_${call.number}`,
          toolId: call.name,
          toolName: call.name,
          parameters: call.arguments,
          ...place,
        })),
        ...step.results.map(({ call, text, isError }) => ({
          type: "tool_result",
          id: `call_${call.number}`,
          toolId: call.name,
          isError,
          value: text,
          ...place,
        })),
      ];
    });
  },
};

export const grokCli: Wire = {
  format: "grok-cli",
  lines: true,
  cannot: noHostedTools,
  hidesErrors: true,
  undeclared: "log",
  write: ({ steps }) =>
    steps.flatMap((step, index): readonly JsonObject[] => {
      if (step.kind === "user") return [{ type: "user", content: [{ type: "text", text: step.text }], prompt_index: index }];
      if (step.kind !== "calls") return [{ type: "assistant", content: step.text, model_id: "grok-4.7" }];
      return [
        {
          type: "assistant",
          content: "",
          tool_calls: step.calls.map((call) => ({ id: `call-${call.number}`, name: call.name, arguments: JSON.stringify(call.arguments) })),
          model_id: "grok-4.7",
        },
        ...step.results.map(({ call, text }) => ({ type: "tool_result", tool_call_id: `call-${call.number}`, content: text })),
      ];
    }),
};

export const kimiWire: Wire = {
  format: "kimi-wire",
  lines: true,
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => {
    const time = 1772438400000;
    const event = (of: JsonObject) => ({ type: "context.append_loop_event", event: of, time });
    return [
      { type: "metadata", protocol_version: "1.5", created_at: time },
      ...steps.flatMap((step, index): readonly JsonObject[] => {
        if (step.kind === "user") {
          const message = { role: "user", content: [{ type: "text", text: step.text }], toolCalls: [], origin: { kind: "user" } };
          return [{ type: "context.append_message", message, time }];
        }
        const uuid = `step-${index}`;
        const begin = event({ type: "step.begin", uuid, turnId: "0", step: index });
        if (step.kind !== "calls") {
          return [
            begin,
            event({ type: "content.part", stepUuid: uuid, part: { type: "text", text: step.text } }),
            event({ type: "step.end", uuid }),
          ];
        }
        return [
          begin,
          ...step.calls.map((call) =>
            event({ type: "tool.call", stepUuid: uuid, toolCallId: `${call.name}_${call.number}`, name: call.name, args: call.arguments }),
          ),
          event({ type: "step.end", uuid }),
          ...step.results.map(({ call, text, isError }) =>
            event({
              type: "tool.result",
              toolCallId: `${call.name}_${call.number}`,
              result: { output: text, ...(isError && { isError }) },
            }),
          ),
        ];
      }),
    ];
  },
};

export const amp: Wire = {
  format: "amp",
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => ({
    v: 7,
    id: "T-1",
    created: 1772438400000,
    messages: steps
      .flatMap((step): readonly JsonObject[] => {
        const text = (words: string) => [{ type: "text", text: words }];
        const state = (stopReason: string) => ({ type: "complete", stopReason });
        if (step.kind === "user") return [{ role: "user", content: text(step.text) }];
        if (step.kind !== "calls") return [{ role: "assistant", content: text(step.text), state: state("end_turn") }];
        const calls = step.calls.map((call) => ({
          type: "tool_use",
          complete: true,
          id: `toolu_${call.number}`,
          name: call.name,
          input: call.arguments,
        }));
        const results = step.results.map(({ call, text: words, isError }) => ({
          type: "tool_result",
          toolUseID: `toolu_${call.number}`,
          run: isError ? { status: "error", error: { message: words } } : { status: "done", result: words },
        }));
        const answered = results.length === 0 ? [] : [{ role: "user", content: results }];
        return [{ role: "assistant", content: calls, state: state("tool_use") }, ...answered];
      })
      .map((message, messageId) => ({ ...message, messageId })),
  }),
};

export const cursorStream: Wire = {
  format: "cursor-stream",
  lines: true,
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      const place = { session_id: "s-1" };
      const says = (role: string, text: string) => ({ type: role, message: { role, content: [{ type: "text", text }] }, ...place });
      if (step.kind === "user") return [says("user", step.text)];
      if (step.kind !== "calls") return [says("assistant", step.text)];
      const event = (subtype: string, number: number, record: JsonObject) => ({
        type: "tool_call",
        subtype,
        call_id: `tool_${number}`,
        tool_call: record,
        ...place,
      });
      return [
        ...step.calls.map((call) =>
          event("started", call.number, { function: { name: call.name, arguments: JSON.stringify(call.arguments) } }),
        ),
        ...step.results.map(({ call, text, isError }) =>
          event("completed", call.number, { function: { name: call.name, result: isError ? { error: text } : { success: text } } }),
        ),
      ];
    }),
};

export const zed: Wire = {
  format: "zed",
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => ({
    title: "Rooms",
    updated_at: "2026-03-02T08:00:00Z",
    version: "0.3.0",
    messages: steps.map((step, index): JsonObject => {
      if (step.kind === "user") return { User: { id: `u${index}`, content: [{ Text: step.text }] } };
      if (step.kind !== "calls") return { Agent: { content: [{ Text: step.text }], tool_results: {} } };
      const content = step.calls.map((call) => ({
        ToolUse: { id: `toolu_${call.number}`, name: call.name, input: call.arguments, is_input_complete: true },
      }));
      const results = step.results.map(({ call, text, isError }) => {
        const id = `toolu_${call.number}`;
        return [id, { tool_use_id: id, tool_name: call.name, is_error: isError, content: { Text: text } }] as const;
      });
      return { Agent: { content, tool_results: Object.fromEntries(results) } };
    }),
  }),
};

export const crush: Wire = {
  format: "crush",
  lines: true,
  cannot: noHostedTools,
  undeclared: "log",
  write: ({ steps }) => {
    const row = (role: string, parts: readonly JsonObject[], index: number): JsonObject => ({
      id: `m${index}-${role}`,
      session_id: "s-1",
      role,
      parts: JSON.stringify(parts),
    });
    const end = (reason: string): JsonObject => ({ type: "finish", data: { reason, time: 0 } });
    return steps.flatMap((step, index): readonly JsonObject[] => {
      if (step.kind === "user") return [row("user", [{ type: "text", data: { text: step.text } }, end("stop")], index)];
      if (step.kind !== "calls") return [row("assistant", [{ type: "text", data: { text: step.text } }, end("end_turn")], index)];
      const calls = step.calls.map((call) => ({
        type: "tool_call",
        data: {
          id: `call_${call.number}`,
          name: call.name,
          input: JSON.stringify(call.arguments),
          provider_executed: false,
          finished: true,
        },
      }));
      const results = step.results.map(({ call, text, isError }) => ({
        type: "tool_result",
        data: { tool_call_id: `call_${call.number}`, name: call.name, content: text, metadata: "", is_error: isError },
      }));
      const asked = row("assistant", [...calls, end("tool_use")], index);
      return results.length === 0 ? [asked] : [asked, row("tool", [...results, end("stop")], index)];
    });
  },
};
