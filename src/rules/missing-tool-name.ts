import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/**
 * Every call says which tool it calls.
 *
 * A call without a name whose type is the key of a declared hosted tool names that tool. A call that was still being written when the
 * recording stopped is the broken stream's fault.
 */
export const missingToolName = defineRule({
  id: "missing-tool-name",
  category: "call",
  summary: "A tool call has an empty name, or none",
  severity: "error",
  consequence:
    "Nobody can tell which tool the model meant; endpoints reject the history, and agents that look the tool up fail on the spot.",
  repair:
    "Keep the first non-empty name while a streamed call is put together: later chunks repeat it, leave it out, or send an empty string.",
  evidence: [
    "OpenAI API reference, Chat completions: function.name of a tool call is required (read 2026-11)",
    "Gemini API, recorded rejection of a function response whose name is empty (2026-11)",
  ],
  on: {
    *call(call, { conversation }) {
      if (call.function.name !== null || call.hosted || call.partial) return;
      if (call.type !== "function" && conversation.toolset.get(call.type) !== undefined) return;
      yield {
        at: call.at.name ?? call.at.call,
        message: call.at.name === undefined ? "The call has no tool name" : "The tool name of the call is empty",
        call,
      };
    },
    *result(result, { conversation, profile }) {
      const needed = profile.names.requiredInResults;
      if (needed?.value !== true || result.name !== null || result.hosted || !profile.formats.includes(conversation.format)) return;
      yield {
        at: result.at.name ?? result.at.result,
        message: "The result does not name its tool",
        ...rejectedBy(needed, profile),
      };
    },
  },
});
