import type { Difference } from "../policies/partial-match.js";
import type { PreparedCall } from "./expected-call.js";
import type { RecordedCall, RecordedConversation } from "./recorded.js";
import { showCall, showDifference } from "./show.js";

/** Most calls that a message lists. */
const mostListed = 30;

/** A call that comes near to an expected one, and where it differs. */
export interface NearCall {
  readonly call: RecordedCall;
  readonly differences: readonly Difference[];
}

/** All calls of a transcript, in order. */
export function callsIn(conversations: readonly RecordedConversation[]): readonly RecordedCall[] {
  return conversations.flatMap(({ calls }) => calls);
}

/** The call of the expected tool that differs in the fewest places, the first of equals. */
export function closestCall(expected: PreparedCall, calls: readonly RecordedCall[]): NearCall | undefined {
  let best: NearCall | undefined;
  for (const call of calls) {
    if (!expected.isOfTool(call)) continue;
    const differences = expected.differencesOf(call);
    if (best === undefined || differences.length < best.differences.length) best = { call, differences };
  }
  return best;
}

/** What was called, with a mark at some calls. */
export function calledLines(calls: readonly RecordedCall[], isMarked: (call: RecordedCall) => boolean = () => false): readonly string[] {
  if (calls.length === 0) return ["No tool is called"];
  const width = String(calls.length).length;
  const shown = calls.slice(0, mostListed);
  const lines = shown.map((call, index) => `${isMarked(call) ? "❯" : " "} ${String(index + 1).padStart(width)}. ${showCall(call)}`);
  const rest = calls.length - shown.length;
  return ["Called:", ...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])];
}

/** Where a call is, for whoever looks it up: `call_8f2, message 3`. */
export function placeOf({ id, message }: RecordedCall): string {
  return `${id === null ? "" : `${id}, `}message ${message}`;
}

/** One line for each difference. */
export function differenceLines(differences: readonly Difference[], indent: string): readonly string[] {
  return differences.map((each) => `${indent}${showDifference(each)}`);
}
