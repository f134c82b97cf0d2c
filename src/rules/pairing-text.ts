import type { ToolCall, ToolResult } from "../model/exchange.js";
import type { Finding, RelatedPlace } from "../model/violation.js";
import type { Fact, Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";

/** How a message speaks of a call: `call "a1" of "get_time"`, with what it has of both. */
export function callText({ id, function: { name } }: ToolCall): string {
  return `call${id === null ? "" : ` ${quote(id)}`}${name === null ? "" : ` of ${quote(name)}`}`;
}

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
export function didYouMean(call: ToolCall | undefined): string | null {
  const name = call?.id ?? call?.function.name ?? null;
  return name === null ? null : `Did you mean ${quote(name)}?`;
}

/** A hint of its parts: what to do, then which refusal the fault causes. `null` parts are left out; nothing left gives no hint. */
export function hintOf(profile: Profile, advice: string | null, refusal: string | null): { readonly hint?: string } {
  const known = refusal === null ? null : `${profile.title}: ${refusal}`;
  const parts = [advice, known].filter((part) => part !== null);
  if (parts.length === 0) return {};
  return { hint: parts.join(advice?.endsWith("?") ? " " : "; ") };
}

/**
 * How a breach of a fact is told: its weight, and in the hint the refusal that it causes. Where it weighs otherwise than by default, a
 * refusal is not certain, and none is promised.
 */
export function breachOf(
  { severity, refusal }: Pick<Fact<unknown>, "severity" | "refusal">,
  profile: Profile,
  advice: string | null,
): Pick<Finding, "hint" | "severity"> {
  return severity === undefined ? hintOf(profile, advice, refusal ?? null) : { ...hintOf(profile, advice, null), severity };
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
export function mayLackId({ at }: ToolResult, { callIdRequired, resultIdOptional }: Profile): boolean {
  if (!callIdRequired.value || callIdRequired.severity !== undefined) return true;
  return resultIdOptional?.value.includes(at.result.get("type")?.string() ?? "") === true;
}
