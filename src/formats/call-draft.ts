import type { JsonNode } from "../json/node.js";
import type { FinishReason } from "../model/conversation.js";
import type { ToolArguments, ToolCall, ToolResult } from "../model/exchange.js";
import { decodeArguments } from "./arguments.js";

/** Where the wire keeps the arguments of a call. */
export type ArgumentsContainer = "string" | "object" | "either";

/** A call as a format found it; what is left out is as for the plainest client call. */
export interface CallDraft {
  readonly call: JsonNode;
  /** `function` where it is left out. */
  readonly type?: string | undefined;
  readonly id: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly arguments: JsonNode | undefined;
  /** Left out where the arguments come decoded. */
  readonly container?: ArgumentsContainer | undefined;
  readonly decoded?: ToolArguments | undefined;
  /** The name where no node spells it alone. */
  readonly named?: string | null | undefined;
  readonly hosted?: boolean | undefined;
  readonly idOptional?: boolean | undefined;
  /** Numbers are ids as well. */
  readonly numberIds?: boolean | undefined;
  readonly expectsNoResult?: boolean | undefined;
  readonly partial?: boolean | undefined;
  readonly cutBy?: string | undefined;
  /** The thought signature beside it. */
  readonly signature?: JsonNode | undefined;
}

/** A result as a format found it; what is left out is as for the plainest client result. */
export interface ResultDraft {
  readonly result: JsonNode;
  readonly callId: JsonNode | undefined;
  readonly name?: JsonNode | undefined;
  readonly named?: string | null | undefined;
  readonly content: JsonNode | undefined;
  readonly isError?: boolean | undefined;
  /** Structured content where the wire has it beside the content (MCP). */
  readonly structured?: JsonNode | undefined;
  readonly hosted?: boolean | undefined;
  readonly idOptional?: boolean | undefined;
  /** Numbers are ids as well. */
  readonly numberIds?: boolean | undefined;
  /** The call whose own record holds the result. */
  readonly inlineCall?: ToolCall | undefined;
  readonly standalone?: boolean | undefined;
  /** Types of calls that it can answer, if not all. */
  readonly answers?: readonly string[] | undefined;
}

/** Where a call or a result is. */
interface DraftPlace {
  /** Index of its message in the conversation, and its own among the calls (or the results) of that message. */
  readonly message: number;
  readonly index: number;
}

/** What a call cannot know from its own text; what a draft says itself wins. */
export type CallTraits = Pick<CallDraft, "container" | "idOptional" | "cutBy" | "partial" | "expectsNoResult" | "signature">;

/** Makes a call of what a format found: nothing else makes one. Field by field: a spread costs as much as all the rest. */
export function toolCall(draft: CallDraft, { message, index }: DraftPlace, traits: CallTraits = draft): ToolCall {
  const container = draft.container ?? traits.container ?? "either";
  return {
    id: readIdentifier(draft.id, draft.numberIds),
    type: draft.type ?? "function",
    function: {
      name: draft.named === undefined ? readName(draft.name) : draft.named,
      arguments: draft.decoded ?? decodeArguments(draft.arguments, { container, cutBy: draft.cutBy ?? traits.cutBy }),
    },
    hosted: draft.hosted ?? false,
    idOptional: draft.idOptional ?? traits.idOptional ?? false,
    expectsNoResult: draft.expectsNoResult ?? traits.expectsNoResult ?? false,
    partial: draft.partial ?? traits.partial ?? false,
    message,
    index,
    signature: draft.signature ?? traits.signature,
    at: { call: draft.call, id: draft.id, name: draft.name, arguments: draft.arguments },
  };
}

/** Makes a result of what a format found: nothing else makes one. */
export function toolResult(draft: ResultDraft, { message, index }: DraftPlace): ToolResult {
  const { answers } = draft;
  return {
    callId: readIdentifier(draft.callId, draft.numberIds),
    name: draft.named === undefined ? readName(draft.name) : draft.named,
    isError: draft.isError ?? false,
    structured: draft.structured,
    hosted: draft.hosted ?? false,
    answers,
    idOptional: draft.idOptional ?? false,
    inlineCall: draft.inlineCall,
    standalone: draft.standalone ?? false,
    message,
    index,
    at: { result: draft.result, callId: draft.callId, name: draft.name, content: draft.content },
  };
}

/** The finish reason as recorded, where it says that the model ran out of room: what it wrote last is cut off. */
export function cutOffBy(at: JsonNode | undefined, reasons: ReadonlyMap<string, FinishReason>): string | undefined {
  const raw = at?.string();
  return raw !== undefined && reasons.get(raw) === "length" ? raw : undefined;
}

/**
 * An identifier; `null` where it is absent, empty or no text.
 *
 * The text `null` is none either: SDKs write it for a missing id (`@mistralai/mistralai` 2.7, `ToolCall.id` defaults to it), and an
 * endpoint that emulates OpenAI's for Gemini writes the empty string.
 *
 * @param numberIds numbers are ids as well
 */
export function readIdentifier(node: JsonNode | undefined, numberIds = false): string | null {
  const text = node?.string() ?? (numberIds && node?.kind === "number" ? node.raw() : undefined);
  return text === undefined || text === "" || text === "null" ? null : text;
}

/** A name; `null` where it is absent, empty or no text. A tool may be called `null`. */
export function readName(node: JsonNode | undefined): string | null {
  return node?.string() || null;
}
