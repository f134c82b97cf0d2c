import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { mayBePlaceholder } from "./result-text.js";
import type { ConversationRule, Matter, RuleContext } from "./rule.js";
import { declarationFor } from "./undeclared-call.js";

/** One bit for each matter, so that a rule is passed over by one comparison: most records hold nothing of most of them. */
const bits: Readonly<Record<Matter, number>> = {
  anomalies: 1 << 0,
  declarations: 1 << 1,
  faultyArguments: 1 << 2,
  finishes: 1 << 3,
  missingIds: 1 << 4,
  missingNames: 1 << 5,
  noCalls: 1 << 6,
  noToolset: 1 << 7,
  pairing: 1 << 8,
  placeholders: 1 << 9,
  refusal: 1 << 10,
  repeatedIds: 1 << 11,
  resultSchemas: 1 << 12,
  thinking: 1 << 13,
  toolChoice: 1 << 14,
  undeclaredCalls: 1 << 15,
};

/** What every conversation holds: rules that do not say what they judge may find something in any of them. */
const anything = 1 << 30;

/** All matters at once. */
export const everyMatter = -1;

/** The matters that a rule judges, as bits. */
export function mattersOf({ judgesOnly }: ConversationRule): number {
  return judgesOnly === undefined ? anything : judgesOnly.reduce((sum, matter) => sum | bits[matter], 0);
}

/**
 * What there is in a conversation of what rules judge: a matter that is not among them gives its rules nothing to find.
 *
 * @param isKnown whether its toolset was found clean for this profile before
 * @param asked the matters that some rule judges: arguments are not judged for nobody
 * @returns bits as in `mattersOf`
 */
export function mattersIn(conversation: Conversation, context: RuleContext, isKnown: boolean, asked: number): number {
  const { anomalies, exchanges, finishes, refusal, singleCall, thinking, toolChoice, toolset } = conversation;
  let found = anything;
  if (anomalies.length > 0) found |= bits.anomalies;
  if (!isKnown) found |= bits.declarations;
  if (finishes.length > 0) found |= bits.finishes;
  if (exchanges.length === 0) found |= bits.noCalls;
  if (toolset.completeness === "absent") found |= bits.noToolset;
  if (context.pairing.length > 0) found |= bits.pairing;
  if (refusal !== undefined) found |= bits.refusal;
  if (toolset.declaresResults) found |= bits.resultSchemas;
  if (thinking !== undefined) found |= bits.thinking;
  if (toolChoice !== undefined || singleCall !== undefined) found |= bits.toolChoice;
  const resultsNeedNames = context.profile.results?.nameRequired?.value === true;
  for (const { calls, results } of exchanges) {
    if (calls.length > 1 && mayRepeatId(calls)) found |= bits.repeatedIds;
    for (const call of calls) {
      if (call.id === null) found |= bits.missingIds;
      if (call.function.name === null) found |= bits.missingNames;
      else if (!call.hosted && declarationFor(conversation, call) === undefined) found |= bits.undeclaredCalls;
    }
    for (const result of results) {
      if (result.callId === null) found |= bits.missingIds;
      if (resultsNeedNames && result.name === null) found |= bits.missingNames;
      if ((found & bits.placeholders) === 0 && mayBePlaceholder(result)) found |= bits.placeholders;
    }
  }
  if ((asked & bits.faultyArguments) !== 0 && context.faultyCalls.length > 0) found |= bits.faultyArguments;
  return found;
}

/** More calls than these are not compared with each other: the rule does it for any number. */
const fewCalls = 8;

function mayRepeatId(calls: readonly ToolCall[]): boolean {
  if (calls.length > fewCalls) return true;
  for (let later = 1; later < calls.length; later += 1) {
    const id = calls[later]?.id ?? null;
    for (let earlier = 0; earlier < later; earlier += 1) if (id !== null && calls[earlier]?.id === id) return true;
  }
  return false;
}
