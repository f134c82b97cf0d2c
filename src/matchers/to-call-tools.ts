import { UsageError } from "../errors.js";
import { type ArgumentMode, argumentModes } from "../policies/partial-match.js";
import { counted } from "../text/counted.js";
import { quote } from "../text/quote.js";
import { fitTable, type Pairs, pairInAnyOrder, pairInOrder } from "./align.js";
import { calledLines, callsIn, closestCall, differenceLines } from "./called.js";
import { type ArgumentOverride, type ExpectedCall, type PreparedCall, prepareCall } from "./expected-call.js";
import { answer, type MatcherResult, type MatcherThis } from "./matcher.js";
import { type ReadOptions, readTranscript } from "./read-transcript.js";
import type { RecordedCall } from "./recorded.js";
import { showCall } from "./show.js";

/** What may differ between the calls expected and those made. */
export const callOrders = ["exact", "any", "subset", "ordered-subset", "superset"] as const;
/**
 * `exact`: these calls in this order. `any`: these calls in any order. `subset`: these calls among others, in any order; `ordered-subset`, in
 * this order. `superset`: no calls but these.
 */
export type CallOrder = (typeof callOrders)[number];

/** How lists of calls are compared. */
export interface CallToolsOptions extends ReadOptions {
  /** Default `exact`. */
  readonly order?: CallOrder;
  /** How arguments are compared; default `partial`. */
  readonly arguments?: ArgumentMode;
  /** For some tools, how their arguments are compared instead. */
  readonly overrides?: Readonly<Record<string, ArgumentOverride>>;
}

/** `expect(transcript).toCallTools(["search", ["get_order", { order_id: 7 }]], { order: "any" })`. An empty list: no tool is called. */
export function toCallTools(
  this: MatcherThis,
  transcript: unknown,
  expected: readonly ExpectedCall[],
  options: CallToolsOptions = {},
): MatcherResult {
  const { order = "exact", arguments: mode = "partial", overrides = {} } = options;
  if (!callOrders.includes(order)) throw new UsageError(`Unknown order ${quote(order)}, expected ${callOrders.join(", ")}`);
  if (!argumentModes.includes(mode))
    throw new UsageError(`Unknown mode ${quote(mode)} for arguments, expected ${argumentModes.join(", ")}`);
  if (!Array.isArray(expected)) throw new UsageError("toCallTools takes a list of calls; toCallTool takes one");
  const calls = callsIn(readTranscript(transcript, options));
  const comparison = { mode, overrides, equals: (actual: unknown, wanted: unknown) => this.equals(actual, wanted) };
  const prepared = expected.map((each) => prepareCall(each, comparison));
  const isOrdered = order === "exact" || order === "ordered-subset";
  const pair = isOrdered ? pairInOrder : pairInAnyOrder;
  const pairs = pair(prepared.length, calls.length, fitTable(prepared, calls));
  const isMissing = pairs.size < prepared.length && order !== "superset";
  const isSurplus = pairs.size < calls.length && order !== "subset" && order !== "ordered-subset";
  return answer(!isMissing && !isSurplus, () =>
    isMissing || isSurplus
      ? [`${demandOf[order]}, but ${problemsInWords(prepared, calls, pairs, order)}`, "", ...comparedLines(prepared, calls, pairs, order)]
      : [demandOf[order].replace("Expected", "Expected anything but"), "", ...calledLines(calls)],
  );
}

const demandOf = {
  exact: "Expected these calls, in this order",
  any: "Expected these calls, in any order",
  subset: "Expected these calls, among others",
  "ordered-subset": "Expected these calls, among others, in this order",
  superset: "Expected no calls but these",
} as const satisfies Record<CallOrder, string>;

function problemsInWords(prepared: readonly PreparedCall[], calls: readonly RecordedCall[], pairs: Pairs, order: CallOrder): string {
  const missing = order === "superset" ? 0 : prepared.length - pairs.size;
  const surplus = order === "subset" || order === "ordered-subset" ? 0 : calls.length - pairs.size;
  const parts = [
    ...(missing > 0 ? [`${counted(missing, "call")} ${missing === 1 ? "is" : "are"} missing`] : []),
    ...(surplus > 0 ? [`${counted(surplus, "call")} ${surplus === 1 ? "is" : "are"} not expected`] : []),
  ];
  return parts.join(" and ");
}

/**
 * The calls as they were made, each missing one where it belongs (`-`), and what was not expected (`+`), with the differences to the closest
 * call that is left over.
 */
function comparedLines(
  prepared: readonly PreparedCall[],
  calls: readonly RecordedCall[],
  pairs: Pairs,
  order: CallOrder,
): readonly string[] {
  const expectedOf = new Map([...pairs].map(([wanted, call]) => [call, wanted]));
  const left = new Set(calls.filter((_, index) => !expectedOf.has(index)));
  const isFree = order === "subset" || order === "ordered-subset";
  const lines: string[] = [];
  const writeMissing = (index: number): void => {
    const each = prepared[index];
    if (each === undefined || pairs.has(index) || order === "superset") return;
    const near = closestCall(each, [...left]);
    lines.push(`- ${each.words}`);
    if (near !== undefined) lines.push(`    closest: ${showCall(near.call)}`, ...differenceLines(near.differences, "      "));
  };
  const isOrdered = order === "exact" || order === "ordered-subset";
  let next = 0;
  for (const [index, call] of calls.entries()) {
    const wanted = expectedOf.get(index);
    if (isOrdered && wanted !== undefined) for (; next < wanted; next += 1) writeMissing(next);
    if (isOrdered && wanted !== undefined) next = wanted + 1;
    lines.push(`${wanted === undefined && !isFree ? "+" : " "} ${showCall(call)}`);
  }
  for (; next < prepared.length; next += 1) writeMissing(next);
  return ["- missing, + not expected", ...lines];
}
