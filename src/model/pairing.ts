import { type AdaptedConversation, holdsResultsOnly } from "./conversation.js";
import type { ToolCall, ToolExchange, ToolLink, ToolResult } from "./exchange.js";
import type { PairingFault } from "./pairing-fault.js";
import type { PairingPolicy } from "./pairing-policy.js";
import { placementFault, turnEnd } from "./placement.js";

/**
 * Judges how the calls and results of a conversation fit together under a policy.
 *
 * A call that explains another fault (a wrong id, a second result) is not reported as unanswered too.
 *
 * @returns faults in exchange order, one for one root cause
 */
export function pairingFaults(
  conversation: AdaptedConversation,
  exchanges: readonly ToolExchange[],
  policy: PairingPolicy,
): readonly PairingFault[] {
  const faults: PairingFault[] = [];
  let explained: ReadonlySet<ToolCall> | undefined;
  for (const exchange of exchanges) {
    if (!fitsTogether(exchange, policy)) {
      explained ??= explainedCalls(exchanges);
      faults.push(...linkFaults(conversation, exchange, policy));
      faults.push(...unansweredFaults(conversation, exchange, explained, policy));
    }
    const misplaced = placementFault(conversation, exchange, policy);
    if (misplaced !== undefined) faults.push(misplaced);
  }
  return faults;
}

type AnsweredLink = Extract<ToolLink, { readonly kind: "answered" }>;
type OrphanLink = Extract<ToolLink, { readonly kind: "orphaned" }>;

/** Each call of the turn has its one result: most turns are so, and where the results are is all that is left to judge. */
function fitsTogether({ links }: ToolExchange, policy: PairingPolicy): boolean {
  for (const link of links) if (link.kind !== "answered" || isMisnamed(link, policy)) return false;
  return true;
}

function isMisnamed({ call, result }: AnsweredLink, { nameMustMatch }: PairingPolicy): boolean {
  return nameMustMatch && result.name !== null && call.function.name !== null && result.name !== call.function.name;
}

/** The calls that another fault accounts for. */
function explainedCalls(exchanges: readonly ToolExchange[]): ReadonlySet<ToolCall> {
  const explained = new Set<ToolCall>();
  for (const { links } of exchanges) {
    for (const link of links) {
      if (link.kind === "orphaned" && link.call !== undefined) explained.add(link.call);
      if (link.kind === "duplicate" && link.meant !== undefined) explained.add(link.meant);
    }
  }
  return explained;
}

function linkFaults(conversation: AdaptedConversation, exchange: ToolExchange, policy: PairingPolicy): readonly PairingFault[] {
  const faults: PairingFault[] = [];
  const orphans: OrphanLink[] = [];
  let repeated: ReadonlySet<ToolCall> | undefined;
  for (const link of exchange.links) {
    if (link.kind === "answered") {
      const { call, result, by } = link;
      if (isMisnamed(link, policy)) faults.push({ kind: "mismatched-name", call, result, by });
    } else if (link.kind === "duplicate") {
      if (!policy.severalResults) faults.push(link);
    } else if (link.kind === "orphaned") {
      repeated ??= repeatedCalls(exchange);
      // The right result of a call under a wrong id: the id is reported.
      if (link.because === "unknown-id" && link.call !== undefined && repeated.has(link.call)) continue;
      if (mayLieOutside(link, conversation, exchange, policy)) faults.push({ kind: "unresolvable", result: link.result });
      else orphans.push(link);
    }
  }
  return [...orphanFaults(orphans, exchange), ...faults];
}

/** Whether the call of an orphan may be in what the file does not hold. */
function mayLieOutside(link: OrphanLink, conversation: AdaptedConversation, exchange: ToolExchange, policy: PairingPolicy): boolean {
  if (conversation.mode !== "fragment" && !conversation.historyCut) return false;
  if (link.because === "earlier-turn" || link.because === "before-call" || link.because === "other-type") return false;
  // Where results must follow their calls, those beside calls of the file can mean no others; the provider writes its own between calls.
  return exchange.calls.length === 0 || (link.result.hosted && link.call === undefined) || policy.placement === "anywhere-after";
}

/** Orphans that one cut, one closed turn or one wrong order has made are one fault. */
function orphanFaults(orphans: readonly OrphanLink[], exchange: ToolExchange): readonly PairingFault[] {
  const faults: PairingFault[] = [];
  const groups = new Map<string, ToolResult[]>();
  let last: ToolResult | undefined;
  for (const { result, because, call } of orphans) {
    if (result.hosted) {
      faults.push({ kind: "orphaned-hosted", result, because, call });
      continue;
    }
    // Results in a row that no call is left for have lost their turn together.
    const isLost = because === "unknown-id" && call === undefined && (last === undefined || result.message <= last.message + 1);
    if (isLost) last = result;
    const isMoved = call !== undefined && call.id === result.callId && because !== "other-type";
    const sharesCause = exchange.calls.length === 0 || isLost || isMoved;
    const group = sharesCause ? groups.get(because) : undefined;
    if (group !== undefined) {
      group.push(result);
      continue;
    }
    const others: ToolResult[] = [];
    if (sharesCause) groups.set(because, others);
    faults.push({ kind: "orphaned", result, because, call, others });
  }
  return faults;
}

function unansweredFaults(
  conversation: AdaptedConversation,
  exchange: ToolExchange,
  explained: ReadonlySet<ToolCall>,
  policy: PairingPolicy,
): readonly PairingFault[] {
  const unanswered = exchange.links.filter((link) => link.kind === "unanswered");
  if (unanswered.length === 0) return [];
  const repeated = repeatedCalls(exchange);
  // A repeated id or unreadable arguments are a fault of their own: what follows from it is not reported twice.
  const owed = unanswered.flatMap(({ call }) =>
    call.expectsNoResult || explained.has(call) || repeated.has(call) || isUnreadable(call) ? [] : [call],
  );
  if (owed.length === 0) return [];
  const goesOn = goesOnWithout(conversation, exchange, policy);
  const open = owed.filter((call) => (call.hosted ? userSpeaksAfter(conversation, call) : goesOn));
  const [first, ...rest] = open;
  if (first === undefined) return [];
  if (rest.length > 0 && open.length === exchange.calls.length) return [{ kind: "unanswered", calls: [first, ...rest], wholeTurn: true }];
  return byLostMessage(open, exchange).map((calls) => ({ kind: "unanswered", calls, wholeTurn: calls.length > 1 }));
}

/** Calls whose id an earlier call of the turn has: a fault of its own. */
function repeatedCalls({ calls }: ToolExchange): ReadonlySet<ToolCall> {
  const ids = new Set<string>();
  const repeated = new Set<ToolCall>();
  for (const call of calls) {
    if (call.id === null) continue;
    if (ids.has(call.id)) repeated.add(call);
    ids.add(call.id);
  }
  return repeated;
}

/** Open calls one by one; together where they are all that one of several merged messages calls. */
function byLostMessage(open: readonly ToolCall[], { calls }: ToolExchange): readonly (readonly [ToolCall, ...ToolCall[]])[] {
  const answered = new Map<number, number>();
  for (const { message } of calls) answered.set(message, (answered.get(message) ?? 0) + 1);
  for (const { message } of open) answered.set(message, (answered.get(message) ?? 0) - 1);
  const groups: [ToolCall, ...ToolCall[]][] = [];
  for (const call of open) {
    const group = groups.at(-1);
    if (group?.[0].message === call.message && answered.get(call.message) === 0) group.push(call);
    else groups.push([call]);
  }
  return groups;
}

/** Whether anything after the turn shows that no more results will come: nothing does at the very end of a recording. */
function goesOnWithout(conversation: AdaptedConversation, exchange: ToolExchange, policy: PairingPolicy): boolean {
  if (conversation.mode === "request" || isRefusedHistory(conversation)) return true;
  const results = new Set(exchange.results);
  for (let index = turnEnd(conversation, exchange, policy) + 1; index < conversation.messages.length; index += 1) {
    const message = conversation.messages[index];
    if (message === undefined) continue;
    if (message.parts.length === 0 || message.parts.some((part) => part.kind !== "result" || !results.has(part.result))) return true;
  }
  return policy.assistantMayContinue === true && conversation.mode === "recording" && saysMoreBehind(conversation, exchange);
}

/** Whether the history ends with text of the model in a message after the one that called last. */
function saysMoreBehind({ messages }: AdaptedConversation, { calls }: ToolExchange): boolean {
  const call = calls.at(-1);
  const last = messages.at(-1);
  if (call === undefined || last === undefined || last.fromResponse || last.role !== "assistant") return false;
  // Pieces of one message are one answer.
  if (call.message >= messages.length - 1 || messages[call.message]?.at === last.at) return false;
  return last.parts.some((part) => part.kind === "text" && part.at.string() !== "");
}

/** The history was sent as it is and turned down as wrong: what is open at its end was owed. */
function isRefusedHistory({ refusal, messages }: AdaptedConversation): boolean {
  // Azure answers 424 where the model after it answers 400.
  const isAboutIt = refusal?.cause === "request" && [undefined, 400, 422, 424].includes(refusal.status);
  return isAboutIt && messages.every(({ fromResponse }) => !fromResponse);
}

/** A hosted call has its result before the user speaks again; results of client calls alone do not count as speaking. */
function userSpeaksAfter(conversation: AdaptedConversation, call: ToolCall): boolean {
  for (let index = call.message + 1; index < conversation.messages.length; index += 1) {
    const message = conversation.messages[index];
    if (message?.role === "user" && !holdsResultsOnly(message)) return true;
  }
  return false;
}

/** A client cannot run what it cannot read. An object where text belongs is read by most, and by some endpoints. */
function isUnreadable({ function: { arguments: args } }: ToolCall): boolean {
  return args.kind === "malformed" && args.fault !== "wrong-container";
}
