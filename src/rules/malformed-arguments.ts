import { defineRule } from "./rule.js";

/**
 * Arguments decode to a JSON object, in the container that the wire asks for.
 *
 * Arguments that are JSON up to where they were cut are `truncated-arguments`.
 */
export const malformedArguments = defineRule({
  id: "malformed-arguments",
  category: "call",
  summary: "Arguments are not JSON, not an object, or not in the container that the format asks for",
  severity: "error",
  consequence: "The tool cannot be run as called, and every later request that replays the call is rejected or silently altered.",
  repair:
    "Answer the call with an error result and let the model try again; write arguments with a JSON serializer, in the wire's own shape.",
  evidence: [
    "OpenAI API reference, Chat completions: arguments is a string of JSON that the model may get wrong (read 2026-11)",
    "Anthropic API reference, Messages: input of tool_use is an object (read 2026-11)",
  ],
  on: {
    *faultyCall({ call, fault }) {
      if (fault.kind !== "malformed" || fault.fault === "truncated") return;
      yield {
        at: fault.at,
        ...(fault.range !== undefined && { range: fault.range }),
        message: fault.message,
        ...(fault.fix !== undefined && { fix: fault.fix }),
        call,
        data: { fault: fault.fault },
      };
    },
    *anomaly({ rule, ...finding }) {
      if (rule === "malformed-arguments") yield finding;
    },
  },
});
