import { unreachable } from "../errors.js";
import type { PairingFault } from "../model/pairing-fault.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { andMore, breachOf, calledAt, idOf, mayLackId, resultText, suggestCall } from "./pairing-text.js";
import { defineRule } from "./rule.js";

type Orphan = Extract<PairingFault, { readonly kind: "orphaned" }>;

/**
 * Every result answers a call of the turn that it is in.
 *
 * The finding says why it does not: no call has this id, the call belongs to an earlier turn or comes only later, the history was cut.
 * One wrong id is one finding: the call that was most likely meant is not reported as unanswered.
 */
export const orphanedResult = defineRule({
  id: "orphaned-result",
  category: "pairing",
  summary: "A result answers no call in reach",
  severity: "error",
  consequence: "Providers reject the request; where they do not, the model reads an output that nothing asked for.",
  repair: "Repeat the id of the call on its result; where history is cut, cut before the assistant message that calls.",
  evidence: [
    "OpenAI API, 400 at messages.[i].role: a tool message must respond to a preceding message with calls (promptflow pull request 3130, 2024-05)",
    "Anthropic API, 400 at messages.N.content.M: unexpected tool_use_id in tool_result blocks (recorded rejections, 2026-11)",
    "NeMo Guardrails, tool result rail: unknown_call_id (read 2026-11)",
  ],
  on: {
    *conversation({ exchanges }, { pairing, profile }) {
      const orphans = pairing.flatMap((fault) => (fault.kind === "orphaned" ? told(fault, profile) : []));
      if (orphans.length === 0) return;
      const answered = new Set(exchanges.flatMap(({ links }) => links.flatMap((link) => (link.kind === "answered" ? [link.call] : []))));
      const besideCalls = new Set(exchanges.flatMap(({ calls, results }) => (calls.length > 0 ? results : [])));
      for (const fault of orphans) {
        const { result, call, others } = fault;
        const isSecond = call !== undefined && call.id === result.callId && answered.has(call);
        const isGuess = call !== undefined && call.id !== result.callId;
        yield {
          at: idOf(result),
          message: isSecond
            ? "The call has a second result, after its turn has ended"
            : sentence(fault, besideCalls.has(result) ? "of this turn" : "before it"),
          ...(call !== undefined && { call }),
          ...breachOf(profile.pairing.orphaned, profile, isGuess ? suggestCall(call) : isSecond ? null : advice(fault)),
          related: [
            ...calledAt(call, isGuess ? "Most likely meant" : fault.because === "before-call" ? "The call comes only here" : "Called here"),
            ...others.map((other) => ({ message: "No call for this one either", at: idOf(other) })),
          ],
          data: { because: fault.because },
          // Without a call, the fingerprint has nothing else to tell two orphans apart by than what is wrong.
          key: fault.because,
        };
      }
    },
  },
});

/** A fault without the results that lack an id they need: those get `missing-call-id` alone. */
function told(fault: Orphan, profile: Profile): readonly Orphan[] {
  const [result, ...others] = [fault.result, ...fault.others].filter(
    (each) => each.callId !== null || each.idOptional || mayLackId(each, profile),
  );
  return result === undefined ? [] : [{ ...fault, result, others }];
}

function sentence({ result, because, call, others }: Orphan, searched: string): string {
  const subject = `The ${resultText(result)}${andMore(others.length)}`;
  const verb = others.length === 0 ? "has" : "have";
  const comes = others.length === 0 ? "comes" : "come";
  switch (because) {
    case "unknown-id":
      return `${subject} ${verb} no call: no call ${searched} has ${others.length === 0 ? "this id" : "these ids"}`;
    case "earlier-turn":
      if (call === undefined || call.id !== result.callId)
        return `${subject} ${verb} no call in this turn: the id belongs to an earlier turn`;
      return `${subject} ${comes} after the turn of the call has ended`;
    case "before-call":
      return `${subject} ${comes} before the call`;
    case "cut-history":
      return `${subject} ${verb} no call: no call comes before ${others.length === 0 ? "it" : "them"}`;
    case "other-type":
      return `${subject} is of a kind that cannot answer ${call === undefined ? "its call" : `a call of type ${quote(call.type)}`}`;
    case "surplus":
      return `${subject} ${verb} no call${searched === "before it" ? " before it" : ": every call of the turn already has its result"}`;
    default:
      return unreachable(because);
  }
}

function advice({ because, others }: Orphan): string | null {
  switch (because) {
    case "unknown-id":
    case "surplus":
      return others.length === 0 ? "Restore its call, or drop the result" : "Restore their calls, or drop the results";
    case "earlier-turn":
      return `Move ${others.length === 0 ? "it" : "them"} directly after the message with the call`;
    case "before-call":
      return `Move ${others.length === 0 ? "it" : "them"} after the message with the call`;
    case "cut-history":
      return `Restore the assistant message with the call${others.length === 0 ? "" : "s"}, or drop the result${others.length === 0 ? "" : "s"} too`;
    case "other-type":
      return null;
    default:
      return unreachable(because);
  }
}
