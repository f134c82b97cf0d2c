import { breachOf, calledAt } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/** All results of one turn are in one message, where results are blocks of a message. */
export const splitResults = defineRule({
  id: "split-results",
  category: "pairing",
  summary: "Results of one turn are spread over several messages",
  severity: "warning",
  consequence:
    "Some endpoints merge the messages, others take the calls of the second for unanswered; models learn to call one tool at a time.",
  repair: "Put all results of a turn into one message.",
  evidence: [
    "Anthropic, guide to parallel tool use: all results in a single user message (platform.claude.com, 2026-10)",
    "AWS, Converse API, ValidationException: toolResult blocks for these ids are expected in the next message (recorded rejections, 2026-11)",
  ],
  on: {
    *fault(fault, { profile }) {
      if (fault.kind !== "split") return;
      const { result, first, call } = fault;
      const { severity = "warning", ...fact } = profile.pairing.split;
      yield {
        at: result.at.result,
        message: "The result is in a message of its own; all results of a turn belong in one message",
        ...(call !== undefined && { call }),
        ...breachOf(severity === "error" ? fact : { evidence: fact.evidence }, profile, "Move it into the message of the first result"),
        severity,
        related: [{ message: "First result here", at: first.at.result }, ...calledAt(call)],
      };
    },
  },
});
