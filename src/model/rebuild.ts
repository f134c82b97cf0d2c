import { nearestName } from "../text/nearest-name.js";
import { CallIndex, firstAt, type IndexedCall, type OpenExchange } from "./call-index.js";
import { holdsResultsOnly, type Message } from "./conversation.js";
import type { LinkedBy, OrphanReason, ToolCall, ToolExchange, ToolLink, ToolResult } from "./exchange.js";
import type { PairingPolicy } from "./pairing-policy.js";

/** An orphan on its way to a link. */
interface Orphan {
  readonly result: ToolResult;
  readonly because: OrphanReason;
  call: ToolCall | undefined;
  /** A call elsewhere has this id, but also its result: only a guess, if nothing in the own turn is left open. */
  readonly otherwise?: ToolCall;
}

/**
 * Pairs tool calls with the results that answer them: by id, or by name and order where the wire has no ids.
 *
 * A new exchange starts at each assistant turn, results join the exchange that is open, and ids link inside the exchange only, so the
 * same id in a later turn is legal (Kimi counts ids per turn). Where messages of one role are one turn, one whose calls hold their own
 * results ends it all the same. Hosted results reach back to any hosted call of the same user turn. Where the endpoint gives no order
 * (`anywhere-after`), a result joins the exchange of its call.
 *
 * @param messages in transcript order
 * @returns exchanges in call order; each call and each result appears in exactly one link, standalone results in none
 */
export function pairExchanges(messages: readonly Message[], policy: PairingPolicy): readonly ToolExchange[] {
  const exchanges: OpenExchange[] = [];
  const homes = new CallIndex();
  let open: OpenExchange | undefined;
  /** A call of the open turn brought its own result along: the model has seen it once it writes on. */
  let isAnswered = false;
  let hostedFrom = 0;
  let previousRole: string | undefined;

  for (const message of messages) {
    const isNewTurn =
      message.role === "assistant" && (isAnswered || message.opensTurn === true || !policy.mergesRoles || previousRole !== "assistant");
    if (isNewTurn) {
      open = undefined;
      isAnswered = false;
    }
    for (const part of message.parts) {
      if (part.kind === "call") {
        open ??= openExchange(exchanges);
        homes.add(part.call, open);
      } else if (part.kind === "result") {
        let exchange = homeOf(part.result, homes, part.result.hosted ? hostedFrom : 0, policy);
        if (exchange === undefined) {
          open ??= openExchange(exchanges);
          exchange = open;
        }
        join(part.result, exchange, homes);
        if (part.result.inlineCall !== undefined && !part.result.hosted) isAnswered = true;
      }
    }
    if (message.role === "user" && !holdsResultsOnly(message)) hostedFrom = exchanges.length;
    previousRole = message.role;
  }
  for (const exchange of exchanges) if (exchange.waiting.length > 0) settle(exchange, policy);
  return exchanges.map((exchange) => finish(exchange, homes, policy));
}

function openExchange(exchanges: OpenExchange[]): OpenExchange {
  const opened: OpenExchange = { position: exchanges.length, homes: [], results: [], duplicates: [], waiting: [], orphans: [] };
  exchanges.push(opened);
  return opened;
}

/** The exchange that a result joins although another may be open: that of its call, open calls first, then answered ones (a duplicate). */
function homeOf(result: ToolResult, homes: CallIndex, from: number, policy: PairingPolicy): OpenExchange | undefined {
  if (result.inlineCall !== undefined) return homes.of(result.inlineCall)?.exchange;
  if (!result.hosted && policy.placement !== "anywhere-after") return undefined;
  const inReach = ({ call, exchange }: IndexedCall) => exchange.position >= from && mayAnswer(result, call);
  return (homes.newestOpen(result, inReach) ?? homes.withIdOf(result).findLast(inReach))?.exchange;
}

/** Adds a result to an exchange and links it, where its own words tell the call. */
function join(result: ToolResult, exchange: OpenExchange, homes: CallIndex): void {
  exchange.results.push(result);
  if (result.standalone) return;
  if (result.inlineCall !== undefined) {
    const home = homes.of(result.inlineCall);
    if (home !== undefined) answer(result, home, "inline");
    return;
  }
  // Two calls of one turn with one id are a fault of their own: their results answer them in order.
  let home: IndexedCall | undefined;
  const same = homes.withIdOf(result);
  for (let index = firstAt(same, exchange.position); same[index]?.exchange === exchange; index += 1) {
    const candidate = same[index];
    if (candidate === undefined || !mayAnswer(result, candidate.call)) continue;
    home = candidate;
    if (home.answer === undefined) break;
  }
  if (home === undefined) exchange.waiting.push(result);
  else answer(result, home, "id");
}

function answer(result: ToolResult, home: IndexedCall, by: LinkedBy): void {
  const { call, exchange, answer: first } = home;
  if (first === undefined) home.answer = { result, by };
  else exchange.duplicates.push({ call, result, first: first.result });
}

/**
 * Pairs what no id has linked: first the results that name their tool, by name and order, then the rest by order. A result under a wrong
 * name takes no call from one under the right name.
 */
function settle(exchange: OpenExchange, policy: PairingPolicy): void {
  const open = openHomes(exchange);
  const rest = exchange.waiting.filter((result) => {
    const home =
      result.name === null ? undefined : takeWhere(open, (call) => mayMean(result, call, policy) && call.function.name === result.name);
    if (home !== undefined) answer(result, home, "name-order");
    return home === undefined;
  });
  for (const result of rest) {
    const home =
      takeWhere(open, (call) => mayMean(result, call, policy) && namesAgree(call, result)) ??
      (mayBeMisnamed(result, policy) ? takeWhere(open, (call) => mayMean(result, call, policy)) : undefined);
    if (home === undefined) exchange.orphans.push(result);
    else answer(result, home, "order");
  }
}

function openHomes({ homes }: OpenExchange): IndexedCall[] {
  return homes.filter((home) => home.answer === undefined);
}

/** A result that names an id can only mean a call that has none, unless ids count for nothing: that call gets `missing-call-id` alone. */
function mayMean(result: ToolResult, call: ToolCall, { key }: PairingPolicy): boolean {
  if (call.hosted !== result.hosted) return false;
  return result.callId === null || call.id === null || key === "order" || key === "name-order";
}

/** Where ids are optional, or neither side has one, a wrong name is just that. */
function mayBeMisnamed(result: ToolResult, { key }: PairingPolicy): boolean {
  return result.callId === null || key !== "id";
}

function takeWhere(homes: IndexedCall[], isMeant: (call: ToolCall) => boolean): IndexedCall | undefined {
  const index = homes.findIndex(({ call }) => isMeant(call));
  return index < 0 ? undefined : homes.splice(index, 1)[0];
}

function finish(exchange: OpenExchange, homes: CallIndex, policy: PairingPolicy): ToolExchange {
  const calls: ToolCall[] = [];
  const links: ToolLink[] = [];
  for (const { call, answer: found } of exchange.homes) {
    calls.push(call);
    links.push(found === undefined ? { kind: "unanswered", call } : { kind: "answered", call, result: found.result, by: found.by });
  }
  const { results, duplicates, orphans } = exchange;
  if (duplicates.length > 0 || orphans.length > 0) {
    const free = new Set(openHomes(exchange).map(({ call }) => call));
    const explained = explainOrphans(exchange, homes, free);
    for (const duplicate of duplicates) {
      const meant = policy.severalResults ? undefined : takeFirst(free, duplicate.result);
      links.push({ kind: "duplicate", ...duplicate, meant });
    }
    for (const { result, because, call } of explained) links.push({ kind: "orphaned", result, because, call });
  }
  return { calls, results, links };
}

/**
 * Says of each orphan why it is one and which call it most likely meant, so that one fault is not reported twice.
 *
 * @param free the calls of the turn that are still open; those that an orphan means are taken out
 */
function explainOrphans(exchange: OpenExchange, homes: CallIndex, free: Set<ToolCall>): readonly Orphan[] {
  const orphans = exchange.orphans.map((result): Orphan => {
    const elsewhere = callElsewhere(result, exchange, homes);
    if (elsewhere !== undefined) return elsewhere;
    const other = takeOtherKind(free, result);
    if (other !== undefined) return { result, because: "other-type", call: other };
    const isFirst = exchange.position === 0 && exchange.homes.length === 0;
    return { result, because: isFirst ? "cut-history" : result.callId === null ? "surplus" : "unknown-id", call: undefined };
  });
  const lost = orphans.filter((orphan) => orphan.call === undefined);
  for (const orphan of lost) orphan.call = takeNear(free, orphan.result);
  // What is left over on both sides belongs together in order: a wrong id is one wrong id, not an orphan plus an open call.
  for (const orphan of lost) orphan.call ??= takeFirst(free, orphan.result) ?? orphan.otherwise;
  // One result and one call of a turn that nothing else fits belong together, be even the name another.
  const [only, ...more] = lost.filter(({ call, because }) => call === undefined && because === "unknown-id");
  if (only !== undefined && more.length === 0 && free.size === 1) only.call = takeOnly(free, only.result);
  return orphans;
}

/** What is known of an orphan whose id a call has, but one that it cannot answer where it is. */
function callElsewhere(result: ToolResult, exchange: OpenExchange, homes: CallIndex): Orphan | undefined {
  const same = homes.withIdOf(result);
  const behind = firstAt(same, exchange.position);
  const home = same[behind]?.exchange === exchange ? same[behind] : (same[behind - 1] ?? same[behind]);
  if (home === undefined) return undefined;
  const { call } = home;
  if (!mayAnswer(result, call)) return { result, because: "other-type", call };
  const because = home.exchange.position < exchange.position ? "earlier-turn" : "before-call";
  return home.answer !== undefined ? { result, because, call: undefined, otherwise: call } : { result, because, call };
}

/** Past so many open calls in one turn near ids are not looked for: comparing all with all costs the square. */
const maxCompared = 64;

/** Takes the open call whose id is nearly the result's. */
function takeNear(free: Set<ToolCall>, result: ToolResult): ToolCall | undefined {
  if (result.callId === null || free.size > maxCompared) return undefined;
  const candidates = [...free].filter((call) => call.hosted === result.hosted);
  const ids = candidates.flatMap((call) => (call.id === null ? [] : [call.id]));
  const near = nearestName(result.callId, ids);
  const call = near === undefined ? undefined : candidates.find((candidate) => candidate.id === near);
  if (call !== undefined) free.delete(call);
  return call;
}

/** Takes the open call with the result's id where one of the two is the client's, the other the provider's. */
function takeOtherKind(free: Set<ToolCall>, result: ToolResult): ToolCall | undefined {
  if (result.callId === null || free.size > maxCompared) return undefined;
  for (const call of free) {
    if (call.hosted === result.hosted || call.id !== result.callId) continue;
    free.delete(call);
    return call;
  }
  return undefined;
}

/** Takes the first open call that the result may answer. */
function takeFirst(free: Set<ToolCall>, result: ToolResult): ToolCall | undefined {
  for (const call of free) {
    if (call.hosted !== result.hosted || !namesAgree(call, result)) continue;
    free.delete(call);
    return call;
  }
  return undefined;
}

function takeOnly(free: Set<ToolCall>, result: ToolResult): ToolCall | undefined {
  const [call] = free;
  if (call === undefined || call.id === null || call.hosted !== result.hosted) return undefined;
  free.delete(call);
  return call;
}

function mayAnswer(result: ToolResult, call: ToolCall): boolean {
  return result.answers === undefined || result.answers.includes(call.type);
}

function namesAgree(call: ToolCall, result: ToolResult): boolean {
  return result.name === null || call.function.name === null || result.name === call.function.name;
}
