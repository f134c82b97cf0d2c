import type { JsonDocument } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { PairingFault } from "../model/pairing-fault.js";
import type { Tool } from "../model/tool.js";
import type { Finding, Severity } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import type { CompiledSchema } from "../schema/validator.js";
import type { FaultyCall } from "./faulty-call.js";

/** The categories of the catalogue, in the order in which they are listed. */
export const categories = ["transcript", "declaration", "call", "pairing", "result", "conversation", "config"] as const;
/** What a rule is about. */
export type Category = (typeof categories)[number];

/** The compiled schemas of declared tools: each distinct schema is compiled once in a run. */
export interface ToolSchemas {
  /** `null` where the tool declares no arguments schema. */
  argumentsOf(tool: Tool): CompiledSchema | null;
  /** `null` where the tool declares no result schema. */
  resultOf(tool: Tool): CompiledSchema | null;
}

/** What a rule may ask for beside the conversation. */
export interface RuleContext {
  readonly profile: Profile;
  /** Compiled schemas of the declared tools. */
  readonly schemas: ToolSchemas;
  /** How calls and results fit together under the profile: computed once, one fault for one root cause. */
  readonly pairing: readonly PairingFault[];
  /** All calls, exchange by exchange: transcript order, but for hosted calls that join an earlier turn. Put together when asked for. */
  readonly calls: readonly ToolCall[];
  /** The calls whose arguments are at fault: judged once, one fault for one root cause. */
  readonly faultyCalls: readonly FaultyCall[];
  /** How many of the calls judged so far got no verdict: their schema is at fault, or judging by it took too long. */
  readonly undecidedCalls: number;
}

interface RuleBase<Id extends string> {
  readonly id: Id;
  readonly category: Category;
  /** One sentence that states the bad thing, no final period. */
  readonly summary: string;
  /** Default severity. */
  readonly severity: Severity;
  /** What happens in practice when it is ignored: one or two sentences. */
  readonly consequence: string;
  /** How to mend it: one or two sentences. */
  readonly repair: string;
  /** What the rule rests on: vendor page or recorded refusal, with its date. */
  readonly evidence: readonly string[];
}

/** What a rule may be about. `matters.ts` finds out which of them a conversation holds: too many only cost time, one too few hides findings. */
export type Matter =
  /** Something that the format met and the model cannot hold. */
  | "anomalies"
  /** A toolset that was not found clean for this profile before. Who judges it looks at the toolset and the profile alone. */
  | "declarations"
  /** A call whose arguments are at fault, see `RuleContext.faultyCalls`. */
  | "faultyArguments"
  /** A reason why the model stopped. */
  | "finishes"
  /** A call or a result without an id. */
  | "missingIds"
  /** A call without a name, or a result without one where the profile needs it. */
  | "missingNames"
  /** Neither calls nor results. */
  | "noCalls"
  /** No declarations at all. */
  | "noToolset"
  /** A fault between calls and results, see `RuleContext.pairing`. */
  | "pairing"
  /** A result so short, or so shaped, that it may only stand for another. */
  | "placeholders"
  /** The provider refused the request. */
  | "refusal"
  /** Calls of one turn that may share an id. */
  | "repeatedIds"
  /** A tool that declares what its results look like. */
  | "resultSchemas"
  /** The request asks for thinking. */
  | "thinking"
  /** A demand on the model's calls, or at most one call a turn. */
  | "toolChoice"
  /** A client's call by a name that no declaration covers at its turn. */
  | "undeclaredCalls";

/** Judges one conversation: a pure function that knows no file, wire format, line or color. */
export interface ConversationRule<Id extends string = string> extends RuleBase<Id> {
  readonly scope: "conversation";
  /**
   * All that the rule judges: where a conversation holds none of these, it would find nothing, and is passed over. Absent: it may find
   * something in any conversation. Only spares time.
   */
  readonly judgesOnly?: readonly Matter[];
  /** Whether the profile enforces any of what the rule checks: asked once for each profile, else the rule is passed over. Absent: always. */
  enforcedBy?(profile: Profile): boolean;
  /** A generator, or a list where every record runs the rule: a generator costs as much as looking at a clean conversation does. */
  check(conversation: Conversation, context: RuleContext): Iterable<Finding>;
}

/** Judges the text of one document, whatever it says. */
export interface DocumentRule<Id extends string = string> extends RuleBase<Id> {
  readonly scope: "document";
  check(document: JsonDocument): Iterable<Finding>;
}

/** Found while files are read, before any rule can run: declared like a rule so that it can be listed, explained and configured. */
export interface IntakeRule<Id extends string = string> extends RuleBase<Id> {
  readonly scope: "intake";
}

/** Any entry of the catalogue, by what it judges. */
export type Rule<Id extends string = string> = ConversationRule<Id> | DocumentRule<Id> | IntakeRule<Id>;

/** Declares a rule that judges conversations; keeps its id as a literal type, so that a misspelt id does not compile. */
export function defineRule<const Id extends string>(rule: Omit<ConversationRule<Id>, "scope">): ConversationRule<Id> {
  return { ...rule, scope: "conversation" };
}

/** Declares a rule that judges documents. */
export function defineDocumentRule<const Id extends string>(rule: Omit<DocumentRule<Id>, "scope">): DocumentRule<Id> {
  return { ...rule, scope: "document" };
}

/** Declares a finding of the intake. */
export function defineIntakeRule<const Id extends string>(rule: Omit<IntakeRule<Id>, "scope">): IntakeRule<Id> {
  return { ...rule, scope: "intake" };
}
