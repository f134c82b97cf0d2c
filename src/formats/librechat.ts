import type { JsonNode } from "../json/node.js";
import type { Condition, Pieces } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

/** A call that its answer was cut off before, or that waits for somebody to log in. */
const isOpen: Condition = { any: [{ has: ["auth"] }, { keys: ["progress"], not: { is: { progress: "1" } } }] };

/** Content parts of the agents and the assistants endpoint (`ContentTypes`). */
const parts: Pieces = {
  by: "type",
  // An index that was never filled is null, and `agent_update` and others are for display.
  others: true,
  kinds: {
    text: { is: "pieces", each: [{ is: "text", at: ["text/value", "text"] }] },
    think: { is: "thinking" },
    tool_call: {
      is: "pieces",
      at: "tool_call",
      by: "type",
      kinds: {
        function: {
          is: "call",
          id: "id",
          name: ["function/name", "name"],
          arguments: ["function/arguments", "args"],
          settled: isOpen,
          result: { content: ["function/output", "output"] },
        },
        code_interpreter: {
          is: "call",
          id: "id",
          name: "type",
          arguments: ["code_interpreter/input", "args"],
          text: {},
          hosted: {},
          result: { content: ["code_interpreter/outputs", "output"] },
        },
        retrieval: { is: "other" },
        file_search: { is: "other" },
        "*": { is: "call", id: "id", name: "name", arguments: "args", settled: isOpen, result: { content: "output" } },
      },
    },
    image_file: { is: "other" },
    image_url: { is: "other" },
    error: { is: "other" },
  },
};

/** Exports of LibreChat, and its messages as the API and the database keep them: a call holds what it returned. */
export const librechat = tableFormat(
  {
    id: "librechat",
    title: "LibreChat conversations",
    source: "danny-avila/LibreChat, useExportConversation.ts and packages/data-provider, TMessage (read 2026-12)",
    claims: [
      {
        because: "is an export of a conversation with its messages",
        document: { keys: ["conversationId"], any: [{ keys: ["messages"] }, { keys: ["messagesTree"] }] },
      },
      { because: "has messages that say whether a user created them", some: { has: ["isCreatedByUser", "messageId"] } },
    ],
    entries: ["messages", "messagesTree"],
    model: ["options/model", "model"],
    idsOptional: true,
    read: {
      each: [
        {
          is: "message",
          role: {
            at: "isCreatedByUser",
            words: { true: "user", false: "assistant" },
            guess: [{ role: "assistant", if: { has: ["content/0"] } }],
          },
          content: "content",
          parts,
          broken: { is: { unfinished: "true" } },
          // The text repeats the content where there is any.
          beside: [{ is: "text", at: "text", if: { lacks: ["content/0"], kinds: { text: "string" } } }],
        },
      ],
    },
  },
  (_, entries) => entries?.flatMap((entry) => [...withChildren(entry)]),
);

/** Messages as a tree, of which exports keep the whole: each before those that answer it. */
function* withChildren(message: JsonNode, depth = 0): Generator<JsonNode, void, undefined> {
  yield message;
  if (depth === maxDepth) return;
  for (const child of message.get("children")?.items() ?? []) yield* withChildren(child, depth + 1);
}

/** Deeper trees than conversations have turns are a joke on us, and would end the stack. */
const maxDepth = 1000;
