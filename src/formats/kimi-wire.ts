import type { Piece, Pieces } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const call = { is: "call", id: "id", name: ["name", "function/name"], arguments: ["arguments", "function/arguments"] } as const;

const part: Pieces = { by: "type", others: true, kinds: { text: { is: "text" }, think: { is: "thinking" } } };

/** Events of Kimi CLI 1, seen from what holds their payload: those of sub-agents are in events of their own. */
const events = (payload: string): Readonly<Record<string, Piece>> => ({
  TurnBegin: { is: "message", role: "user", content: `${payload}/user_input` },
  SteerInput: { is: "message", role: "user", content: `${payload}/user_input` },
  StepBegin: { is: "message", role: "assistant", opensTurn: {} },
  ContentPart: { is: "pieces", at: payload, ...part },
  ToolCall: { ...call, at: payload },
  ToolResult: {
    is: "result",
    at: payload,
    id: "tool_call_id",
    content: ["return_value/output", "return_value", "result/output", "result"],
    isError: { is: { "return_value/is_error": "true" } },
  },
  StepInterrupted: { is: "stop" },
});

/** Records of Kimi Code CLI (`wire.jsonl`): messages as they were added, and the events of each step of the agent; also those of Kimi CLI 1. */
export const kimiWire = tableFormat({
  id: "kimi-wire",
  title: "Kimi Code CLI records",
  source: "MoonshotAI/kimi-code, packages/agent-core/src/agent/records/types.ts; MoonshotAI/kimi-cli, wire/types.py (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has records of the context",
      some: { is: { type: "context.*" }, any: [{ has: ["message"] }, { has: ["event"] }, { has: ["time"] }] },
    },
    {
      because: "has timed events of Kimi CLI",
      some: {
        has: ["message/type", "message/payload"],
        kinds: { timestamp: "number", "message/payload": "object" },
        is: {
          "message/type": [
            "Turn*",
            "Step*",
            "Steer*",
            "Tool*",
            "Content*",
            "Subagent*",
            "Status*",
            "Approval*",
            "Compaction*",
            "MCP*",
            "Hook*",
          ],
        },
      },
    },
    { because: "begins with the version of the protocol", some: { is: { type: "metadata" }, has: ["protocol_version"] } },
    {
      because: "has records of an agent",
      some: {
        has: ["time"],
        is: {
          type: [
            "turn.*",
            "config.update",
            "usage.record",
            "permission.*",
            "plan_mode.*",
            "swarm_mode.*",
            "full_compaction.*",
            "micro_compaction.*",
            "tools.*",
            "goal.*",
            "llm.*",
            "mcp.tools_discovered",
            "forked",
          ],
        },
      },
    },
  ],
  groupBy: ["message/payload/parent_tool_call_id", "message/payload/task_tool_call_id"],
  model: ["model", "modelAlias"],
  harness: { log: true },
  read: {
    by: ["type", "message/type"],
    kinds: {
      ...events("message/payload"),
      SubagentEvent: { is: "pieces", at: "message/payload/event", by: "type", others: true, kinds: events("payload") },
      "context.append_message": {
        is: "pieces",
        at: "message",
        by: "role",
        kinds: {
          user: { is: "message", role: "user", content: "content" },
          system: { is: "message", role: "system", content: "content" },
          assistant: {
            is: "message",
            role: "assistant",
            content: "content",
            parts: part,
            beside: [{ ...call, at: ["toolCalls/*", "tool_calls/*"] }],
          },
          tool: {
            is: "message",
            role: "tool",
            beside: [{ is: "result", id: ["toolCallId", "tool_call_id"], content: "content", isError: { is: { isError: "true" } } }],
          },
        },
      },
      "context.append_loop_event": {
        is: "pieces",
        at: "event",
        by: "type",
        others: true,
        kinds: {
          "step.begin": { is: "message", role: "assistant", opensTurn: {} },
          "content.part": { is: "pieces", at: "part", ...part },
          "tool.call": { is: "call", id: "toolCallId", name: "name", arguments: "args" },
          "tool.result": { is: "result", id: "toolCallId", content: "result/output", isError: { is: { "result/isError": "true" } } },
        },
      },
      "turn.cancel": { is: "stop" },
    },
    others: true,
  },
});
