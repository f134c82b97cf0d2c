import type { JsonNode } from "../json/node.js";
import { sentence, value } from "../text/sentence.js";
import { maxStandInLength, onlyText, shortText } from "./result-text.js";
import { defineRule } from "./rule.js";

/** Texts that frameworks put where the tool's own result should be, and what they hide. */
const standIns: ReadonlyMap<string, string> = new Map([
  ["COMPLETED", "which voice frameworks write for an empty result and models read as success"],
  ["[object Object]", "which JavaScript writes for an object that nobody serialized"],
  ["[object Promise]", "which JavaScript writes for a promise that nobody awaited"],
]);

/** A result says what the tool returned, not a word that stands for it. */
export const maskedResult = defineRule({
  id: "masked-result",
  category: "result",
  summary: "A placeholder such as COMPLETED hides what the tool returned",
  severity: "warning",
  consequence: "The model takes the word for success: a look-up that matched nobody was read as a verified customer.",
  repair: "Say what is empty in the result itself, for example with a count of 0 and a message that nothing matched.",
  evidence: [
    "NeMo Guardrails, voice agent tools: falsy results are wrapped because pipecat replaces them by COMPLETED (read 2026-11)",
    "ECMAScript, Object.prototype.toString: the text of an object that was not serialized",
  ],
  on: {
    *link(link) {
      if (link.kind === "unanswered" || link.result.isError) return;
      const at = onlyText(link.result);
      const text = at && wordIn(at);
      const hides = text === undefined ? undefined : standIns.get(text);
      if (at === undefined || text === undefined || hides === undefined) return;
      yield {
        at,
        message: sentence`The result is only the placeholder ${value(text)}, ${hides}`,
        ...(link.kind !== "orphaned" && { call: link.call }),
      };
    },
  },
});

/** A short text, also as a JSON string inside the string. */
function wordIn(at: JsonNode): string | undefined {
  const text = shortText(at, maxStandInLength)?.trim();
  if (text?.startsWith('"') !== true) return text;
  const inside = at.nested();
  return inside?.kind === "json" ? inside.document.root.string() : text;
}
