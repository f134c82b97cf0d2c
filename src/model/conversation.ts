import type { JsonNode } from "../json/node.js";
import type { Sentence } from "../text/sentence.js";
import type { ToolCall, ToolExchange, ToolResult } from "./exchange.js";
import type { Toolset } from "./tool.js";

/** How much of the conversation the file claims to hold. */
export const modes = ["recording", "request", "dataset", "fragment"] as const;
/** How much of the conversation the file claims to hold: what may stay open at its end, and what may lack its call. */
export type Mode = (typeof modes)[number];

/** Roles of the provider-neutral model; aliases (`bot`, `human`, `developer`, `model`) are mapped by the formats. */
export type Role = "assistant" | "system" | "tool" | "user";

/** Why a model stopped, as NeMo names it (`nemoguardrails.types.FinishReason`). */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "error" | "other";

/** One piece of a message, in document order. Text is never decoded before a rule asks for it. */
export type MessagePart =
  /**
   * `item`: the item of its own that holds it, where the wire writes a conversation as items. `inputAt`: where words of the model say that
   * they are input.
   */
  | { readonly kind: "text"; readonly at: JsonNode; readonly item?: JsonNode; readonly inputAt?: JsonNode }
  | { readonly kind: "call"; readonly call: ToolCall }
  | { readonly kind: "result"; readonly result: ToolResult }
  /** Thinking or reasoning; `type` is the wire's word. */
  | { readonly kind: "thinking"; readonly type: string; readonly at: JsonNode }
  /** Media, citations, markers. */
  | { readonly kind: "other"; readonly type: string; readonly at: JsonNode };

/** One message of the transcript, in the order in which it was said. */
export interface Message {
  readonly role: Role;
  readonly parts: readonly MessagePart[];
  /** It came back from the provider in this very recording, after the history. */
  readonly fromResponse: boolean;
  /** The model was asked anew for it, also where an answer is right in front: what that one left open got no result. */
  readonly opensTurn?: true | undefined;
  readonly at: JsonNode;
  /** The role's own place where it is written. */
  readonly roleAt: JsonNode | undefined;
}

/** Whether a message brings results back and says nothing else: no word of the user's own. */
export function holdsResultsOnly(message: Message): boolean {
  for (const { kind } of message.parts) if (kind !== "result") return false;
  return message.parts.length > 0;
}

/** Why the model stopped at a message. */
export interface Finish {
  readonly message: number;
  readonly reason: FinishReason;
  readonly raw: string;
  /** The reason promises at least one call in that message (client calls where the format tells them apart). */
  readonly promisesCall: boolean;
  readonly at: JsonNode;
}

/** Whether nothing was cut off in front: what is not there was not said. */
export function hasWholeHistory({ mode, historyCut }: Pick<AdaptedConversation, "mode" | "historyCut">): boolean {
  return mode !== "fragment" && !historyCut;
}

/** What the wire held and the model of a conversation cannot: found by a format, reported by the rule it names. */
export interface Anomaly {
  readonly rule:
    | "invalid-message"
    | "incomplete-stream"
    | "contradictory-recording"
    | "truncated-record"
    | "malformed-arguments"
    | "altered-thinking";
  readonly severity?: "error" | "warning" | "info";
  readonly at: JsonNode;
  readonly message: Sentence;
  readonly fix?: Sentence;
}

/**
 * Where the cause of a refusal lies. `request`: messages, tools or their parameters may have caused it; `filtered`: a filter took offence
 * at what was said; `elsewhere`: keys, permissions, quota, bills, models, sizes, sampling parameters, the service itself.
 */
export type RefusalCause = "request" | "filtered" | "elsewhere";

/** A provider's answer that rejected the request, as recorded. */
export interface Refusal {
  readonly status: number | undefined;
  readonly message: string;
  readonly cause: RefusalCause;
  readonly at: JsonNode;
}

/** What the caller demanded of the model's calls, where the recording tells. */
export interface ToolChoice {
  /** `named`: exactly one of `names`; `allowed`: only those of `names`. */
  readonly mode: "auto" | "none" | "required" | "named" | "allowed";
  readonly names: readonly string[];
  readonly at: JsonNode;
}

/** What a request says beside its messages that they, and its other parameters, must fit. What is absent was not said. */
export interface RequestParameters {
  /** The model may think, as it sees fit. */
  readonly mayThink?: JsonNode | undefined;
  /** Thinking is turned off. */
  readonly thinkingOff?: JsonNode | undefined;
  /** The flag for parallel calls, whatever it says. */
  readonly parallelCalls?: JsonNode | undefined;
  /** The container that the provider runs code in, where the request names one. */
  readonly container?: JsonNode | undefined;
  /** Where the cached front of the request may end, in the order in which the endpoint reads: tools, system prompt, messages. */
  readonly cacheBreakpoints?: readonly JsonNode[] | undefined;
}

/** Nothing is said, or nothing was sent. */
export const noParameters: RequestParameters = {};

/**
 * Where the declarations came from, which decides how much an undeclared call weighs.
 * `list`: beside bare messages, a dataset row, our envelope, or given from outside. `request`: inside a recorded request.
 * `log`: a session log, whose harness has tools of its own.
 */
export type DeclarationOrigin = "list" | "request" | "log";

/** One conversation as a format understood it, before a profile judges it. */
export interface AdaptedConversation {
  /** Format id. */
  readonly format: string;
  readonly mode: Mode;
  readonly messages: readonly Message[];
  readonly toolset: Toolset;
  /** The nodes that the pointers of the tools are relative to, see `Tool.source`. */
  readonly declarations: readonly JsonNode[];
  readonly declarationOrigin: DeclarationOrigin;
  readonly finishes: readonly Finish[];
  readonly anomalies: readonly Anomaly[];
  readonly refusal: Refusal | undefined;
  readonly toolChoice: ToolChoice | undefined;
  /** The caller allowed at most one call a turn. */
  readonly singleCall: JsonNode | undefined;
  /** What the format knows and leaves out on purpose: turns that were taken back. Absent: nothing. */
  readonly leftOut?: readonly JsonNode[] | undefined;
  /** The request asks for thinking (`thinking.type` is `enabled`, …). */
  readonly thinking: JsonNode | undefined;
  readonly parameters: RequestParameters;
  /** The file says that the history in front was cut, compacted or is stored elsewhere. */
  readonly historyCut: boolean;
  /** For the choice of a profile. `profile` stands in for the format's own, where what is kept in it goes to no endpoint of its. */
  readonly provider: {
    readonly url: string | undefined;
    readonly model: string | undefined;
    readonly profile?: string | undefined;
    /** Revision of the protocol that both sides agreed on. */
    readonly protocol?: string | undefined;
  };
  readonly at: JsonNode;
}

/** A conversation ready to be judged for one profile. */
export interface Conversation extends AdaptedConversation {
  /** Profile id. */
  readonly profile: string;
  readonly exchanges: readonly ToolExchange[];
}

/**
 * A recorded conversation with its exchanges.
 *
 * Field by field, since a spread costs more, and formats put theirs together in different orders: this way all that judge conversations
 * see objects of one shape.
 */
export function withExchanges(recorded: AdaptedConversation, profile: string, exchanges: readonly ToolExchange[]): Conversation {
  return {
    profile,
    exchanges,
    format: recorded.format,
    mode: recorded.mode,
    messages: recorded.messages,
    toolset: recorded.toolset,
    declarations: recorded.declarations,
    declarationOrigin: recorded.declarationOrigin,
    finishes: recorded.finishes,
    anomalies: recorded.anomalies,
    refusal: recorded.refusal,
    toolChoice: recorded.toolChoice,
    singleCall: recorded.singleCall,
    thinking: recorded.thinking,
    parameters: recorded.parameters,
    historyCut: recorded.historyCut,
    provider: recorded.provider,
    at: recorded.at,
  };
}
