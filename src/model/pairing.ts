import type { JsonNode } from "../json/node.js";
import type { Recorded } from "./conversation.js";
import type { OrphanReason, ToolCall, ToolExchange, ToolResult } from "./exchange.js";

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
  /** The conversation goes on without the results of these calls of one turn; one call, or all calls of the turn. */
  | { readonly kind: "unanswered"; readonly calls: readonly [ToolCall, ...ToolCall[]]; readonly wholeTurn: boolean }
  /** `call` is the one most likely meant; `others` are orphans of the same cut. */
  | {
      readonly kind: "orphaned";
      readonly result: ToolResult;
      readonly because: OrphanReason;
      readonly call: ToolCall | undefined;
      readonly others: readonly ToolResult[];
    }
  | { readonly kind: "orphaned-hosted"; readonly result: ToolResult }
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
  | { readonly kind: "duplicate"; readonly call: ToolCall; readonly result: ToolResult; readonly first: ToolResult }
  | { readonly kind: "mismatched-name"; readonly call: ToolCall; readonly result: ToolResult }
  /** No verdict possible: the counterpart lies outside the file. Counted, not reported. */
  | { readonly kind: "unresolvable"; readonly result: ToolResult };

/**
 * Judges how the calls and results of a conversation fit together under a policy.
 *
 * @returns faults in exchange order; every call and result is in at most one of them
 */
export function pairingFaults(conversation: Recorded, exchanges: readonly ToolExchange[], policy: PairingPolicy): readonly PairingFault[] {
  const faults: PairingFault[] = [];
  const explained = new Set<ToolCall>();
  for (const exchange of exchanges) {
    for (const link of exchange.links) if (link.kind === "orphaned" && link.call !== undefined) explained.add(link.call);
  }
  for (const exchange of exchanges) {
    faults.push(...linkFaults(conversation, exchange, policy));
    faults.push(...unansweredFaults(conversation, exchange, explained));
    const misplaced = misplacedFault(conversation, exchange, policy);
    if (misplaced !== undefined) faults.push(misplaced);
    else faults.push(...splitFaults(conversation, exchange, policy));
  }
  return faults;
}

function linkFaults(conversation: Recorded, exchange: ToolExchange, policy: PairingPolicy): readonly PairingFault[] {
  const faults: PairingFault[] = [];
  const cut: ToolResult[] = [];
  for (const link of exchange.links) {
    if (link.kind === "answered") {
      const { call, result } = link;
      if (policy.nameMustMatch && result.name !== null && call.function.name !== null && result.name !== call.function.name) {
        faults.push({ kind: "mismatched-name", call, result });
      }
    } else if (link.kind === "duplicate") {
      if (!policy.severalResults) faults.push(link);
    } else if (link.kind === "orphaned") {
      if (link.result.hosted) faults.push({ kind: "orphaned-hosted", result: link.result });
      else if (link.call === undefined && (conversation.mode === "fragment" || conversation.historyCut))
        faults.push({ kind: "unresolvable", result: link.result });
      else if (link.because === "cut-history") cut.push(link.result);
      else faults.push({ ...link, others: [] });
    }
  }
  const [first, ...others] = cut;
  if (first !== undefined) faults.unshift({ kind: "orphaned", result: first, because: "cut-history", call: undefined, others });
  return faults;
}

function unansweredFaults(conversation: Recorded, exchange: ToolExchange, explained: ReadonlySet<ToolCall>): readonly PairingFault[] {
  const open: ToolCall[] = [];
  const ids = new Set<string>();
  for (const call of exchange.calls) {
    const repeated = call.id !== null && ids.has(call.id);
    if (call.id !== null) ids.add(call.id);
    // A repeated id or broken arguments are a fault of their own: what follows from it is not told twice.
    if (repeated || call.owesNothing || explained.has(call) || call.function.arguments.kind === "malformed") continue;
    if (exchange.links.some((link) => link.kind === "unanswered" && link.call === call) && goesOnWithout(conversation, exchange, call))
      open.push(call);
  }
  const [first, ...rest] = open;
  if (first === undefined) return [];
  if (rest.length > 0 && open.length === exchange.calls.length) return [{ kind: "unanswered", calls: [first, ...rest], wholeTurn: true }];
  return open.map((call) => ({ kind: "unanswered", calls: [call], wholeTurn: false }));
}

/** Whether anything after the call shows that its result will not come: nothing does at the very end of a recording (contract 3, Mode). */
function goesOnWithout(conversation: Recorded, exchange: ToolExchange, call: ToolCall): boolean {
  const last = exchange.calls.at(-1) ?? call;
  const after = conversation.messages.slice(last.message + 1);
  if (call.hosted) return after.some((message) => message.role === "user" && message.parts.some((part) => part.kind !== "result"));
  if (conversation.mode === "request") return true;
  return after.some(
    (message) =>
      message.parts.length === 0 || message.parts.some((part) => part.kind !== "result" || !exchange.results.includes(part.result)),
  );
}

function answeredInOrder(exchange: ToolExchange): readonly { readonly call: ToolCall; readonly result: ToolResult }[] {
  return exchange.links
    .flatMap((link) =>
      link.kind === "answered" && link.by !== "inline" && !link.result.hosted ? [{ call: link.call, result: link.result }] : [],
    )
    .sort((one, other) => one.result.message - other.result.message || one.result.index - other.result.index);
}

function misplacedFault(conversation: Recorded, exchange: ToolExchange, policy: PairingPolicy): PairingFault | undefined {
  const answered = answeredInOrder(exchange);
  const last = answered.at(-1);
  const lastCall = exchange.calls.filter((call) => !call.hosted).at(-1);
  if (last === undefined || lastCall === undefined) return undefined;
  if (policy.callsLast) {
    const after = contentAfterCall(conversation, exchange);
    if (after !== undefined)
      return { kind: "misplaced", because: "content-after-call", at: after.at, blame: after.call.at.call, call: after.call, others: 0 };
  }
  if (policy.placement !== "before-other-roles" && !policy.resultsFirst) return undefined;
  let blame: { readonly at: JsonNode; readonly message: number } | undefined;
  for (let index = lastCall.message + 1; index <= last.result.message; index += 1) {
    const message = conversation.messages[index];
    if (message === undefined || (message.role === "system" && policy.mergesRoles)) continue;
    if (message.parts.length === 0) blame ??= { at: message.at, message: index };
    for (const part of message.parts) {
      if (part.kind !== "result") {
        blame ??= { at: part.kind === "call" ? part.call.at.call : part.at, message: index };
        continue;
      }
      const displaced =
        blame === undefined
          ? []
          : answered.filter(({ result }) => result.message > index || (result.message === index && result.index >= part.result.index));
      const first = displaced.find(({ result }) => result === part.result);
      if (blame === undefined || first === undefined) continue;
      const because = blame.message === index ? "content-before" : "message-between";
      return { kind: "misplaced", because, at: first.result.at.result, blame: blame.at, call: first.call, others: displaced.length - 1 };
    }
  }
  return undefined;
}

/** The first text behind a client call of the same turn. */
function contentAfterCall(conversation: Recorded, exchange: ToolExchange): { readonly at: JsonNode; readonly call: ToolCall } | undefined {
  let call: ToolCall | undefined;
  for (const index of new Set(exchange.calls.map((each) => each.message))) {
    const message = conversation.messages[index];
    if (message === undefined || message.fromResponse) continue;
    for (const part of message.parts) {
      if (part.kind === "call" && !part.call.hosted && !part.call.owesNothing) call ??= part.call;
      else if (call !== undefined && (part.kind === "text" || part.kind === "thinking")) return { at: part.at, call };
    }
  }
  return undefined;
}

/** Results that are blocks of user messages, spread over several of them. Where each result is a message of its own, there is nothing to split. */
function splitFaults(conversation: Recorded, exchange: ToolExchange, policy: PairingPolicy): readonly PairingFault[] {
  if (policy.splitResults === "allowed") return [];
  const answered = answeredInOrder(exchange).filter(({ result }) => conversation.messages[result.message]?.role === "user");
  const first = answered[0];
  const split = answered.find(({ result }) => result.message !== first?.result.message);
  if (first === undefined || split === undefined) return [];
  return [{ kind: "split", result: split.result, first: first.result, call: split.call, severity: policy.splitResults }];
}
