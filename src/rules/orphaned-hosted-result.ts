import type { OrphanReason } from "../model/exchange.js";
import { breachOf, calledAt, idOf, resultText, suggestCall } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/** A result that the provider wrote follows its hosted call, in the same turn of the user. */
export const orphanedHostedResult = defineRule({
  id: "orphaned-hosted-result",
  category: "pairing",
  summary: "A hosted tool's result has lost its call",
  severity: "error",
  consequence: "The provider rejects the request: its own call must come before its own result.",
  repair: "Keep or drop the two together; compaction that goes block by block has to know hosted results too.",
  evidence: [
    "Anthropic API, 400: unexpected tool_use_id in web_search_tool_result blocks, a server_tool_use is expected before (recorded rejections, 2026-11)",
  ],
  on: {
    *fault(fault, { profile }) {
      if (fault.kind !== "orphaned-hosted") return;
      const { result, because, call } = fault;
      const isNamed = call !== undefined && call.id === result.callId;
      yield {
        at: idOf(result),
        message: `The hosted ${resultText(result)} ${sentence(because, isNamed)}`,
        ...(call !== undefined && { call }),
        ...breachOf(profile.pairing.orphaned, profile, isNamed ? advice(because) : (suggestCall(call) ?? advice(because))),
        related: calledAt(call, isNamed ? "Called here" : "Most likely meant"),
      };
    },
  },
});

function advice(because: OrphanReason): string {
  if (because === "other-type") return "Send it as the result of a client tool";
  return because === "earlier-turn" ? "Move it before the next user message" : "Restore its call, or drop the result";
}

function sentence(because: OrphanReason, isNamed: boolean): string {
  if (because === "other-type") return "answers a call that the client runs, not a call to a hosted tool";
  return isNamed ? "comes after the turn of its call has ended" : "has no call before it";
}
