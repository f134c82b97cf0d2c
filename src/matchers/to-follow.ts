import { UsageError } from "../errors.js";
import { compilePolicy } from "../policies/breaches.js";
import { type Policy, whyUnclear } from "../policies/policy.js";
import { ended, shownText } from "../text/sentence.js";
import { calledLines, callsIn, placeOf } from "./called.js";
import { answer, type MatcherResult, type MatcherThis } from "./matcher.js";
import { type ReadOptions, readTranscript } from "./read-transcript.js";
import { showCall } from "./show.js";

/** `expect(transcript).toFollow({ call: "verify", mustComeBefore: "refund" })`: no conversation breaks the policy, or any of several. */
export function toFollow(
  this: MatcherThis,
  transcript: unknown,
  policies: Policy | readonly Policy[],
  options: ReadOptions = {},
): MatcherResult {
  const all = isList(policies) ? policies : [policies];
  for (const policy of all) {
    const why = policy.call === undefined ? 'A policy needs "call": the tool that it is about' : whyUnclear(policy);
    if (why !== undefined) throw new UsageError(why);
  }
  const conversations = readTranscript(transcript, options);
  const checks = all.map((policy) => compilePolicy(policy, (actual, wanted) => this.equals(actual, wanted)));
  const breaches = conversations.flatMap((conversation) => checks.flatMap((check) => check(conversation)));
  const calls = callsIn(conversations);
  return answer(breaches.length === 0, () => {
    if (breaches.length === 0) return ["Expected a breach of the policy, but there is none", "", ...calledLines(calls)];
    const marked = new Set(breaches.flatMap(({ call }) => call ?? []));
    const sentences = breaches.flatMap(({ call, other, message, fix }) => [
      shownText(message),
      ...(call === undefined ? [] : [`  Call ${showCall(call)}  (${placeOf(call)})`]),
      ...(other === undefined ? [] : [`  ${other.words}: ${showCall(other.call)}  (${placeOf(other.call)})`]),
      `  Fix: ${shownText(ended(fix))}`,
    ]);
    return [...sentences, "", ...calledLines(calls, (call) => marked.has(call))];
  });
}

function isList(policies: Policy | readonly Policy[]): policies is readonly Policy[] {
  return Array.isArray(policies);
}
