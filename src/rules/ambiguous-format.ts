import { defineIntakeRule } from "./rule.js";

/** Several formats fit equally well; the message says which one was taken. */
export const ambiguousFormat = defineIntakeRule({
  id: "ambiguous-format",
  category: "transcript",
  summary: "Several formats fit a transcript equally well",
  severity: "warning",
  consequence: "The transcript may be judged by the rules of the wrong wire.",
  repair: "Say which format it is, with --format or with `format` in the envelope.",
  evidence: ["Several vendors share the shapes of OpenAI's messages (compared 2026-11)"],
});
