import { tableFormat } from "./table/table-format.js";

const thinking = { is: "thinking", type: "reasoning", at: "reasoning", if: { kinds: { reasoning: "string" } } } as const;
const call = { is: "call", id: "id", name: "name", arguments: "arguments" } as const;

/** Fixtures of the mock server aimock (llmock before): what the model answers where a request matches. Each is a conversation. */
export const aimock = tableFormat({
  id: "aimock",
  title: "aimock fixtures",
  source: "CopilotKit/aimock, src/types.ts, FixtureFile (read 2026-12)",
  claims: [{ because: "has fixtures with a match and a response", document: { keys: ["fixtures/*/match", "fixtures/*/response"] } }],
  conversations: "fixtures/*",
  entries: "",
  dataset: true,
  harness: { results: "none" },
  // The server makes one up where it is left out.
  idsOptional: true,
  read: {
    each: [
      { is: "message", role: "user", if: { kinds: { "match/userMessage": "string" } }, content: "match/userMessage" },
      {
        is: "message",
        role: "assistant",
        at: "response",
        if: { lacks: ["response/blocks/0"] },
        beside: [thinking, { is: "text", at: "content", if: { kinds: { content: "string" } } }, { ...call, at: "toolCalls/*" }],
        finish: {
          at: "finishReason",
          words: { stop: "stop", length: "length", tool_calls: "tool_calls", content_filter: "content_filter" },
        },
      },
      // Blocks say in which order the parts are streamed, and repeat them.
      {
        is: "message",
        role: "assistant",
        at: "response",
        if: { has: ["response/blocks/0"] },
        content: "blocks",
        parts: { by: "type", needsKind: true, kinds: { text: { is: "text" }, toolCall: call } },
        beside: [thinking],
      },
    ],
  },
});
