import type { CheckTextOptions } from "../check-options.js";
import { checkedInWords, foundInWords, reaches } from "../reporters/summary.js";
import { checkTranscript, showFindings } from "./check-transcript.js";
import { answer, type MatcherResult, type MatcherThis } from "./matcher.js";

/** What is checked, and when it fails: as `checkText` takes it, and `profile` for one or several of `profiles`. */
export interface ValidExchangesOptions extends CheckTextOptions {
  readonly profile?: string | readonly string[];
}

/** `expect(transcript).toHaveValidToolExchanges({ tools, profile })`: `guardrails check` passes it. */
export function toHaveValidToolExchanges(
  this: MatcherThis,
  transcript: unknown,
  { profile, ...options }: ValidExchangesOptions = {},
): MatcherResult {
  const report = checkTranscript(transcript, { ...options, ...(profile !== undefined && { profiles: profile }) });
  const { run, summary, violations, notices } = report;
  const pass = run.status === "pass";
  return answer(pass, () => {
    if (pass) return [`Expected a violation, but all is valid: ${checkedInWords(summary)}`];
    const counting = violations.filter(({ severity }) => reaches(severity, run.failOn));
    const reasons = notices.filter(({ level }) => level === "error").map(({ message }) => message);
    return [
      `The tool exchanges are not valid: ${foundInWords(summary)}`,
      "",
      ...reasons,
      ...showFindings(counting.length > 0 ? counting : violations),
    ];
  });
}
