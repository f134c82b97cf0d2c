import { UsageError } from "../errors.js";
import type { ArgumentMode } from "../policies/partial-match.js";
import { counted } from "../text/counted.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { calledLines, callsIn, closestCall, differenceLines, placeOf } from "./called.js";
import { type ExpectedArguments, type ExpectedTool, type PreparedCall, prepareCall } from "./expected-call.js";
import { answer, type MatcherResult, type MatcherThis } from "./matcher.js";
import { type ReadOptions, readTranscript } from "./read-transcript.js";
import type { RecordedCall, RecordedConversation } from "./recorded.js";
import { showCall } from "./show.js";

/** What more is expected of a call, and how its arguments are compared. */
export interface CallToolOptions extends ReadOptions {
  /** Default `partial`. */
  readonly arguments?: ArgumentMode;
  /** So many calls match, no more and no fewer. */
  readonly times?: number;
  /** The n-th call to the tool matches, counted from 1. */
  readonly nth?: number;
  /** What the result holds, among others: `{ isError: false, content: expect.stringContaining("shipped") }`. */
  readonly returning?: object;
}

/** `expect(transcript).toCallTool("get_order", { order_id: 7 })`: a call to the tool has these arguments, among others. */
export function toCallTool(
  this: MatcherThis,
  transcript: unknown,
  tool: ExpectedTool,
  args?: ExpectedArguments | null,
  options: CallToolOptions = {},
): MatcherResult {
  const { arguments: mode = "partial", times, nth, returning } = options;
  if (times !== undefined && nth !== undefined) throw new UsageError("toCallTool takes times or nth, not both");
  const conversations = readTranscript(transcript, options);
  const calls = callsIn(conversations);
  const equals = (actual: unknown, wanted: unknown) => this.equals(actual, wanted);
  const expected = prepareCall({ tool, arguments: args, ...(returning !== undefined && { returning }) }, { mode, overrides: {}, equals });
  const ofTool = calls.filter((call) => expected.isOfTool(call));
  const asked = nth === undefined ? ofTool : ofTool.slice(nth - 1, nth);
  const matching = asked.filter((call) => expected.differencesOf(call).length === 0);
  const pass = times === undefined ? matching.length > 0 : matching.length === times;
  return answer(pass, () => {
    if (pass) return unwanted(expected, matching, calls, times);
    if (nth !== undefined && asked.length === 0) {
      return [
        `${quote(expected.toolWords)} is called ${timesInWords(ofTool.length)}, so there is no call ${nth}`,
        "",
        ...calledLines(calls),
      ];
    }
    if (times !== undefined && matching.length > 0) {
      const marked = new Set(matching);
      return [
        `${expected.words} is called ${timesInWords(matching.length)}, expected ${times}`,
        "",
        ...calledLines(calls, (call) => marked.has(call)),
      ];
    }
    return missing(expected, asked, conversations);
  });
}

function timesInWords(count: number): string {
  return count === 0 ? "not at all" : count === 1 ? "once" : counted(count, "time");
}

function unwanted(
  expected: PreparedCall,
  matching: readonly RecordedCall[],
  calls: readonly RecordedCall[],
  times: number | undefined,
): readonly string[] {
  const marked = new Set(matching);
  const [first] = matching;
  const where = first === undefined ? "" : ` (${placeOf(first)})`;
  const head =
    times === undefined
      ? `${expected.words} is called${where}, expected no such call`
      : `${expected.words} is called ${timesInWords(times)}, expected any other number`;
  return [head, "", ...calledLines(calls, (call) => marked.has(call))];
}

/** Why no call matches: the tool is never called, or the closest call differs. */
export function missing(
  expected: PreparedCall,
  candidates: readonly RecordedCall[],
  conversations: readonly RecordedConversation[],
): readonly string[] {
  const calls = callsIn(conversations);
  const closest = closestCall(expected, candidates);
  if (closest === undefined) {
    return [`${quote(expected.toolWords)} is not called${hintFor(expected, calls, conversations)}`, "", ...calledLines(calls)];
  }
  return [
    `No call to ${quote(expected.toolWords)} is as expected`,
    "",
    `Expected: ${expected.words}`,
    `Closest:  ${showCall(closest.call)}  (${placeOf(closest.call)})`,
    ...differenceLines(closest.differences, "  "),
    "",
    ...calledLines(calls, (call) => call === closest.call),
  ];
}

function hintFor({ toolName }: PreparedCall, calls: readonly RecordedCall[], conversations: readonly RecordedConversation[]): string {
  if (toolName === undefined) return "";
  const near = nearestName(toolName, new Set(calls.flatMap(({ tool }) => tool ?? [])));
  if (near !== undefined) return `, but ${quote(near)} is`;
  const declared = new Set(conversations.flatMap(({ declaredTools }) => declaredTools));
  if (declared.has(toolName)) return ", though it is declared";
  const meant = nearestName(toolName, declared);
  return meant === undefined ? "" : `, did you mean the declared tool ${quote(meant)}?`;
}
