import { UsageError } from "../errors.js";
import type { Violation } from "../model/violation.js";
import { counted } from "../text/counted.js";
import { callsIn } from "./called.js";
import { checkTranscript, showFindings } from "./check-transcript.js";
import { answer, type MatcherResult, type MatcherThis } from "./matcher.js";
import { type ReadOptions, readTranscript } from "./read-transcript.js";

/** Faults that leave a call without its result: none, one under another id, or a placeholder whose result never comes. */
const unanswered = ["unanswered-call", "orphaned-result", "pending-result"] as const;

/**
 * `expect(transcript).toAnswerEveryCall()`: each call has its result, also where the transcript ends. Calls that owe none (hosted tools at
 * the end, formats that keep no results) count as answered.
 */
export function toAnswerEveryCall(
  this: MatcherThis,
  transcript: unknown,
  options: Pick<ReadOptions, "format" | "profile"> = {},
): MatcherResult {
  const { format, profile } = options;
  const calls = callsIn(readTranscript(transcript, options));
  if (calls.length === 0 && this.isNot === true) throw new UsageError("The transcript calls no tool, so no call can lack its result");
  const report = checkTranscript(transcript, {
    only: unanswered,
    mode: "request",
    ...(format !== undefined && { format }),
    ...(profile !== undefined && { profiles: profile }),
  });
  const open = report.violations.filter(leavesCallOpen);
  return answer(open.length === 0, () =>
    open.length === 0
      ? [
          `Expected a call without a result, but ${calls.length === 1 ? "the one call is" : `all ${counted(calls.length, "call")} are`} answered`,
        ]
      : ["Not every call is answered", "", ...showFindings(open)],
  );
}

/** A result whose call lies outside of what was recorded leaves no call open. */
function leavesCallOpen({ ruleId, call }: Violation): boolean {
  return unanswered.some((id) => id === ruleId) && (ruleId !== "orphaned-result" || call !== null);
}
