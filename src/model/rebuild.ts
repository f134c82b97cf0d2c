import { nearestName } from "../text/nearest-name.js";
import type { Message } from "./conversation.js";
import type { OrphanReason, ToolCall, ToolExchange, ToolLink, ToolResult } from "./exchange.js";
import type { PairingPolicy } from "./pairing.js";

interface OpenExchange {
  readonly calls: ToolCall[];
  readonly results: ToolResult[];
  /** The result that counts, by call. */
  readonly answers: Map<ToolCall, { readonly result: ToolResult; readonly by: "id" | "name-order" | "order" | "inline" }>;
  readonly duplicates: { readonly call: ToolCall; readonly result: ToolResult; readonly first: ToolResult }[];
  readonly orphans: ToolResult[];
}

/**
 * Pairs tool calls with the results that answer them: by id, or by name and order where the wire has no ids.
 *
 * A new exchange starts at each assistant turn, results join the exchange that is open, and ids link inside the exchange only, so the
 * same id in a later turn is legal (Kimi counts ids per turn). Hosted results reach back to any hosted call of the same user turn. Where
 * the endpoint gives no order (`anywhere-after`), a result joins the exchange of its call.
 *
 * @param messages in transcript order
 * @returns exchanges in call order; each call and each result appears in exactly one link
 */
export function rebuildExchanges(messages: readonly Message[], policy: PairingPolicy): readonly ToolExchange[] {
  const exchanges: OpenExchange[] = [];
  let open: OpenExchange | undefined;
  let hostedFrom = 0;
  let previousRole: string | undefined;

  for (const message of messages) {
    if (message.role === "assistant" && !(policy.mergesRoles && previousRole === "assistant")) {
      open = undefined;
    }
    for (const part of message.parts) {
      if (part.kind === "call") {
        open = openOr(open, exchanges);
        open.calls.push(part.call);
      } else if (part.kind === "result") {
        const reach = part.result.hosted ? exchanges.slice(hostedFrom) : policy.placement === "anywhere-after" ? exchanges : undefined;
        const home = reach === undefined ? undefined : homeOf(part.result, reach);
        const exchange = home ?? openOr(open, exchanges);
        if (home === undefined) open = exchange;
        link(part.result, exchange, policy);
      }
    }
    if (message.role === "user" && message.parts.some((part) => part.kind !== "result")) hostedFrom = exchanges.length;
    previousRole = message.role;
  }
  return exchanges.map((exchange, position) => finish(exchange, position, exchanges));
}

function openOr(open: OpenExchange | undefined, exchanges: OpenExchange[]): OpenExchange {
  if (open !== undefined) return open;
  const opened: OpenExchange = { calls: [], results: [], answers: new Map(), duplicates: [], orphans: [] };
  exchanges.push(opened);
  return opened;
}

/** The exchange whose call a result answers, searched from the newest: open calls first, then answered ones (a duplicate). */
function homeOf(result: ToolResult, reach: readonly OpenExchange[]): OpenExchange | undefined {
  const fits = (call: ToolCall) =>
    call === result.inlineCall || (call.id !== null && call.id === result.callId && call.hosted === result.hosted);
  return (
    reach.findLast((exchange) => exchange.calls.some((call) => fits(call) && !exchange.answers.has(call))) ??
    reach.findLast((exchange) => exchange.calls.some(fits))
  );
}

function link(result: ToolResult, exchange: OpenExchange, policy: PairingPolicy): void {
  exchange.results.push(result);
  if (result.standalone) return;
  if (result.inlineCall !== undefined) {
    answer(result, result.inlineCall, "inline", exchange);
    return;
  }
  const candidates = exchange.calls.filter((call) => call.hosted === result.hosted);
  const free = candidates.filter((call) => !exchange.answers.has(call));
  if (result.callId !== null && policy.key !== "order" && policy.key !== "name-order") {
    const call = free.find((candidate) => candidate.id === result.callId);
    if (call !== undefined) {
      answer(result, call, "id", exchange);
      return;
    }
    const answered = candidates.findLast((candidate) => candidate.id === result.callId);
    if (answered !== undefined) {
      answer(result, answered, "id", exchange);
      return;
    }
    // A call without an id can only be meant by order: it gets `missing-call-id` alone.
    const unnamed = free.find((candidate) => candidate.id === null && namesAgree(candidate, result));
    if (unnamed !== undefined) {
      answer(result, unnamed, "order", exchange);
      return;
    }
    exchange.orphans.push(result);
    return;
  }
  const named = result.name === null ? undefined : free.find((call) => call.function.name === result.name);
  const call = named ?? free.find((candidate) => candidate.function.name === null || result.name === null) ?? free[0];
  if (call === undefined) {
    exchange.orphans.push(result);
    return;
  }
  answer(result, call, named === undefined ? "order" : "name-order", exchange);
}

function answer(result: ToolResult, call: ToolCall, by: "id" | "name-order" | "order" | "inline", exchange: OpenExchange): void {
  const first = exchange.answers.get(call);
  if (first === undefined) exchange.answers.set(call, { result, by });
  else exchange.duplicates.push({ call, result, first: first.result });
}

function namesAgree(call: ToolCall, result: ToolResult): boolean {
  return result.name === null || call.function.name === null || result.name === call.function.name;
}

function finish(exchange: OpenExchange, position: number, exchanges: readonly OpenExchange[]): ToolExchange {
  const links: ToolLink[] = [];
  for (const call of exchange.calls) {
    const found = exchange.answers.get(call);
    links.push(found === undefined ? { kind: "unanswered", call } : { kind: "answered", call, ...found });
  }
  for (const duplicate of exchange.duplicates) links.push({ kind: "duplicate", ...duplicate });
  links.push(...explainOrphans(exchange, position, exchanges));
  return { calls: exchange.calls, results: exchange.results, links };
}

/** Says of each orphan why it is one and which call it most likely meant, so that one fault is not reported twice. */
function explainOrphans(exchange: OpenExchange, position: number, exchanges: readonly OpenExchange[]): readonly ToolLink[] {
  const free = new Set(exchange.calls.filter((call) => !exchange.answers.has(call) && !call.hosted));
  const orphans: { readonly result: ToolResult; readonly because: OrphanReason; call: ToolCall | undefined }[] = [];
  for (const result of exchange.orphans) {
    const elsewhere = callElsewhere(result, position, exchanges);
    if (elsewhere !== undefined) {
      orphans.push({ result, ...elsewhere });
      continue;
    }
    const because = exchange.calls.length === 0 && position === 0 ? "cut-history" : result.callId === null ? "surplus" : "unknown-id";
    const near = nearestName(
      result.callId ?? "",
      [...free].flatMap((call) => (call.id === null ? [] : [call.id])),
    );
    const call = near === undefined ? undefined : [...free].find((candidate) => candidate.id === near);
    if (call !== undefined) free.delete(call);
    orphans.push({ result, because, call });
  }
  // What is left over on both sides belongs together in order: a wrong id is one wrong id, not an orphan plus an open call.
  for (const orphan of orphans) {
    if (orphan.call !== undefined || orphan.because !== "unknown-id") continue;
    const [next] = free;
    if (next === undefined) break;
    free.delete(next);
    orphan.call = next;
  }
  return orphans.map((orphan) => ({ kind: "orphaned", ...orphan }));
}

function callElsewhere(
  result: ToolResult,
  position: number,
  exchanges: readonly OpenExchange[],
): { readonly because: OrphanReason; readonly call: ToolCall } | undefined {
  if (result.callId === null) return undefined;
  const calls = (exchange: OpenExchange) => exchange.calls.find((call) => call.id === result.callId && call.hosted === result.hosted);
  const earlier = exchanges.slice(0, position).findLast(calls);
  const before = earlier === undefined ? undefined : calls(earlier);
  if (before !== undefined) return { because: "earlier-turn", call: before };
  const later = exchanges.slice(position + 1).find(calls);
  const after = later === undefined ? undefined : calls(later);
  return after === undefined ? undefined : { because: "before-call", call: after };
}
