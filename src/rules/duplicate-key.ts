import type { JsonNode } from "../json/node.js";
import { counted } from "../text/counted.js";
import { sentence, value } from "../text/sentence.js";
import { defineDocumentRule } from "./rule.js";

/** Places that are reported one by one in a document; the others are counted. */
const maxReported = 100;

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
  evidence: ["RFC 8259, section 4: the behavior of software that receives repeated names is unpredictable (2017-12)"],
  *check(document) {
    let found = 0;
    let last: JsonNode | undefined;
    for (const { kind, at } of document.defects()) {
      if (kind !== "repeated-key") continue;
      found += 1;
      last = at;
      if (found > maxReported) continue;
      const key = at.string() ?? "";
      yield {
        at,
        message: sentence`The object repeats the key ${value(key)}`,
        fix: "Write the key once: JavaScript and Python keep the last value, other parsers the first",
        key,
      };
    }
    if (last === undefined || found <= maxReported) return;
    yield { at: last, message: `${counted(found - maxReported, "more key is", "more keys are")} repeated in this record`, key: "more" };
  },
});
