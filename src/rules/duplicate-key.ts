import { quote } from "../text/quote.js";
import { defineDocumentRule } from "./rule.js";

/**
 * An object repeats a key. It is legal JSON, but parsers disagree which value counts, and `JSON.parse` hides all but the last.
 */
export const duplicateKey = defineDocumentRule({
  id: "duplicate-key",
  category: "transcript",
  summary: "An object repeats a key",
  severity: "warning",
  consequence: "Parsers keep the first value, the last one, or fail, so two programs see two different calls in one transcript.",
  repair: "Write the key once; in arguments, let the tool answer the call with an error.",
  evidence: ["RFC 8259, section 4: the behaviour of software that receives repeated names is unpredictable (2017-12)"],
  *check(document) {
    for (const { kind, at } of document.defects()) {
      if (kind !== "repeated-key") continue;
      const key = at.string() ?? "";
      yield {
        at,
        message: `Key ${quote(key)} is repeated in one object`,
        redacted: "A key is repeated in one object",
        hint: "JavaScript and Python keep the last value, others the first",
        key,
      };
    }
  },
});
