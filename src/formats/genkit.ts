import { tableFormat } from "./table/table-format.js";

/** Messages, requests and responses of Genkit: parts with the key `toolRequest` or `toolResponse`, linked by `ref` where there is one. */
export const genkit = tableFormat({
  id: "genkit",
  title: "Genkit messages",
  source: "genkit 1.x, MessageData, GenerateRequest and GenerateResponseData of @genkit-ai/ai (read 2026-11)",
  claims: [
    {
      because: "has parts with the key toolRequest or toolResponse",
      every: {
        kinds: { role: "string" },
        // Goose has parts of the same words, told by their type.
        any: [
          { kinds: { content: "array" }, lacks: ["content/*/type"] },
          { not: { any: [{ keys: ["content"] }, { keys: ["tool_calls"] }, { keys: ["parts"] }] } },
        ],
      },
      some: {
        any: [
          // A name of null is the call's fault, and no sign of another wire.
          { has: ["content/*/toolRequest"], keys: ["content/*/toolRequest/name"] },
          { has: ["content/*/toolResponse"], keys: ["content/*/toolResponse/name"] },
        ],
      },
    },
  ],
  // A response repeats the request that it answers.
  entries: ["messages", "request/messages"],
  answer: {
    entries: ["message", "candidates/0/message"],
    inDocument: true,
    finish: { at: ["finishReason", "candidates/0/finishReason"], words: { stop: "stop", length: "length", blocked: "content_filter" } },
  },
  tools: ["request/tools", "tools"],
  toolChoice: ["request/toolChoice", "toolChoice"],
  request: { any: [{ keys: ["config"] }, { keys: ["request/config"] }] },
  model: "model",
  // Models without ids leave `ref` out.
  idsOptional: true,
  read: {
    each: [
      {
        is: "message",
        role: { at: "role", words: { model: "assistant", user: "user", system: "system", tool: "tool" } },
        content: "content",
        needsParts: true,
        parts: {
          kinds: {
            toolRequest: {
              is: "call",
              id: "ref",
              name: "name",
              arguments: "input",
              container: "object",
              partial: { is: { partial: "true" } },
            },
            toolResponse: { is: "result", id: "ref", name: "name", content: "output" },
            text: { is: "text" },
            reasoning: { is: "thinking" },
            media: { is: "other" },
            data: { is: "other" },
            custom: { is: "other" },
            resource: { is: "other" },
          },
        },
      },
    ],
  },
});
