import { defineIntakeRule } from "./rule.js";

/** Something that looks like a call or a result, and that no format understood: the net below all formats. */
export const unreadCalls = defineIntakeRule({
  id: "unread-calls",
  category: "transcript",
  summary: "The transcript holds what looks like calls or results that no format understood",
  severity: "warning",
  consequence: "They were not checked: a run that passes says nothing about them.",
  repair: "See with `guardrails inspect` what was understood, name the format with --format, or report the shape so that it can be read.",
  evidence: [
    "Logs of agents under an envelope that another program shares were read as its own, and passed with no call in them (2026-11)",
  ],
});
