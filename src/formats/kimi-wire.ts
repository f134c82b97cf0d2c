import { tableFormat } from "./table/table-format.js";

const call = { is: "call", id: "id", name: ["name", "function/name"], arguments: ["arguments", "function/arguments"] } as const;

/** Records of Kimi Code CLI (`wire.jsonl`): messages as they were added, and the events of each step of the agent. */
export const kimiWire = tableFormat({
  id: "kimi-wire",
  title: "Kimi Code CLI records",
  source: "MoonshotAI/kimi-code, packages/agent-core/src/agent/records/types.ts and context/index.ts (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has records of the context",
      some: { is: { type: "context.*" }, any: [{ has: ["message"] }, { has: ["event"] }, { has: ["time"] }] },
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
  model: ["model", "modelAlias"],
  harness: { log: true },
  read: {
    by: "type",
    kinds: {
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
            parts: { by: "type", others: true, kinds: { text: { is: "text" }, think: { is: "thinking" } } },
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
          "content.part": {
            is: "pieces",
            at: "part",
            by: "type",
            others: true,
            kinds: { text: { is: "text" }, think: { is: "thinking" } },
          },
          "tool.call": { is: "call", id: "toolCallId", name: "name", arguments: "args" },
          "tool.result": { is: "result", id: "toolCallId", content: "result/output", isError: { is: { "result/isError": "true" } } },
        },
      },
      "turn.cancel": { is: "stop" },
    },
    others: true,
  },
});
