import type { JsonNode } from "../../json/node.js";
import type { ToolArguments } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";
import type { ResultDraft } from "../call-draft.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { hasNo, unknownRole } from "../shape-faults.js";

/** One tool part of a UI message: the call and, once there is one, its result. */
export interface Invocation {
  /** The object that holds state, id, input and output. */
  readonly node: JsonNode;
  /** Where the name is, and the name. */
  readonly nameAt: JsonNode | undefined;
  readonly name: string | null;
  readonly states: States;
}

type StateKind = "writing" | "open" | "answered" | "output" | "error" | "denied";

/** What the states of a version of the SDK mean. */
type States = ReadonlyMap<string, StateKind>;

/** States of tool parts from version 5 on (ai 6.0, `UIToolInvocation`; read 2026-11). */
const partStates: States = new Map([
  ["input-streaming", "writing"],
  ["input-available", "open"],
  ["approval-requested", "open"],
  ["approval-responded", "answered"],
  ["output-available", "output"],
  ["output-error", "error"],
  ["output-denied", "denied"],
]);

/** States of version 4 (ai 4.3, `ToolInvocation`; read 2026-11). */
const invocationStates: States = new Map([
  ["partial-call", "writing"],
  ["call", "open"],
  ["result", "output"],
]);

const prefix = "tool-";

/** Where a part that was put together from a stream keeps an input of which only the text came. */
export const streamedInput = "inputText";

/**
 * The tool part that a part of a message is: `tool-<name>`, `dynamic-tool`, or `tool-invocation` of version 4.
 *
 * @returns `undefined` for any other part
 */
export function invocationOf(part: JsonNode): Invocation | undefined {
  const typeAt = part.get("type");
  const type = typeAt?.string();
  const old = part.get("toolInvocation");
  if (type === "tool-invocation" && old !== undefined) return oldInvocation(old);
  if (type === "dynamic-tool") {
    const nameAt = part.get("toolName");
    return { node: part, nameAt, name: nameAt?.string() || null, states: partStates };
  }
  if (type?.startsWith(prefix) !== true) return undefined;
  return { node: part, nameAt: typeAt, name: type.slice(prefix.length) || null, states: partStates };
}

/** An entry of `toolInvocations`, or what a `tool-invocation` part holds. */
export function oldInvocation(node: JsonNode): Invocation {
  const nameAt = node.get("toolName");
  return { node, nameAt, name: nameAt?.string() || null, states: invocationStates };
}

/**
 * Adds the call of a tool part to a message.
 *
 * @returns its result where it has one: what the provider ran belongs into the same message, all else after it
 */
export function readInvocation(invocation: Invocation, message: MessageDraft, draft: ConversationDraft): ResultDraft | undefined {
  const { node, nameAt, name } = invocation;
  const state = stateOf(invocation, draft);
  const input = node.get("input") ?? node.get("args");
  const hosted = node.get("providerExecuted")?.boolean() === true;
  const call = message.call({
    call: node,
    id: node.get("toolCallId"),
    name: nameAt,
    named: name,
    arguments: input,
    decoded: decodeInput(node, input, state),
    hosted,
    // What is still being written is left out of the prompt; an approval that was given stands in for the result.
    expectsNoResult: state === "writing" || state === "answered",
    partial: state === "writing",
  });
  const content = contentOf(node, state);
  if (content === undefined) return undefined;
  return {
    result: node,
    callId: node.get("toolCallId"),
    name: nameAt,
    named: name,
    content,
    isError: state !== "output",
    hosted,
    inlineCall: call,
  };
}

function stateOf({ node, states }: Invocation, draft: ConversationDraft): StateKind {
  const at = node.get("state");
  const word = at?.string();
  const state = word === undefined ? undefined : states.get(word);
  if (state !== undefined) return state;
  draft.report(at ?? node, at === undefined ? hasNo("A tool part", "state") : unknownRole(at, states.keys(), "state"));
  if (node.get("errorText") !== undefined) return "error";
  return (node.get("output") ?? node.get("result")) === undefined ? "open" : "output";
}

/** A part in error without input has lost what the model wrote: it did not validate, and is kept as `rawInput` at best. */
function decodeInput(node: JsonNode, input: JsonNode | undefined, state: StateKind): ToolArguments {
  if (state === "writing") return { kind: "unknown", because: "the input was still being written" };
  const text = input === undefined ? node.get(streamedInput) : undefined;
  if (text !== undefined) return decodeArguments(text, { container: "string" });
  const isLost = input === undefined || input.kind === "null";
  if (state === "error" && isLost) return { kind: "unknown", because: "the recording keeps no input of a call that failed" };
  return decodeArguments(input, { container: "object" });
}

function contentOf(node: JsonNode, state: StateKind): JsonNode | undefined {
  switch (state) {
    case "output":
      return node.get("output") ?? node.get("result") ?? node;
    case "error":
      return node.get("errorText") ?? node;
    case "denied":
      return node.get("approval")?.get("reason") ?? node;
    default:
      return undefined;
  }
}
