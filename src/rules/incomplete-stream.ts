import { defineRule } from "./rule.js";

/** A recorded stream ends early, or its events contradict each other. What was put together from it may lack its end. */
export const incompleteStream = defineRule({
  id: "incomplete-stream",
  category: "transcript",
  summary: "A recorded stream ends early or contradicts itself",
  severity: "warning",
  consequence: "Calls and their arguments may be cut although the model wrote them whole: the recorder is at fault, not the model.",
  repair: "Record the stream to its last event, or record the whole response.",
  evidence: [
    "OpenAI API reference, Streaming: the last chunk has a finish reason, `[DONE]` ends the stream (read 2026-11)",
    "Anthropic API reference, Streaming: message_stop ends the stream (read 2026-11)",
  ],
  on: {
    *anomaly({ rule, ...finding }) {
      if (rule === "incomplete-stream") yield finding;
    },
  },
});
