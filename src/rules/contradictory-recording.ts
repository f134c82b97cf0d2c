import { defineRule } from "./rule.js";

/** Two places of one recording that must agree do not: the pieces of a stream, and the whole that the same stream repeats. */
export const contradictoryRecording = defineRule({
  id: "contradictory-recording",
  category: "transcript",
  summary: "Two places of one recording that must agree do not",
  severity: "warning",
  consequence: "Nobody can tell which of the two the model wrote, or the client ran: checks of one say nothing about the other.",
  repair: "Record the stream again, or keep only the finished answer; look for a proxy that rewrites one of the two.",
  evidence: [
    "OpenAI API reference, Streaming: response.output_item.done holds the item that its deltas make up (read 2026-11)",
    "Cohere API reference, Chat v1 streaming: stream-end repeats the whole answer (read 2026-11)",
  ],
  on: {
    *anomaly({ rule, ...finding }) {
      if (rule === "contradictory-recording") yield { fix: "Record the stream again, or keep only the finished answer", ...finding };
    },
  },
});
