import { tableFormat } from "./table/table-format.js";

/**
 * Sessions of GitHub Copilot CLI and its SDK: the events of `events.jsonl`, and those of `copilot --output-format json`. Each sub-agent is
 * a conversation.
 */
export const copilotCli = tableFormat({
  id: "copilot-cli",
  title: "GitHub Copilot CLI events",
  source: "github/copilot-sdk, nodejs/src/generated/session-events.ts (read 2026-12)",
  profile: "session-log",
  claims: [
    {
      because: "has events with data and the event that they follow",
      some: {
        keys: ["parentId"],
        kinds: { data: "object" },
        is: {
          type: ["session.*", "user.*", "assistant.*", "tool.*", "system.*", "subagent.*", "hook.*", "skill.*", "permission.*", "abort"],
        },
      },
    },
    {
      because: "has events of a Copilot session",
      sure: false,
      some: { keys: ["parentId"], kinds: { data: "object" }, has: ["id", "timestamp", "type"] },
    },
    {
      because: "ends as a run of Copilot CLI does",
      some: { keys: ["exitCode"], has: ["sessionId", "usage"], is: { type: "result" } },
    },
  ],
  groupBy: ["agentId", "data/parentToolCallId"],
  model: ["data/model", "data/newModel", "data/selectedModel", "data/currentModel"],
  harness: { log: true },
  read: {
    by: "type",
    kinds: {
      "system.message": {
        is: "message",
        role: { at: "data/role", words: { system: "system", developer: "system" }, otherwise: "system" },
        content: "data/content",
      },
      "user.message": { is: "message", role: "user", content: "data/content" },
      "assistant.message": {
        is: "message",
        role: "assistant",
        // An answer with several stretches of reasoning is a message for each (`chunkIndex`).
        opensTurn: { id: ["data/apiCallId", "data/messageId"] },
        content: "data/content",
        beside: [
          { is: "thinking", type: "reasoningText", at: "data/reasoningText", if: { kinds: { "data/reasoningText": "string" } } },
          {
            is: "call",
            at: "data/toolRequests/*",
            id: "toolCallId",
            name: "name",
            arguments: "arguments",
            type: "type",
            text: { is: { type: "custom" } },
          },
        ],
      },
      // The user ran a tool without the model.
      "tool.user_requested": { is: "call", id: "data/toolCallId", name: "data/toolName", arguments: "data/arguments" },
      "tool.execution_complete": {
        is: "result",
        id: "data/toolCallId",
        content: ["data/result/content", "data/error/message", "data/result", "data/error"],
        isError: { is: { "data/success": "false" } },
      },
      abort: { is: "stop" },
    },
    // What starts, streams, asks or is shown, over a hundred kinds.
    others: true,
  },
});
