import { defineIntakeRule } from "./rule.js";

/** A file, or a record of a JSON Lines file, that is not JSON. The other records are still read. */
export const invalidJson = defineIntakeRule({
  id: "invalid-json",
  category: "transcript",
  summary: "A file or a record is not JSON",
  severity: "error",
  consequence: "Nothing in it can be checked, and whoever loads the transcript fails at the same place or skips it in silence.",
  repair: "Write the file again with a JSON encoder: UTF-8 without NaN or Infinity, one value a file, or one a line in JSON Lines.",
  evidence: ["RFC 8259, The JavaScript Object Notation Data Interchange Format (2017-12)"],
});
