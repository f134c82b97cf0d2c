import { defineIntakeRule } from "./rule.js";

/** An entry of `suppress` or of a baseline that matches no violation any more, or has expired. */
export const unusedSuppression = defineIntakeRule({
  id: "unused-suppression",
  category: "config",
  summary: "A suppression matches nothing, or has expired",
  severity: "warning",
  consequence: "It would hide the next fault of its kind, for a reason that no longer holds.",
  repair: "Remove the entry, or renew it with a reason that holds.",
  evidence: ["The linters ESLint, Ruff and Pylint report directives that suppress nothing (read 2026-11)"],
});
