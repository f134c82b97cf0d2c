import { asConversation, type Conversation, type Recorded } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { pairingFaults } from "../model/pairing.js";
import { rebuildExchanges } from "../model/rebuild.js";
import type { Toolset } from "../model/tool.js";
import type { Finding, Severity } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { everyMatter, mattersIn, mattersOf } from "../rules/matters.js";
import type { ConversationRule, RuleContext, ToolSchemas } from "../rules/rule.js";
import { createRuleContext } from "../rules/rule-context.js";
import type { SchemaSource } from "./tool-schemas.js";

/** A finding with the rule that yielded it and its weight; `null` where the configuration switches the rule off. */
export interface Judged {
  readonly rule: ConversationRule;
  readonly finding: Finding;
  readonly severity: Severity;
  readonly handled: boolean;
}

/** One conversation judged for one profile. */
export interface Judgement {
  readonly conversation: Conversation;
  readonly judged: readonly Judged[];
  /** Results whose counterpart lies outside the file. */
  readonly unresolvable: number;
  /** Calls whose declaration gave no verdict about their arguments. */
  readonly undecided: number;
  /** Rules that threw: a fault of the program. */
  readonly crashes: readonly { readonly rule: ConversationRule; readonly error: unknown }[];
}

/** What judging needs beside the conversation. */
export interface JudgeOptions {
  readonly rules: readonly ConversationRule[];
  readonly schemas: SchemaSource;
  readonly severities: ReadonlyMap<string, Severity | "off">;
  readonly allowHandled: boolean;
}

/** What judging under one profile needs for every conversation, and what it has found out. */
interface UnderProfile {
  readonly schemas: ToolSchemas;
  /** The rules that check something which the profile enforces, and the matters that each of them judges, as bits. */
  readonly rules: readonly { readonly rule: ConversationRule; readonly matters: number }[];
  /** The matters of all these rules. */
  readonly matters: number;
  /** Toolsets that no rule of declarations found fault with. */
  readonly clean: WeakSet<Toolset>;
}

/** Judges conversations, one after the other; what it found out about a toolset serves all records that repeat it. */
export class Judge {
  readonly #options: JudgeOptions;
  readonly #byProfile = new Map<Profile, UnderProfile>();

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Rebuilds the exchanges of a conversation and runs the rules over it. A rule that throws loses its own findings only. */
  judge(recorded: Recorded, profile: Profile): Judgement {
    const conversation = asConversation(recorded, profile.id, rebuildExchanges(recorded.messages, profile.pairing));
    const { exchanges, toolset } = conversation;
    const pairing = pairingFaults(conversation, exchanges, profile.pairing);
    const { schemas, rules, matters: asked, clean } = this.#under(profile);
    const context = createRuleContext(conversation, profile, schemas, pairing);
    const isKnown = clean.has(toolset);
    const found = mattersFound(conversation, context, isKnown, asked);
    const judged: Judged[] = [];
    const crashes: { readonly rule: ConversationRule; readonly error: unknown }[] = [];
    let isClean = true;
    for (const { rule, matters } of rules) {
      if ((matters & found) === 0) continue;
      try {
        for (const finding of rule.check(conversation, context)) {
          judged.push(weigh(rule, finding, conversation, this.#options));
          if (rule.judgesOnly?.includes("declarations")) isClean = false;
        }
      } catch (error) {
        crashes.push({ rule, error });
      }
    }
    if (!isKnown && isClean && crashes.length === 0) clean.add(toolset);
    return {
      conversation,
      judged: isRefused(recorded) ? raiseUnexplainedRefusal(judged, this.#options.severities) : judged,
      unresolvable: pairing.filter(({ kind }) => kind === "unresolvable").length,
      undecided: context.undecidedCalls,
      crashes,
    };
  }

  #under(profile: Profile): UnderProfile {
    const known = this.#byProfile.get(profile);
    if (known !== undefined) return known;
    const rules = this.#options.rules
      .filter((rule) => rule.enforcedBy?.(profile) !== false)
      .map((rule) => ({ rule, matters: mattersOf(rule) }));
    const made: UnderProfile = {
      schemas: this.#options.schemas.under(profile),
      rules,
      matters: rules.reduce((sum, { matters }) => sum | matters, 0),
      clean: new WeakSet(),
    };
    this.#byProfile.set(profile, made);
    return made;
  }
}

/** What cannot be told counts as there: the rule that trips over it says so. */
function mattersFound(conversation: Conversation, context: RuleContext, isKnown: boolean, asked: number): number {
  try {
    return mattersIn(conversation, context, isKnown, asked);
  } catch {
    return everyMatter;
  }
}

function weigh(rule: ConversationRule, finding: Finding, conversation: Conversation, options: JudgeOptions): Judged {
  const level = options.severities.get(rule.id);
  const severity = level === undefined || level === "off" ? (finding.severity ?? rule.severity) : level;
  const handled = finding.call !== undefined && rule.category === "call" && wasHandled(conversation, finding.call);
  return { rule, finding, severity: handled && options.allowHandled ? "info" : severity, handled };
}

/** Whether the call was answered with an error: the agent saw its own mistake. */
function wasHandled(conversation: Conversation, call: ToolCall): boolean {
  return conversation.exchanges.some((exchange) =>
    exchange.links.some((link) => link.kind === "answered" && link.call === call && link.result.isError),
  );
}

/** The endpoint took nothing of the request. An error event inside a stream that began well is the model's fault, not the request's. */
function isRefused({ refusal }: Recorded): boolean {
  return refusal?.cause === "request" && (refusal.status === undefined || refusal.status >= 400);
}

/** A recorded refusal is an error where no finding of ours explains it: then we missed something, and the reader must know. */
function raiseUnexplainedRefusal(judged: readonly Judged[], severities: ReadonlyMap<string, Severity | "off">): readonly Judged[] {
  const isRefusal = ({ rule }: Judged) => rule.id === "refused-request";
  if (severities.has("refused-request") || !judged.some(isRefusal)) return judged;
  if (judged.some((each) => !isRefusal(each) && each.severity === "error")) return judged;
  return judged.map((each) => (isRefusal(each) ? { ...each, severity: "error" } : each));
}
