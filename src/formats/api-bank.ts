import { tableFormat } from "./table/table-format.js";

/** Dialogues of API-Bank, a line for each word: what an API was called with, and what it gave. */
export const apiBank = tableFormat({
  id: "api-bank",
  title: "API-Bank dialogues",
  source: "AlibabaResearch/DAMO-ConvAI, api-bank/evaluator.py and apis/add_alarm.py (read 2026-12)",
  claims: [
    { because: "has the calls of a dialogue with an API", every: { has: ["role"] }, some: { is: { role: ["API"] }, has: ["api_name"] } },
    { because: "has what a user and an AI said", sure: false, every: { is: { role: ["User", "AI"] }, has: ["text"] } },
  ],
  idsOptional: true,
  dataset: true,
  harness: { log: true },
  read: {
    by: "role",
    kinds: {
      User: { is: "message", role: "user", content: "text" },
      AI: { is: "message", role: "assistant", content: "text" },
      API: {
        is: "call",
        name: "api_name",
        arguments: "param_dict",
        container: "object",
        result: { content: ["result/output", "result"], isError: { has: ["result/exception"] } },
      },
    },
  },
});
