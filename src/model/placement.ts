import type { JsonNode } from "../json/node.js";
import { type AdaptedConversation, holdsResultsOnly, type Message } from "./conversation.js";
import type { ToolCall, ToolExchange, ToolResult } from "./exchange.js";
import type { PairingFault } from "./pairing-fault.js";
import type { PairingPolicy } from "./pairing-policy.js";

/**
 * Judges where the results of a turn that found their calls are: directly after them, before other content, in one message.
 *
 * @returns at most one fault: results that are misplaced are not reported to be split as well
 */
export function placementFault(conversation: AdaptedConversation, exchange: ToolExchange, policy: PairingPolicy): PairingFault | undefined {
  const answers = answersInOrder(exchange);
  const last = answers.at(-1);
  if (last === undefined) return undefined;
  return misplacedFault(conversation, exchange, answers, last, policy) ?? splitFault(conversation, answers, policy);
}

/** Index of the last message of the turn that made the calls. */
export function turnEnd({ messages }: AdaptedConversation, exchange: ToolExchange, policy: PairingPolicy): number {
  let end = exchange.calls.at(-1)?.message ?? -1;
  // Models write text after their calls where nothing forbids it, and some wires put each piece in a message of its own.
  if (!policy.mergesRoles && policy.placement !== "anywhere-after") return end;
  for (let next = messages[end + 1]; next?.role === "assistant" && next.opensTurn !== true; next = messages[end + 1]) end += 1;
  return end;
}

interface Answer {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** The client's results that found their call, in transcript order. */
function answersInOrder(exchange: ToolExchange): readonly Answer[] {
  const answers: Answer[] = [];
  for (const link of exchange.links) {
    if (link.kind === "answered" && link.by !== "inline" && !link.result.hosted) answers.push(link);
  }
  return answers.sort(byPlace);
}

function byPlace({ result: one }: Answer, { result: other }: Answer): number {
  return one.message - other.message || one.index - other.index;
}

function misplacedFault(
  conversation: AdaptedConversation,
  exchange: ToolExchange,
  answers: readonly Answer[],
  last: Answer,
  policy: PairingPolicy,
): PairingFault | undefined {
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
    if (blame === undefined && (holdsResultsOnly(message) || bringsApprovals(message))) continue;
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

/** Whether a tool message holds what else a client answers calls with, such as approvals: nothing that comes between. */
function bringsApprovals({ role, parts }: Message): boolean {
  return role === "tool" && parts.length > 0 && parts.every(({ kind }) => kind === "result" || kind === "other");
}

/** The first text or thinking after an answered call of the same turn: a history that was sent, not an answer that just came. */
function contentBehindCall(
  conversation: AdaptedConversation,
  exchange: ToolExchange,
  answers: readonly Answer[],
  end: number,
): { readonly at: JsonNode; readonly call: ToolCall } | undefined {
  let answered: ReadonlySet<ToolCall> | undefined;
  let passed: ToolCall[] = [];
  for (let index = exchange.calls[0]?.message ?? end + 1; index <= end; index += 1) {
    const message = conversation.messages[index];
    if (message === undefined || message.fromResponse) continue;
    for (const part of message.parts) {
      if (part.kind === "call") passed.push(part.call);
      if (passed.length === 0 || (part.kind !== "text" && part.kind !== "thinking")) continue;
      answered ??= new Set(answers.map((answer) => answer.call));
      // What is after a call whose result was lost came after that result.
      for (const call of passed) if (answered.has(call) && !call.expectsNoResult) return { at: part.at, call };
      passed = [];
    }
  }
  return undefined;
}

/** Results that are blocks of user messages, spread over several of them. Where each result is a message of its own, there is nothing to split. */
function splitFault(conversation: AdaptedConversation, answers: readonly Answer[], policy: PairingPolicy): PairingFault | undefined {
  if (policy.splitResults) return undefined;
  let first: ToolResult | undefined;
  for (const { call, result } of answers) {
    if (conversation.messages[result.message]?.role !== "user") continue;
    first ??= result;
    if (result.message !== first.message) return { kind: "split", result, first, call };
  }
  return undefined;
}
