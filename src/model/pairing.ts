import type { JsonNode } from "../json/node.js";
import { holdsResultsOnly, type Recorded } from "./conversation.js";
import type { LinkedBy, OrphanReason, ToolCall, ToolExchange, ToolLink, ToolResult } from "./exchange.js";

/** Where a result must stand for an endpoint to accept it. */
export interface PairingPolicy {
  /** What links call and result: ids, ids with order as fallback, names and order, or order alone. */
  readonly key: "id" | "id-or-order" | "name-order" | "order";
  /**
   * `next-message`: all results in the message right after the calls. `before-other-roles`: nothing but results between calls and
   * results. `before-next-assistant`: somewhere before the next assistant message. `anywhere-after`: the order is free.
   */
  readonly placement: "next-message" | "before-other-roles" | "before-next-assistant" | "anywhere-after";
  /** Consecutive messages of one role count as one. */
  readonly mergesRoles: boolean;
  /** A system message between calls and results is refused like any other; absent: it stands aside where roles are merged. */
  readonly systemBetween?: "refused";
  /** Results lead their message; other content follows. */
  readonly resultsFirst: boolean;
  /** Nothing but calls (and hosted blocks) after the first client call of an assistant message. */
  readonly callsLast: boolean;
  /** Results of one turn spread over several messages. */
  readonly splitResults: "allowed" | "warning" | "error";
  /** A call may have several results (interim results, generators). */
  readonly severalResults: boolean;
  readonly nameMustMatch: boolean;
}

/** One fault of a pairing: one for one root cause. Each kind is reported by one rule. */
export type PairingFault =
  /** The conversation goes on without the results of these calls of one turn; one call, or all calls of the turn or of one of its messages. */
  | { readonly kind: "unanswered"; readonly calls: readonly [ToolCall, ...ToolCall[]]; readonly wholeTurn: boolean }
  /** `call` is the one most likely meant; `others` are orphans of the same cause. */
  | {
      readonly kind: "orphaned";
      readonly result: ToolResult;
      readonly because: OrphanReason;
      readonly call: ToolCall | undefined;
      readonly others: readonly ToolResult[];
    }
  | { readonly kind: "orphaned-hosted"; readonly result: ToolResult; readonly because: OrphanReason; readonly call: ToolCall | undefined }
  /** `blame` is what stands in the way; `at` what is misplaced: a result, or the content after a call. */
  | {
      readonly kind: "misplaced";
      readonly because: "message-between" | "content-before" | "content-after-call";
      readonly at: JsonNode;
      readonly blame: JsonNode;
      readonly call: ToolCall | undefined;
      readonly others: number;
    }
  | {
      readonly kind: "split";
      readonly result: ToolResult;
      readonly first: ToolResult;
      readonly call: ToolCall | undefined;
      readonly severity: "warning" | "error";
    }
  /** `meant` is an open call of the same turn that the second result most likely answers. */
  | {
      readonly kind: "duplicate";
      readonly call: ToolCall;
      readonly result: ToolResult;
      readonly first: ToolResult;
      readonly meant: ToolCall | undefined;
    }
  /** `by` is what links the two all the same: an id, or their order alone. */
  | { readonly kind: "mismatched-name"; readonly call: ToolCall; readonly result: ToolResult; readonly by: LinkedBy }
  /** No verdict possible: the counterpart lies outside the file. Counted, not reported. */
  | { readonly kind: "unresolvable"; readonly result: ToolResult };

/**
 * Judges how the calls and results of a conversation fit together under a policy.
 *
 * A call that explains another fault (a wrong id, a second result) is not reported as unanswered too.
 *
 * @returns faults in exchange order, one for one root cause
 */
export function pairingFaults(conversation: Recorded, exchanges: readonly ToolExchange[], policy: PairingPolicy): readonly PairingFault[] {
  const faults: PairingFault[] = [];
  const explained = new Set<ToolCall>();
  for (const { links } of exchanges) {
    for (const link of links) {
      if (link.kind === "orphaned" && link.call !== undefined) explained.add(link.call);
      if (link.kind === "duplicate" && link.meant !== undefined) explained.add(link.meant);
    }
  }
  for (const exchange of exchanges) {
    faults.push(...linkFaults(conversation, exchange, policy));
    faults.push(...unansweredFaults(conversation, exchange, explained, policy));
    const answers = answersInOrder(exchange);
    const misplaced = misplacedFault(conversation, exchange, answers, policy);
    if (misplaced !== undefined) faults.push(misplaced);
    else faults.push(...splitFaults(conversation, answers, policy));
  }
  return faults;
}

type OrphanLink = Extract<ToolLink, { readonly kind: "orphaned" }>;

function linkFaults(conversation: Recorded, exchange: ToolExchange, policy: PairingPolicy): readonly PairingFault[] {
  const faults: PairingFault[] = [];
  const orphans: OrphanLink[] = [];
  let repeated: ReadonlySet<ToolCall> | undefined;
  for (const link of exchange.links) {
    if (link.kind === "answered") {
      const { call, result, by } = link;
      if (policy.nameMustMatch && result.name !== null && call.function.name !== null && result.name !== call.function.name) {
        faults.push({ kind: "mismatched-name", call, result, by });
      }
    } else if (link.kind === "duplicate") {
      if (!policy.severalResults) faults.push(link);
    } else if (link.kind === "orphaned") {
      repeated ??= repeatedCalls(exchange);
      // The right result of a call under a wrong id: the id is told.
      if (link.because === "unknown-id" && link.call !== undefined && repeated.has(link.call)) continue;
      if (mayLieOutside(link, conversation, exchange, policy)) faults.push({ kind: "unresolvable", result: link.result });
      else orphans.push(link);
    }
  }
  return [...orphanFaults(orphans, exchange), ...faults];
}

/** Whether the call of an orphan may stand in what the file does not hold (contract 3, Mode). */
function mayLieOutside(link: OrphanLink, conversation: Recorded, exchange: ToolExchange, policy: PairingPolicy): boolean {
  if (conversation.mode !== "fragment" && !conversation.historyCut) return false;
  if (link.because === "earlier-turn" || link.because === "before-call" || link.because === "other-type") return false;
  // Where results must follow their calls, those beside calls of the file can mean no others.
  return exchange.calls.length === 0 || policy.placement === "anywhere-after";
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
  conversation: Recorded,
  exchange: ToolExchange,
  explained: ReadonlySet<ToolCall>,
  policy: PairingPolicy,
): readonly PairingFault[] {
  const unanswered = exchange.links.filter((link) => link.kind === "unanswered");
  if (unanswered.length === 0) return [];
  const repeated = repeatedCalls(exchange);
  // A repeated id or unreadable arguments are a fault of their own: what follows from it is not told twice.
  const owed = unanswered.flatMap(({ call }) =>
    call.owesNothing || explained.has(call) || repeated.has(call) || isUnreadable(call) ? [] : [call],
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

/** Whether anything after the turn shows that no more results will come: nothing does at the very end of a recording (contract 3, Mode). */
function goesOnWithout(conversation: Recorded, exchange: ToolExchange, policy: PairingPolicy): boolean {
  if (conversation.mode === "request" || isRefusedHistory(conversation)) return true;
  const results = new Set(exchange.results);
  for (let index = turnEnd(conversation, exchange, policy) + 1; index < conversation.messages.length; index += 1) {
    const message = conversation.messages[index];
    if (message === undefined) continue;
    if (message.parts.length === 0 || message.parts.some((part) => part.kind !== "result" || !results.has(part.result))) return true;
  }
  return false;
}

/** The history was sent as it stands and turned down as wrong: what is open at its end was owed. */
function isRefusedHistory({ refusal, messages }: Recorded): boolean {
  return refusal !== undefined && [undefined, 400, 422].includes(refusal.status) && messages.every(({ fromResponse }) => !fromResponse);
}

/** A hosted call has its result before the user speaks again; results of client calls alone do not count as speaking. */
function userSpeaksAfter(conversation: Recorded, call: ToolCall): boolean {
  for (let index = call.message + 1; index < conversation.messages.length; index += 1) {
    const message = conversation.messages[index];
    if (message?.role === "user" && !holdsResultsOnly(message)) return true;
  }
  return false;
}

/** Index of the last message of the turn that made the calls. */
function turnEnd(conversation: Recorded, exchange: ToolExchange, policy: PairingPolicy): number {
  let end = exchange.calls.at(-1)?.message ?? -1;
  // Models write text behind their calls where nothing forbids it, and some wires put each piece in a message of its own.
  if (!policy.mergesRoles && policy.placement !== "anywhere-after") return end;
  const goesOn = (next = conversation.messages[end + 1]) => next?.role === "assistant" && next.opensTurn !== true;
  while (goesOn()) end += 1;
  return end;
}

interface Answer {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** The client's results that found their call, in transcript order. */
function answersInOrder(exchange: ToolExchange): readonly Answer[] {
  return exchange.links
    .filter((link) => link.kind === "answered")
    .filter(({ by, result }) => by !== "inline" && !result.hosted)
    .sort((one, other) => one.result.message - other.result.message || one.result.index - other.result.index);
}

function misplacedFault(
  conversation: Recorded,
  exchange: ToolExchange,
  answers: readonly Answer[],
  policy: PairingPolicy,
): PairingFault | undefined {
  const last = answers.at(-1);
  if (last === undefined) return undefined;
  const end = turnEnd(conversation, exchange, policy);
  const behind = policy.callsLast ? contentBehindCall(conversation, exchange, answers, end) : undefined;
  if (behind !== undefined)
    return { kind: "misplaced", because: "content-after-call", at: behind.at, blame: behind.call.at.call, call: behind.call, others: 0 };
  const isOpenOrder = policy.placement === "before-next-assistant" || policy.placement === "anywhere-after";
  if (isOpenOrder && !policy.resultsFirst) return undefined;
  const isStrict = policy.placement === "before-other-roles" || policy.resultsFirst;

  let blame: { readonly at: JsonNode; readonly message: number } | undefined;
  for (let index = end + 1; index <= last.result.message; index += 1) {
    const message = conversation.messages[index];
    const standsAside = message?.role === "system" && policy.systemBetween === undefined;
    if (message === undefined || (policy.mergesRoles && (standsAside || !isStrict))) continue;
    const hasResults = message.parts.some((part) => part.kind === "result");
    if (!hasResults) blame ??= { at: message.at, message: index };
    for (const part of message.parts) {
      if (part.kind !== "result") {
        if (isStrict) blame ??= { at: part.kind === "call" ? part.call.at.call : part.at, message: index };
        continue;
      }
      if (blame === undefined) continue;
      const first = answers.findIndex(({ result }) => result === part.result);
      const displaced = answers[first];
      if (displaced === undefined) continue;
      return {
        kind: "misplaced",
        because: policy.mergesRoles || blame.message === index ? "content-before" : "message-between",
        at: displaced.result.at.result,
        blame: blame.at,
        call: displaced.call,
        others: answers.length - first - 1,
      };
    }
  }
  return undefined;
}

/** The first text or thinking behind an answered call of the same turn: a history that was sent, not an answer that just came. */
function contentBehindCall(
  conversation: Recorded,
  exchange: ToolExchange,
  answers: readonly Answer[],
  end: number,
): { readonly at: JsonNode; readonly call: ToolCall } | undefined {
  const answered = new Set(answers.map(({ call }) => call));
  let call: ToolCall | undefined;
  for (let index = exchange.calls[0]?.message ?? end + 1; index <= end; index += 1) {
    const message = conversation.messages[index];
    if (message === undefined || message.fromResponse) continue;
    for (const part of message.parts) {
      // What stands behind a call whose result was lost came after that result.
      if (part.kind === "call" && answered.has(part.call) && !part.call.owesNothing) call ??= part.call;
      else if (call !== undefined && (part.kind === "text" || part.kind === "thinking")) return { at: part.at, call };
    }
  }
  return undefined;
}

/** Results that are blocks of user messages, spread over several of them. Where each result is a message of its own, there is nothing to split. */
function splitFaults(conversation: Recorded, answers: readonly Answer[], policy: PairingPolicy): readonly PairingFault[] {
  if (policy.splitResults === "allowed") return [];
  const blocks = answers.filter(({ result }) => conversation.messages[result.message]?.role === "user");
  const first = blocks[0];
  const split = blocks.find(({ result }) => result.message !== first?.result.message);
  if (first === undefined || split === undefined) return [];
  return [{ kind: "split", result: split.result, first: first.result, call: split.call, severity: policy.splitResults }];
}

/** A client cannot run what it cannot read. An object where text belongs is read by most, and by some endpoints. */
function isUnreadable({ function: { arguments: args } }: ToolCall): boolean {
  return args.kind === "malformed" && args.fault !== "wrong-container";
}
