import { defineIntakeRule } from "./rule.js";

/** The last record of a file ends in the middle of its value, as a crash leaves it, or a recorder cut a value to its limit. */
export const truncatedRecord = defineIntakeRule({
  id: "truncated-record",
  category: "transcript",
  summary: "The last record of a file, or a value that its recorder shortened, is cut off",
  severity: "warning",
  consequence: "What was cut is lost: the turns in it are not checked.",
  repair: "Drop the torn line or record the session again; raise the recorder's limit for the length of a value.",
  evidence: [
    "Session logs of coding agents append a line an event; a killed process leaves half a line (seen 2026-11)",
    "OpenTelemetry specification, attribute limits: longer values are truncated (read 2026-11)",
  ],
});
