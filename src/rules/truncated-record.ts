import { defineIntakeRule } from "./rule.js";

/** The last record of a JSON Lines file ends in the middle of its value, as a crash or a full disk leaves it. */
export const truncatedRecord = defineIntakeRule({
  id: "truncated-record",
  category: "transcript",
  summary: "The last record of a JSON Lines file is cut off",
  severity: "warning",
  consequence: "What the torn record said is lost: the last turn of the session is not checked.",
  repair: "Drop the torn line, or record the session again; append whole lines only.",
  evidence: ["Session logs of coding agents append a line an event; a killed process leaves half a line (seen 2026-11)"],
});
