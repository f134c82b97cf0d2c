import type { Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const content: readonly Piece[] = [
  { is: "text", at: "content", if: { kinds: { content: "string" } } },
  { is: "other", type: "content", at: "content", if: { keys: ["content"], not: { kinds: { content: "string" } } } },
];
const call: Piece = { is: "call", at: "content/*", id: "id", name: "name", arguments: "arguments", container: "string" };

const asked: readonly Piece[] = [
  {
    is: "message",
    role: { at: "type", words: { "*": "assistant" } },
    beside: [
      { is: "pieces", each: [call], if: { kinds: { content: "array" } } },
      { is: "pieces", each: content, if: { not: { kinds: { content: "array" } } } },
    ],
  },
];
const executed: readonly Piece[] = [
  {
    is: "message",
    role: { at: "type", words: { "*": "tool" } },
    beside: [
      {
        is: "result",
        at: "content/*",
        id: "call_id",
        name: "name",
        content: "content",
        isError: { is: { is_error: "true" } },
        if: { kinds: { content: "array" } },
      },
    ],
  },
];

/** What agents say is the model's, what comes from `user` is not. */
const said: readonly Piece[] = [
  { is: "message", role: { at: "type", words: { "*": "user" } }, beside: content, if: { is: { source: "user*" } } },
  { is: "message", role: { at: "type", words: { "*": "assistant" } }, beside: content, if: { not: { is: { source: "user*" } } } },
];
/** What somebody else sees. */
const aside: Piece = { is: "nothing" };

const kinds = {
  ToolCallRequestEvent: asked,
  AssistantMessage: asked,
  ToolCallExecutionEvent: executed,
  FunctionExecutionResultMessage: executed,
  UserMessage: { is: "message", role: { at: "type", words: { "*": "user" } }, beside: content },
  SystemMessage: { is: "message", role: { at: "type", words: { "*": "system" } }, beside: content },
  TextMessage: said,
  MultiModalMessage: said,
  StopMessage: said,
  HandoffMessage: said,
  StructuredMessage: said,
  ToolCallSummaryMessage: said,
  ThoughtEvent: aside,
  UserInputRequestedEvent: aside,
  MemoryQueryEvent: aside,
  ModelClientStreamingChunkEvent: aside,
  CodeGenerationEvent: aside,
  CodeExecutionEvent: aside,
  SelectSpeakerEvent: aside,
  SelectorEvent: aside,
} as const;

/** Messages, events and model contexts of AutoGen from 0.4 on: calls and results are lists under types of their own. */
export const autogen = tableFormat({
  id: "autogen",
  title: "AutoGen messages and events",
  source: "AutoGen 0.7, autogen_agentchat.messages and autogen_core.models (read 2026-11)",
  claims: [
    {
      because: "has entries of types that only AutoGen has",
      every: { keys: ["type"] },
      some: {
        any: [
          { keys: ["source"], is: { type: ["ToolCallRequestEvent", "ToolCallExecutionEvent"] } },
          { keys: ["content/0/call_id"], is: { type: "FunctionExecutionResultMessage" } },
          { keys: ["source", "content/0/name", "content/0/arguments"], is: { type: "AssistantMessage" } },
        ],
      },
    },
    { because: "has entries of AutoGen's types", every: { is: { type: Object.keys(kinds) } }, some: { keys: ["source"] }, sure: false },
  ],
  // The state of a team holds that of each agent.
  conversations: ["agent_states/{}/agent_state", ""],
  entries: ["messages", "message_thread", "llm_context/messages"],
  read: { by: "type", needsKind: true, kinds },
});
