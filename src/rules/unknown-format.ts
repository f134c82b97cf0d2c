import { defineIntakeRule } from "./rule.js";

/** JSON that no format recognises as a conversation. */
export const unknownFormat = defineIntakeRule({
  id: "unknown-format",
  category: "transcript",
  summary: "The file is JSON, but no known conversation",
  severity: "error",
  consequence: "Nothing in it was checked; a run that passes would say nothing about it.",
  repair: "Leave the file out with --ignore, unwrap the conversation, or name its format with --format.",
  evidence: ["`guardrails formats` lists the formats with the vendors' pages that they rest on"],
});
