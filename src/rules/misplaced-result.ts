import { unreachable } from "../errors.js";
import type { PairingFault } from "../model/pairing-fault.js";
import { andMore, breachOf, calledAt } from "./pairing-text.js";
import { defineRule } from "./rule.js";

type Misplaced = Extract<PairingFault, { readonly kind: "misplaced" }>;

/** What to move where. */
const advice = {
  "message-between": "Move the message between them after the results",
  "content-before": "Move the other content after the results",
  "content-after-call": "Move the content before the calls",
} as const satisfies Record<Misplaced["because"], string>;

/**
 * Results are where their endpoint wants them: directly after their calls, before anything else.
 *
 * All results that one message displaces are one finding.
 */
export const misplacedResult = defineRule({
  id: "misplaced-result",
  category: "pairing",
  summary: "A result exists, but not where the endpoint requires it",
  severity: "error",
  consequence: "The endpoint takes the call for unanswered and rejects the request, although nothing is missing.",
  repair: "Put all results of a turn directly after it, and whatever was written in between after the last of them.",
  evidence: [
    "OpenAI API, 400 at messages.[i].role: tool messages for each id must follow the calls (recorded rejections, 2026-11)",
    "Anthropic, guide Handle tool calls: tool_result blocks come first in the content of a user message (platform.claude.com, 2026-10)",
    "Anthropic API, 400 at messages.N for text after a tool_use of the history (recorded rejection, 2026-11)",
  ],
  on: {
    *fault(fault, { profile }) {
      if (fault.kind !== "misplaced") return;
      const { at, blame, because, call } = fault;
      const isBehind = because === "content-after-call";
      yield {
        at,
        message: sentence(fault),
        ...(call !== undefined && { call }),
        ...breachOf(profile.pairing.misplaced, profile, advice[because]),
        related: isBehind
          ? calledAt(call)
          : [{ message: because === "message-between" ? "This comes between" : "This comes before it", at: blame }, ...calledAt(call)],
        data: { because },
      };
    },
  },
});

function sentence({ because, others }: Misplaced): string {
  const subject = `The result${andMore(others)} ${others === 0 ? "comes" : "come"}`;
  switch (because) {
    case "message-between":
      return `${subject} after another message; results must directly follow their calls`;
    case "content-before":
      return `${subject} after other content of the message; results must come first`;
    case "content-after-call":
      return "Other content comes after the call; calls must come last in their message";
    default:
      return unreachable(because);
  }
}
