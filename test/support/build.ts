import { unreachable } from "../../src/errors.js";
import type { JsonNode } from "../../src/json/node.js";
import { parseJson } from "../../src/json/read.js";
import type { JsonValue } from "../../src/json/value.js";
import { type AdaptedConversation, type Message, type MessagePart, noParameters, type Role } from "../../src/model/conversation.js";
import type { ToolArguments, ToolCall, ToolLink, ToolResult } from "../../src/model/exchange.js";
import { pairingFaults } from "../../src/model/pairing.js";
import type { PairingFault } from "../../src/model/pairing-fault.js";
import type { PairingPolicy } from "../../src/model/pairing-policy.js";
import { pairExchanges } from "../../src/model/rebuild.js";
import { Toolset } from "../../src/model/tool.js";

/**
 * Conversations in few words. Each message becomes `{role, parts}` in one JSON document, so that every node has a place of its own:
 * the second part of the third message is at `/2/parts/1`, its id at `/2/parts/1/id`.
 */
export type PartSketch = CallSketch | ResultSketch | { readonly kind: "text" | "thinking" | "other"; readonly text: string };

interface CallSketch {
  readonly kind: "call";
  readonly id: string | null;
  readonly name: string | null;
  readonly hosted: boolean;
  readonly expectsNoResult: boolean;
  readonly malformed: boolean;
  readonly type: string;
}

interface ResultSketch {
  readonly kind: "result";
  readonly id: string | null;
  readonly name: string | null;
  readonly hosted: boolean;
  readonly inline: boolean;
  readonly standalone: boolean;
  readonly answers: readonly string[] | undefined;
}

export interface MessageSketch {
  readonly role: Role;
  readonly parts: readonly PartSketch[];
  readonly fromResponse: boolean;
}

export function message(role: Role, ...parts: readonly (PartSketch | string)[]): MessageSketch {
  return { role, parts: parts.map((part) => (typeof part === "string" ? { kind: "text", text: part } : part)), fromResponse: false };
}

export const user = (...parts: readonly (PartSketch | string)[]) => message("user", ...parts);
export const assistant = (...parts: readonly (PartSketch | string)[]) => message("assistant", ...parts);
export const system = (...parts: readonly (PartSketch | string)[]) => message("system", ...parts);

/** An assistant message that came back from the provider in this very recording. */
export const response = (...parts: readonly (PartSketch | string)[]) => ({ ...assistant(...parts), fromResponse: true });

/** A message of the role `tool` that holds one result. */
export const tool = (id: string | null, more: Partial<ResultSketch> = {}) => message("tool", result(id, more));

export function call(id: string | null, more: Partial<CallSketch> = {}): CallSketch {
  return { kind: "call", id, name: "get_time", hosted: false, expectsNoResult: false, malformed: false, type: "function", ...more };
}

export function result(id: string | null, more: Partial<ResultSketch> = {}): ResultSketch {
  return { kind: "result", id, name: null, hosted: false, inline: false, standalone: false, answers: undefined, ...more };
}

export const hostedCall = (id: string | null) => call(id, { hosted: true, name: "web_search", type: "web_search" });
export const hostedResult = (id: string | null) => result(id, { hosted: true });
export const thinking = (text = "hm"): PartSketch => ({ kind: "thinking", text });

/** A conversation of these messages, as a format would hand it on. */
export function recorded(messages: readonly MessageSketch[], more: Partial<AdaptedConversation> = {}): AdaptedConversation {
  const root = documentOf(messages.map(({ role, parts }) => ({ role, parts: parts.map(toJson) })));
  return {
    format: "openai-chat",
    mode: "recording",
    messages: root.items().map((at, index) => build(at, index, messages[index])),
    toolset: Toolset.absent,
    declarations: [],
    declarationOrigin: "list",
    finishes: [],
    anomalies: [],
    refusal: undefined,
    toolChoice: undefined,
    singleCall: undefined,
    thinking: undefined,
    parameters: noParameters,
    historyCut: false,
    provider: { url: undefined, model: undefined },
    at: root,
    ...more,
  };
}

/** Pairing as OpenAI Chat wants it: ids, and nothing but tool messages between. */
export const openaiPolicy: PairingPolicy = {
  key: "id",
  placement: "before-other-roles",
  mergesRoles: false,
  resultsFirst: false,
  callsLast: false,
  splitResults: true,
  severalResults: false,
  nameMustMatch: true,
};

/** Pairing as Anthropic wants it: roles merged, results first in the next message. */
export const anthropicPolicy: PairingPolicy = {
  ...openaiPolicy,
  placement: "next-message",
  mergesRoles: true,
  resultsFirst: true,
  callsLast: true,
  splitResults: false,
};

/** Pairing as Bedrock Converse wants it: all results in the one next message. */
export const bedrockPolicy: PairingPolicy = { ...openaiPolicy, placement: "next-message", splitResults: false };

/** Pairing as OpenAI Responses wants it: by id, anywhere after the call. */
export const responsesPolicy: PairingPolicy = { ...openaiPolicy, placement: "anywhere-after" };

/** Which result answers which call, in words: `a <- a by id`, `b open`, `x orphaned: unknown-id, meant b`. */
export function linksOf(messages: readonly MessageSketch[], policy: PairingPolicy = openaiPolicy): readonly (readonly string[])[] {
  return pairExchanges(recorded(messages).messages, policy).map(({ links }) => links.map(describeLink));
}

function describeLink(link: ToolLink): string {
  switch (link.kind) {
    case "answered":
      return `${nameOf(link.call)} <- ${nameOf(link.result)} by ${link.by}`;
    case "unanswered":
      return `${nameOf(link.call)} open`;
    case "duplicate":
      return `${nameOf(link.call)} again${meaning(link.meant)}`;
    case "orphaned":
      return `${nameOf(link.result)} orphaned: ${link.because}${meaning(link.call)}`;
    default:
      return unreachable(link);
  }
}

/** The pairing faults of a conversation, in words. */
export function faultsOf(
  messages: readonly MessageSketch[],
  policy: PairingPolicy = openaiPolicy,
  more: Partial<AdaptedConversation> = {},
): readonly string[] {
  const conversation = recorded(messages, more);
  return pairingFaults(conversation, pairExchanges(conversation.messages, policy), policy).map(describeFault);
}

function describeFault(fault: PairingFault): string {
  switch (fault.kind) {
    case "unanswered":
      return `unanswered ${fault.calls.map(nameOf).join(", ")}${fault.wholeTurn ? " (whole turn)" : ""}`;
    case "orphaned":
      return `orphaned ${[fault.result, ...fault.others].map(nameOf).join(", ")}: ${fault.because}${meaning(fault.call)}`;
    case "orphaned-hosted":
      return `orphaned-hosted ${nameOf(fault.result)}`;
    case "misplaced":
      return `misplaced ${fault.at.pointer}: ${fault.because} ${fault.blame.pointer}${fault.others > 0 ? ` and ${fault.others} more` : ""}`;
    case "split":
      return `split ${nameOf(fault.result)} from ${nameOf(fault.first)}`;
    case "duplicate":
      return `duplicate ${nameOf(fault.call)}${meaning(fault.meant)}`;
    case "mismatched-name":
      return `mismatched-name ${nameOf(fault.call)}`;
    case "unresolvable":
      return `unresolvable ${nameOf(fault.result)}`;
    default:
      return unreachable(fault);
  }
}

function nameOf(one: ToolCall | ToolResult): string {
  return ("callId" in one ? one.callId : one.id) ?? "?";
}

function meaning(meant: ToolCall | undefined): string {
  return meant === undefined ? "" : `, meant ${nameOf(meant)}`;
}

function documentOf(value: JsonValue): JsonNode {
  const read = parseJson(JSON.stringify(value));
  if (read.kind === "fault") throw new Error(read.fault.message);
  return read.document.root;
}

function toJson(part: PartSketch): JsonValue {
  if (part.kind === "call" || part.kind === "result") return { id: part.id, name: part.name };
  return { text: part.text };
}

function build(at: JsonNode, index: number, sketch: MessageSketch | undefined): Message {
  const parts: MessagePart[] = [];
  let calls = 0;
  let results = 0;
  for (const [position, node] of (at.get("parts")?.items() ?? []).entries()) {
    const part = sketch?.parts[position];
    if (part === undefined) continue;
    if (part.kind === "call") parts.push({ kind: "call", call: buildCall(part, node, index, calls++) });
    else if (part.kind === "result") parts.push({ kind: "result", result: buildResult(part, node, index, results++, parts) });
    else if (part.kind === "text") parts.push({ kind: "text", at: node });
    else parts.push({ kind: part.kind, type: part.kind, at: node });
  }
  return { role: sketch?.role ?? "user", parts, fromResponse: sketch?.fromResponse ?? false, at, roleAt: at.get("role") };
}

function buildCall(sketch: CallSketch, node: JsonNode, message: number, index: number): ToolCall {
  const parsed: ToolArguments = { kind: "empty" };
  const malformed: ToolArguments = { kind: "malformed", fault: "not-json", at: node, message: "Arguments are not JSON" };
  return {
    id: sketch.id,
    type: sketch.type,
    function: { name: sketch.name, arguments: sketch.malformed ? malformed : parsed },
    hosted: sketch.hosted,
    idOptional: false,
    expectsNoResult: sketch.expectsNoResult,
    partial: false,
    message,
    index,
    at: { call: node, id: node.get("id"), name: node.get("name"), arguments: undefined },
  };
}

function buildResult(sketch: ResultSketch, node: JsonNode, message: number, index: number, before: readonly MessagePart[]): ToolResult {
  const own = sketch.inline ? before.findLast((part) => part.kind === "call") : undefined;
  return {
    callId: sketch.id,
    name: sketch.name,
    isError: false,
    structured: undefined,
    hosted: sketch.hosted,
    inlineCall: own?.kind === "call" ? own.call : undefined,
    ...(sketch.answers !== undefined && { answers: sketch.answers }),
    idOptional: false,
    standalone: sketch.standalone,
    message,
    index,
    at: { result: node, callId: node.get("id"), name: node.get("name"), content: undefined },
  };
}
