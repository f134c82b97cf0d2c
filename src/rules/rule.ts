import type { JsonDocument } from "../json/node.js";
import type { Anomaly, Conversation, Finish, Refusal } from "../model/conversation.js";
import type { ToolCall, ToolExchange, ToolLink, ToolResult } from "../model/exchange.js";
import type { PairingFault } from "../model/pairing-fault.js";
import type { Tool } from "../model/tool.js";
import type { Finding, Severity } from "../model/violation.js";
import type { PolicyCheck } from "../policies/breaches.js";
import type { ConfiguredPolicy } from "../policies/policy.js";
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

/** What a rule may ask for beside the subject that it is reported of. */
export interface RuleContext {
  readonly conversation: Conversation;
  readonly profile: Profile;
  /** Compiled schemas of the declared tools. */
  readonly schemas: ToolSchemas;
  /** How calls and results fit together under the profile: computed once, one fault for one root cause. */
  readonly pairing: readonly PairingFault[];
  /** How the agent may use its tools: those that the configuration has for the file. */
  readonly policies: readonly CompiledPolicy[];
}

/** A policy, ready to be asked. */
export interface CompiledPolicy {
  readonly policy: ConfiguredPolicy;
  readonly check: PolicyCheck;
}

/** What a rule of declarations may see: no messages, so that a list that was found clean is clean in every conversation of its format. */
export type DeclaredTools = Pick<Conversation, "toolset" | "declarations" | "format" | "at">;

/** What a rule of declarations may ask for beside them. */
export type ToolsContext = Pick<RuleContext, "profile" | "schemas">;

/** What a rule can be reported of. */
export interface Subjects {
  /** Every conversation, once. */
  readonly conversation: Conversation;
  /** One assistant turn's calls with their results. */
  readonly exchange: ToolExchange;
  /** Every call, exchange by exchange: transcript order, but for hosted calls that join an earlier turn. */
  readonly call: ToolCall;
  /** A call whose arguments are at fault: judged once, one fault for one root cause. */
  readonly faultyCall: FaultyCall;
  /** Every result. */
  readonly result: ToolResult;
  /** Which result answers which call, or that none does. */
  readonly link: ToolLink;
  /** Why the model stopped at a message. */
  readonly finish: Finish;
  /** What the format met and the model cannot hold. */
  readonly anomaly: Anomaly;
  /** A fault between calls and results. */
  readonly fault: PairingFault;
  /** The provider turned the request down. */
  readonly refusal: Refusal;
}

/** What a rule does with what it is reported of. */
export type Listener<Subject extends keyof Subjects> = (subject: Subjects[Subject], context: RuleContext) => Iterable<Finding>;

/** The subjects that a rule listens to. One that hears nothing finds nothing. */
export type Listeners = { readonly [Subject in keyof Subjects]?: Listener<Subject> } & {
  /** The declarations of a conversation; not again where the same list was found clean before. */
  tools?(declared: DeclaredTools, context: ToolsContext): Iterable<Finding>;
};

interface RuleBase<Id extends string> {
  readonly id: Id;
  readonly category: Category;
  /** One sentence that states the bad thing, no final period. */
  readonly summary: string;
  /** Default severity. */
  readonly severity: Severity;
  /** Advice: runs only where it is asked for, by the presets `strict` and `all` or by its id. */
  readonly isOptIn?: boolean;
  /** What happens in practice when it is ignored: one or two sentences. */
  readonly consequence: string;
  /** How to fix it: one or two sentences. */
  readonly repair: string;
  /** What the rule rests on: vendor page or recorded refusal, with its date. */
  readonly evidence: readonly string[];
  /** Where it is explained, if not among the pages of the built-in rules. */
  readonly url?: string;
}

/** Judges conversations: pure functions that know no file, wire format, line or color. */
export interface ConversationRule<Id extends string = string> extends RuleBase<Id> {
  readonly scope: "conversation";
  readonly on: Listeners;
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

/** The level of a rule of which no setting speaks. */
export function defaultLevel({ severity, isOptIn = false }: Rule): Severity | "off" {
  return isOptIn ? "off" : severity;
}

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
