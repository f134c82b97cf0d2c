import { readToolLists } from "../declarations/index.js";
import type { JsonNode } from "../json/node.js";
import {
  type AdaptedConversation,
  type Anomaly,
  type DeclarationOrigin,
  type Finish,
  type FinishReason,
  type Message,
  type MessagePart,
  noParameters,
  type Refusal,
  type RequestParameters,
  type Role,
  type ToolChoice,
} from "../model/conversation.js";
import type { ToolCall, ToolResult } from "../model/exchange.js";
import { type CallDraft, type CallTraits, type ResultDraft, toolCall, toolResult } from "./call-draft.js";
import type { RecordingInput } from "./format.js";

/** Where a message begins. */
export interface MessagePlace {
  readonly role: Role;
  readonly at: JsonNode;
  readonly roleAt?: JsonNode | undefined;
  readonly fromResponse?: boolean;
  /** The model was asked anew for it, see `Message.opensTurn`. */
  readonly opensTurn?: boolean;
}

/**
 * Gathers one conversation while a format reads it: messages with the indexes of their calls and results, finish reasons, and what does
 * not fit.
 */
export class ConversationDraft {
  readonly messages: Message[] = [];
  readonly anomalies: Anomaly[] = [];
  readonly finishes: Finish[] = [];
  /** What is known and left out on purpose. */
  readonly leftOut: JsonNode[] = [];
  readonly #told = new Set<string>();
  readonly #drafts: MessageDraft[] = [];

  /** Begins the next message. */
  open({ role, at, roleAt, fromResponse = false, opensTurn = false }: MessagePlace): MessageDraft {
    const draft = new MessageDraft(this.messages.length);
    const { parts } = draft;
    this.#drafts[draft.index] = draft;
    this.messages.push({ role, parts, fromResponse, opensTurn: opensTurn ? true : undefined, at, roleAt });
    return draft;
  }

  /** Reports what does not fit the wire. */
  readonly report: ReportFault = (at, message, fix, severity) => {
    this.anomalies.push({
      rule: "invalid-message",
      at,
      message,
      ...(fix !== undefined && { fix }),
      ...(severity !== undefined && { severity }),
    });
  };

  /** Warns of what the format does not know, once for all places that the same sentence speaks of. */
  warn(at: JsonNode, message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.report(at, message, undefined, "warning");
  }

  /** The turn was stopped here: a call since the user last spoke that has no result yet is owed none. */
  stop(): void {
    const answered = new Set<ToolCall | string | null>();
    for (const [index, { role, parts }] of [...this.messages.entries()].toReversed()) {
      const results = parts.flatMap((part) => (part.kind === "result" ? [part.result] : []));
      if (role === "user" && results.length === 0) return;
      for (const { callId, inlineCall } of results) answered.add(inlineCall ?? callId);
      this.#drafts[index]?.settle((call) => !answered.has(call) && !answered.has(call.id));
    }
  }

  /** Notes why the model stopped at a message, the last unless another is named; words that are not in `reasons` are `other`. */
  finish(at: JsonNode | undefined, reasons: ReadonlyMap<string, FinishReason>, message = this.messages.length - 1): void {
    const raw = at?.string() ?? "";
    if (at === undefined || raw === "" || message < 0) return;
    const reason = reasons.get(raw) ?? "other";
    this.finishes.push({ message, reason, raw, promisesCall: reason === "tool_calls", at });
  }

  /** A conversation that goes on from what was read so far, as each of several answers does. */
  fork(): ConversationDraft {
    const fork = new ConversationDraft();
    fork.messages.push(...this.messages);
    fork.anomalies.push(...this.anomalies);
    fork.finishes.push(...this.finishes);
    fork.leftOut.push(...this.leftOut);
    for (const message of this.#told) fork.#told.add(message);
    return fork;
  }
}

/** Takes what does not fit the wire. */
export type ReportFault = (at: JsonNode, message: string, fix?: string, severity?: "warning") => void;

/** One message while its parts come in. */
export class MessageDraft {
  readonly index: number;
  readonly #parts: MessagePart[] = [];
  #calls = 0;
  #results = 0;

  /** @param index of the message in its conversation */
  constructor(index: number) {
    this.index = index;
  }

  /** What was read so far. */
  get parts(): readonly MessagePart[] {
    return this.#parts;
  }

  text(at: JsonNode): void {
    this.#parts.push({ kind: "text", at });
  }

  thinking(type: string, at: JsonNode): void {
    this.#parts.push({ kind: "thinking", type, at });
  }

  other(type: string, at: JsonNode): void {
    this.#parts.push({ kind: "other", type, at });
  }

  /** Adds parts that a shared piece has read: neither calls nor results. */
  add(parts: readonly Exclude<MessagePart, { readonly kind: "call" | "result" }>[]): void {
    this.#parts.push(...parts);
  }

  /** Text, or a list of parts: `{type: "text", text}` and others by their type. */
  content(content: JsonNode | undefined): void {
    if (content?.kind === "string") this.text(content);
    for (const part of content?.items() ?? []) {
      const type = part.get("type")?.string() ?? "";
      if (type === "text") this.text(part.get("text") ?? part);
      else this.other(type, part);
    }
  }

  /** Says of some of its calls that they owe no result. */
  settle(isOpen: (call: ToolCall) => boolean): void {
    for (const [index, part] of this.#parts.entries()) {
      if (part.kind !== "call" || !isOpen(part.call)) continue;
      this.#parts[index] = { kind: "call", call: { ...part.call, expectsNoResult: true } };
    }
  }

  /** @param traits what the draft does not say itself */
  call(draft: CallDraft, traits?: CallTraits): ToolCall {
    const call = toolCall(draft, { message: this.index, index: this.#calls++ }, traits);
    this.#parts.push({ kind: "call", call });
    return call;
  }

  result(draft: ResultDraft): ToolResult {
    const result = toolResult(draft, { message: this.index, index: this.#results++ });
    this.#parts.push({ kind: "result", result });
    return result;
  }
}

/** What a reader gathered of one conversation: a draft, or what stands in for one. */
export interface ReadMessages {
  readonly messages: readonly Message[];
  readonly anomalies: readonly Anomaly[];
  readonly finishes?: readonly Finish[];
  /** What is known and left out on purpose. */
  readonly leftOut?: readonly JsonNode[];
}

/** The tools of a conversation, and the nodes that their pointers are relative to. */
export type DraftTools = Pick<AdaptedConversation, "toolset" | "declarations">;

/** What a format knows of a conversation beside its messages; what is left out is as for bare messages, which say none of it. */
export interface ConversationFacts {
  /** Format id. */
  readonly format: string;
  /** Lists of declarations inside the recording, in the order in which the model saw them. Those of our own envelope replace them. */
  readonly tools?: readonly (JsonNode | undefined)[];
  /** All declarations, those of our own envelope included, where messages change them or the wire has rules of its own. */
  readonly declared?: DraftTools | undefined;
  /** The declarations are in a recorded request, not beside bare messages. */
  readonly isRequest?: boolean;
  /** A session log, whose harness has tools of its own beside those that are declared. */
  readonly isLog?: boolean;
  readonly model?: JsonNode | string | undefined;
  readonly url?: string | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly singleCall?: JsonNode | undefined;
  readonly thinking?: JsonNode | undefined;
  readonly parameters?: RequestParameters | undefined;
  /** Revision of the protocol that both sides agreed on. */
  readonly protocol?: string | undefined;
  readonly refusal?: Refusal | undefined;
  readonly historyCut?: boolean;
  /** The file claims to hold no more than a part; where it is left out, a history that was cut says so. */
  readonly isFragment?: boolean;
  /** Profile in place of the format's own. */
  readonly profile?: string | undefined;
  /** Where the conversation is, if not where the recording does. */
  readonly at?: JsonNode | undefined;
}

/** The finished conversation: nothing else puts one together. */
export function adaptedFrom(reading: ReadMessages, recording: RecordingInput, facts: ConversationFacts): AdaptedConversation {
  const { historyCut = false, isFragment = historyCut, profile, protocol } = facts;
  const { leftOut } = reading;
  const { toolset, declarations } = facts.declared ?? declaredBy(recording, facts);
  return {
    format: facts.format,
    mode: recording.stated.mode ?? (recording.dataset ? "dataset" : isFragment ? "fragment" : "recording"),
    messages: reading.messages,
    toolset,
    declarations,
    declarationOrigin: originOf(recording, facts),
    finishes: reading.finishes ?? [],
    anomalies: reading.anomalies,
    refusal: facts.refusal,
    toolChoice: facts.toolChoice,
    singleCall: facts.singleCall,
    thinking: facts.thinking,
    parameters: facts.parameters ?? noParameters,
    historyCut,
    leftOut: leftOut !== undefined && leftOut.length > 0 ? leftOut : undefined,
    provider: {
      url: recording.url ?? facts.url,
      model: typeof facts.model === "string" ? facts.model : facts.model?.string(),
      profile,
      protocol,
    },
    at: facts.at ?? recording.at,
  };
}

function declaredBy({ tools: given }: RecordingInput, { tools = [] }: ConversationFacts): DraftTools {
  const declarations = (given === undefined ? tools : [given]).filter((list) => list !== undefined);
  return { toolset: readToolLists(declarations), declarations };
}

function originOf({ tools, dataset }: RecordingInput, { isRequest = false, isLog = false }: ConversationFacts): DeclarationOrigin {
  if (isLog) return "log";
  return isRequest && tools === undefined && !dataset ? "request" : "list";
}
