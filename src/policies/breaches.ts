import { counted } from "../text/counted.js";
import { shorten } from "../text/quote.js";
import { joined, type Sentence, sentence } from "../text/sentence.js";
import { anyName, type CallFacts, type CompiledPattern, compilePattern } from "./call-pattern.js";
import type { Equals } from "./partial-match.js";
import type { Policy, PolicyReach } from "./policy.js";

/** A call as policies see it. Calls come in the order in which they were made. */
export interface PolicyCall extends CallFacts {
  /** Of the assistant: calls of one turn may run at the same time. */
  readonly turn: number;
  /** Its result was there before the turn ended (hosted tools, records that keep calls and results together), or it owes none. */
  readonly endsAtOnce: boolean;
}

/** A conversation as policies see it. */
export interface PolicySubject<Call extends PolicyCall> {
  readonly calls: readonly Call[];
  readonly declaredTools: readonly string[];
  /** Nothing was cut off in front: what is not there was not said. */
  readonly isWhole: boolean;
}

/** One breach of a policy. */
export interface Breach<Call extends PolicyCall> {
  /** Absent: a call is missing. */
  readonly call?: Call;
  /** The call that it must not be together with, or that came too late. */
  readonly other?: { readonly words: string; readonly call: Call };
  /** What comes later may still make up for it. */
  readonly isOfWhole: boolean;
  readonly message: Sentence;
  readonly fix: Sentence;
}

/** Asks a conversation for the breaches of one policy. */
export type PolicyCheck = <Call extends PolicyCall>(subject: PolicySubject<Call>) => readonly Breach<Call>[];

/** Compiles a policy. `equals` compares what only tests can expect of arguments. */
export function compilePolicy(policy: Policy, equals?: Equals): PolicyCheck {
  const isFor = policy.tools === undefined ? undefined : anyName(policy.tools);
  const find = finderOf(policy, equals);
  return (subject) => {
    if (isFor !== undefined && !subject.declaredTools.some(isFor) && !subject.calls.some(({ tool }) => isFor(tool))) return [];
    return find(subject);
  };
}

function finderOf(policy: Policy, equals: Equals | undefined): PolicyCheck {
  const first = compilePattern(policy.call, equals);
  const { mustComeBefore, neverWithout, atMost, neverTogetherWith, mustBeCalled, within = "conversation" } = policy;
  const says = sayer(policy);
  if (mustComeBefore !== undefined) return orderFinder(first, compilePattern(mustComeBefore, equals), says);
  if (neverWithout !== undefined) return companyFinder(first, compilePattern(neverWithout, equals), says);
  if (neverTogetherWith !== undefined) return separationFinder(first, compilePattern(neverTogetherWith, equals), within, says);
  if (atMost !== undefined && atMost > 0) return countFinder(first, atMost, within, says);
  return mustBeCalled === true ? presenceFinder(first, says) : absenceFinder(first, says);
}

/** Puts the name of the policy after a message, and its reason after a fix. */
type Say = (message: Sentence, fix: Sentence) => { readonly message: Sentence; readonly fix: Sentence };

function sayer({ name, reason }: Policy): Say {
  return (message, fix) => ({
    message: name === undefined ? message : joined([message, ` (policy ${shorten(name)})`], ""),
    fix: reason === undefined ? fix : joined([fix, ": ", shorten(reason)], ""),
  });
}

function orderFinder(first: CompiledPattern, then: CompiledPattern, say: Say): PolicyCheck {
  return ({ calls, isWhole }) => {
    if (!isWhole) return [];
    const firsts = calls.flatMap((call, index) => (first.matches(call) ? [{ call, index }] : []));
    const earliest = firsts[0];
    const earliestEnded = firsts.find(({ call }) => call.endsAtOnce);
    return calls.flatMap((call, index) => {
      if (!then.matches(call)) return [];
      if (earliest !== undefined && earliest.call.turn < call.turn) return [];
      if (earliestEnded !== undefined && earliestEnded.index < index) return [];
      const late = firsts.find((each) => each.call !== call)?.call;
      const beside = late?.turn === call.turn ? late : undefined;
      const problem =
        beside !== undefined
          ? sentence`${then.wordsOf(call)} is called in the same turn as ${first.words}, which must come before it`
          : late !== undefined
            ? sentence`${then.wordsOf(call)} is called before ${first.words}, which must come first`
            : sentence`${then.wordsOf(call)} is called without ${first.words} before it`;
      const other = late === undefined ? {} : { other: { words: "The call that must come first", call: late } };
      return [{ call, ...other, isOfWhole: false, ...say(problem, sentence`Let the agent call ${first.words} in an earlier turn`) }];
    });
  };
}

function companyFinder(tool: CompiledPattern, company: CompiledPattern, say: Say): PolicyCheck {
  return ({ calls, isWhole }) => {
    const call = calls.find((each) => tool.matches(each));
    if (!isWhole || call === undefined || calls.some((each) => each !== call && company.matches(each))) return [];
    const message = sentence`${tool.wordsOf(call)} is called, but ${company.words} is not called before or after it`;
    return [{ call, isOfWhole: true, ...say(message, sentence`Let the agent call ${company.words} as well`) }];
  };
}

function separationFinder(one: CompiledPattern, other: CompiledPattern, within: PolicyReach, say: Say): PolicyCheck {
  return ({ calls }) =>
    groupsOf(calls, within).flatMap((group) => {
      const pair = firstPair(group, one, other);
      if (pair === undefined) return [];
      const where = within === "turn" ? "in one turn" : "in one conversation";
      const [first, second] = one.matches(pair.earlier) ? [one, other] : [other, one];
      const both = sentence`${first.wordsOf(pair.earlier)} and ${second.wordsOf(pair.later)}`;
      const said = say(sentence`${both} are both called ${where}`, sentence`Keep ${both} apart`);
      return [{ call: pair.later, other: { words: "Called together with this", call: pair.earlier }, isOfWhole: false, ...said }];
    });
}

/** The first call that is together with an earlier one. */
function firstPair<Call extends PolicyCall>(
  calls: readonly Call[],
  one: CompiledPattern,
  other: CompiledPattern,
): { readonly earlier: Call; readonly later: Call } | undefined {
  let lastOne: Call | undefined;
  let lastOther: Call | undefined;
  for (const later of calls) {
    const isOne = one.matches(later);
    const isOther = other.matches(later);
    const earlier = (isOne ? lastOther : undefined) ?? (isOther ? lastOne : undefined);
    if (earlier !== undefined) return { earlier, later };
    if (isOne) lastOne = later;
    if (isOther) lastOther = later;
  }
  return undefined;
}

function countFinder(tool: CompiledPattern, most: number, within: PolicyReach, say: Say): PolicyCheck {
  return ({ calls }) =>
    groupsOf(calls, within).flatMap((group) => {
      const call = group.filter((each) => tool.matches(each))[most];
      if (call === undefined) return [];
      const where = within === "turn" ? "in one turn" : "in one conversation";
      const times = most === 1 ? "once" : counted(most, "time");
      return [
        {
          call,
          isOfWhole: false,
          ...say(sentence`${tool.words} is called more than ${times} ${where}`, "Drop this call, or use what an earlier one brought"),
        },
      ];
    });
}

function presenceFinder(tool: CompiledPattern, say: Say): PolicyCheck {
  return ({ calls, isWhole }) =>
    !isWhole || calls.some((call) => tool.matches(call))
      ? []
      : [{ isOfWhole: true, ...say(sentence`${tool.words} is never called`, sentence`Let the agent call ${tool.words}`) }];
}

function absenceFinder(tool: CompiledPattern, say: Say): PolicyCheck {
  return ({ calls }) =>
    calls.flatMap((call) =>
      tool.matches(call)
        ? [{ call, isOfWhole: false, ...say(sentence`${tool.wordsOf(call)} is called, which is forbidden`, "Drop the call") }]
        : [],
    );
}

function groupsOf<Call extends PolicyCall>(calls: readonly Call[], within: PolicyReach): readonly (readonly Call[])[] {
  if (within === "conversation") return [calls];
  const turns = new Map<number, Call[]>();
  for (const call of calls) {
    const turn = turns.get(call.turn);
    if (turn === undefined) turns.set(call.turn, [call]);
    else turn.push(call);
  }
  return [...turns.values()];
}
