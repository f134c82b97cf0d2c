import { defineDocumentRule } from "./rule.js";

/** A string holds half of a surrogate pair: a character outside the basic plane that was cut in two. */
export const loneSurrogate = defineDocumentRule({
  id: "lone-surrogate",
  category: "transcript",
  summary: "A string has half of a surrogate pair",
  severity: "error",
  consequence: "The text cannot be written as UTF-8: providers reject the body as invalid JSON, on every later request of the session too.",
  repair: "Cut long outputs between characters, not between UTF-16 units, and replace what is already cut by U+FFFD.",
  evidence: [
    "RFC 8259, section 8.2: unpaired surrogates are unpredictable (2017-12)",
    "Anthropic API, 400: the request body is not valid JSON, no low surrogate in string (public reports, read 2026-11)",
  ],
  *check(document) {
    for (const { kind, at } of document.defects()) {
      if (kind !== "lone-surrogate") continue;
      yield {
        at,
        message: "A string has half of a surrogate pair",
        fix: "Cut text only between whole characters: here an emoji or another long character was cut in two",
      };
    }
  },
});
