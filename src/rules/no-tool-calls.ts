import { defineRule } from "./rule.js";

/** A conversation without any call or result: nothing for this program to check. */
export const noToolCalls = defineRule({
  id: "no-tool-calls",
  category: "transcript",
  summary: "A conversation holds neither calls nor results",
  severity: "info",
  consequence: "The transcript passes whatever happened in it; a recorder that drops calls looks like this.",
  repair: "Leave such transcripts out, or see why the calls were not recorded; --min-tool-calls makes it fail.",
  evidence: ["Integrations that drop calls for some models are reported again and again (public issue trackers, read 2026-11)"],
  on: {
    *conversation({ exchanges, at }) {
      if (exchanges.length === 0) yield { at, message: "The conversation calls no tool, so there is nothing to check" };
    },
  },
});
