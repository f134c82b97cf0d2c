import type { ToolCall, ToolResult } from "../model/exchange.js";
import type { Finding, RelatedPlace } from "../model/violation.js";
import type { FactBasis } from "../profiles/fact.js";
import type { Profile } from "../profiles/profile.js";
import { verdictOf } from "../profiles/provider-verdict.js";
import { quote } from "../text/quote.js";

/** How a message speaks of a result: `result for "a1"`, `result of "get_time"`, `result without an id`. */
export function resultText({ callId, name }: ToolResult): string {
  if (callId !== null) return `result for ${quote(callId)}`;
  return name === null ? "result without an id" : `result of ${quote(name)}`;
}

/** How a message tells that one cause has several results: ` and 2 more`, or nothing. */
export function andMore(others: number): string {
  return others === 0 ? "" : ` and ${others} more`;
}

/** The question for a call that was most likely meant: by its id, else by its tool. */
export function suggestCall(call: ToolCall | undefined): string | null {
  const name = call?.id ?? call?.function.name ?? null;
  return name === null ? null : `Did you mean ${quote(name)}?`;
}

/**
 * What a finding says of the fact that it breaches: its weight, what to do, and the endpoint's answer. Where the fact weighs otherwise than
 * by default, a rejection is not certain, and none is promised.
 */
export function breachOf(
  { severity, ...fact }: FactBasis,
  profile: Profile,
  fix: string | null,
): Pick<Finding, "fix" | "provider" | "severity"> {
  return {
    ...(fix !== null && { fix }),
    ...(severity !== undefined ? { severity } : fact.rejection !== undefined && { provider: verdictOf(profile, fact) }),
  };
}

/** A breach of a fact that is told in other words: who rejects it, surely or (where the fact weighs less) perhaps. */
export function rejectedBy({ severity, ...fact }: FactBasis, profile: Profile): Pick<Finding, "provider" | "severity"> {
  return { provider: verdictOf(profile, fact), ...(severity !== undefined && { severity }) };
}

/** The place of the call at the other end. */
export function calledAt(call: ToolCall | undefined, message = "Called here"): readonly RelatedPlace[] {
  return call === undefined ? [] : [{ message, at: call.at.id ?? call.at.name ?? call.at.call }];
}

/** The place of a result: its id, since that is what links it. */
export function idOf(result: ToolResult) {
  return result.at.callId ?? result.at.name ?? result.at.result;
}

/** Whether a result without the id of its call is less than an error: then it is not enough to report that alone. */
export function mayLackId({ at }: ToolResult, { ids }: Profile): boolean {
  if (ids.required?.value !== true || ids.required.severity !== undefined) return true;
  return ids.optionalInResults?.value.includes(at.result.get("type")?.string() ?? "") === true;
}
