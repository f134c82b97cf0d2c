import { capitalised } from "../text/capitalised.js";
import { calledAt, didYouMean, hintOf, idOf, resultText } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/** A result that the provider wrote follows its hosted call, in the same turn of the user. */
export const orphanedHostedResult = defineRule({
  id: "orphaned-hosted-result",
  category: "pairing",
  judgesOnly: ["pairing"],
  summary: "A hosted tool's result has lost its call",
  severity: "error",
  consequence: "The provider refuses the request: it wants its own call in front of its own result.",
  repair: "Keep or drop the two together; compaction that goes block by block has to know hosted results too.",
  evidence: [
    "Anthropic API, 400: unexpected tool_use_id in web_search_tool_result blocks, a server_tool_use is expected before (recorded refusals, 2026-11)",
  ],
  *check(_, { pairing, profile }) {
    for (const fault of pairing) {
      if (fault.kind !== "orphaned-hosted") continue;
      const { result, call } = fault;
      const isLate = call !== undefined && call.id === result.callId;
      yield {
        at: idOf(result),
        message: `${capitalised(`hosted ${resultText(result)}`)} ${isLate ? "comes after the turn of its call has ended" : "has no call in front of it"}`,
        ...(call !== undefined && { call }),
        ...hintOf(profile, isLate ? null : didYouMean(call), profile.refusals.orphaned),
        related: calledAt(call, isLate ? "Called here" : "Most likely meant"),
      };
    }
  },
});
