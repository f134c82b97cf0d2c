import type { Condition, Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

/** A run that was interrupted, or waits, leaves calls open: the response or the request that collects its results says so. */
const isUnfinished: Condition = { kinds: { state: "string" }, not: { is: { state: "complete" } } };

const text: readonly Piece[] = [
  { is: "text", at: "content", if: { not: { kinds: { content: "array" } } } },
  { is: "pieces", at: "content/*", by: "kind", others: true, if: { kinds: { content: "array" } } },
];
const call = { is: "call", id: "tool_call_id", name: "tool_name", arguments: "args" } as const;
/** Tools by which an agent hands over its typed output end the run, and old histories leave their call unanswered. */
const toolCall: Piece = { ...call, settled: { is: { tool_name: ["final_result", "final_result_*"] } } };
const builtinCall: Piece = { ...toolCall, hosted: {}, type: "part_kind" };
const toolReturn = {
  is: "result",
  id: "tool_call_id",
  name: "tool_name",
  content: "content",
  isError: { kinds: { outcome: "string" }, not: { is: { outcome: "success" } } },
} as const satisfies Piece;
const builtinReturn: Piece = { ...toolReturn, hosted: {} };
/** A retry prompt that names a tool tells the model that its call failed; without one it is a word of the user's. */
const retry: readonly Piece[] = [
  { ...toolReturn, isError: {}, if: { kinds: { tool_name: "string" } } },
  { is: "text", at: "content", if: { kinds: { content: "string" }, not: { kinds: { tool_name: "string" } } } },
  { is: "other", type: "retry-prompt", if: { not: { any: [{ kinds: { content: "string" } }, { kinds: { tool_name: "string" } }] } } },
];
const other: Piece = { is: "other" };

/** Message histories of Pydantic AI, as `ModelMessagesTypeAdapter` dumps them: requests that bring results, responses that bring calls. */
export const pydanticAi = tableFormat({
  id: "pydantic-ai",
  title: "Pydantic AI messages",
  source: "Pydantic AI 1.x, API reference, pydantic_ai.messages (read 2026-11)",
  profile: "pydantic-ai",
  claims: [
    {
      because: "has requests and responses whose parts have a part_kind",
      every: { kinds: { parts: "array" }, any: [{ not: { kinds: { kind: "string" } } }, { is: { kind: ["request", "response"] } }] },
      some: { any: [{ keys: ["parts/0/part_kind"] }, { kinds: { kind: "string" }, not: { keys: ["parts/0"] } }] },
    },
  ],
  entries: ["messages", "message_history"],
  answer: { entries: ["messages", "message_history", ""] },
  tools: "tools",
  model: "model_name",
  historyCut: { is: { "parts/*/part_kind": "compaction" } },
  read: {
    each: [
      {
        is: "message",
        role: {
          at: "kind",
          words: { request: "user", response: "assistant" },
          guess: [
            {
              role: "assistant",
              if: { is: { "parts/0/part_kind": ["text", "thinking", "tool-call", "builtin-tool-call*", "native-tool-call*"] } },
            },
          ],
        },
        broken: isUnfinished,
        brokenBy: isUnfinished,
        content: "parts",
        needsParts: true,
        parts: {
          by: "part_kind",
          needsKind: true,
          kinds: {
            text,
            "system-prompt": text,
            "user-prompt": text,
            thinking: { is: "thinking" },
            "tool-call": toolCall,
            "builtin-tool-call": builtinCall,
            "native-tool-call": builtinCall,
            "tool-return": toolReturn,
            "builtin-tool-return": builtinReturn,
            "native-tool-return": builtinReturn,
            "retry-prompt": retry,
            file: other,
            image: other,
            compaction: other,
            "tool-availability-delta": other,
            speech: other,
            instruction: other,
          },
        },
        finish: {
          at: "finish_reason",
          words: { stop: "stop", length: "length", content_filter: "content_filter", tool_call: "tool_calls", error: "error" },
        },
      },
    ],
  },
});
